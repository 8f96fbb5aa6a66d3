"""The characters with which a match of a regular expression can begin."""

import re._constants as ops  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from typing import Any

EVERY = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_DIGITS = frozenset("0123456789")


def first_characters(pattern: str) -> frozenset[str]:
    """Lower-case letters and digits that can open a match; all of them if the pattern leaves it open."""
    first, is_empty_possible = _first(parser.parse(pattern))
    return EVERY if is_empty_possible else first


def _first(items: Any) -> tuple[frozenset[str], bool]:
    """What a sequence can begin with, and whether it can match nothing."""
    first: frozenset[str] = frozenset()
    for item in items:
        more, is_empty_possible = _first_of_item(*item)
        first |= more
        if not is_empty_possible:
            return first, False
    return first, True


def _first_of_item(op: Any, argument: Any) -> tuple[frozenset[str], bool]:
    if op in {ops.LITERAL, ops.IN}:
        return (_of_class(argument) if op is ops.IN else frozenset(chr(argument))), False
    if op is ops.BRANCH:
        parts = [_first(branch) for branch in argument[1]]
        return frozenset().union(*(first for first, _ in parts)), any(empty for _, empty in parts)
    if op is ops.SUBPATTERN:
        return _first(argument[-1])
    if op in {ops.MAX_REPEAT, ops.MIN_REPEAT}:
        first, empty = _first(argument[2])
        return first, empty or argument[0] == 0
    if op in {ops.AT, ops.ASSERT, ops.ASSERT_NOT}:
        return frozenset(), True
    return EVERY, False


def _of_class(members: Any) -> frozenset[str]:
    """The characters of a class such as [a-z]; every one for a negated or unknown class."""
    first: set[str] = set()
    for op, argument in members:
        if op is ops.LITERAL:
            first.add(chr(argument))
        elif op is ops.RANGE:
            first.update(chr(code) for code in range(argument[0], argument[1] + 1))
        elif op is ops.CATEGORY and argument is ops.CATEGORY_DIGIT:
            first |= _DIGITS
        elif op is ops.CATEGORY and argument is ops.CATEGORY_SPACE:
            continue
        else:
            return EVERY
    return frozenset(first)
