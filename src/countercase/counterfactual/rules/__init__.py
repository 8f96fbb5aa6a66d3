"""Proposes single changes of a fact sheet. One file per fact type; every rule is pure and names the law behind it."""
