"""Finds money, ages, durations, weights, numbers of persons and dates, and measures them in one unit."""

from countercase.law.quantities.find import QuantityMention, find_quantities

__all__ = ["QuantityMention", "find_quantities"]
