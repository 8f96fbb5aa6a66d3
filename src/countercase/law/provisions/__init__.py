"""Finds the Acts and provisions that a text cites, and brings each to a normal form."""

from countercase.law.provisions.find import (
    ProvisionMention,
    count_provisions,
    find_provisions,
    parse_provision,
    provision_phrases,
)

__all__ = ["ProvisionMention", "count_provisions", "find_provisions", "parse_provision", "provision_phrases"]
