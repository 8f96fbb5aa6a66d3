"""Names that the text ties to a side: "the petitioner Express Bottlers", "the Delhi Police (Respondent No. 3)"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.facts import Side
from countercase.domain.span import Span

_WORDS = {
    Side.PETITIONER: r"(?:appellants?|petitioners?|plaintiffs?|applicants?)",
    Side.RESPONDENT: r"(?:respondents?|defendants?|opponents?|opposite\spart(?:y|ies))",
}
_EITHER = "|".join(_WORDS.values())
_SIDE_WORD = re.compile(rf"\b(?:{_EITHER})", re.IGNORECASE)
_NUMBER = r"(?:\s?[-–]?\s?(?:nos?\.?\s?)?\(?\d{1,2}\)?)?"
_TITLE = r"(?:(?:mr|mrs|ms|dr|smt|shri|sri|sh|m/s|messrs|late|kumari|km|the)\.?\s){0,2}"
_WORD = r"(?-i:[A-Z](?!os?\.\s?\d)[\w.’'&-]*)"
_LINK = r"(?:of\s(?:the\s)?|&\s|@\s|alias\s|bin\s)?"
_NAME = rf"(?P<name>{_WORD}(?:\s{_LINK}{_WORD}){{0,5}})"
_SECOND = rf"(?:\sand\s{_TITLE}(?P<second>{_WORD}(?:\s{_WORD}){{0,3}}))?"
_LONGEST = 120  # characters of a name that stands before its side
# Words with a capital that begin something else than a name.
_NO_NAME = frozenset(
    "Section Sections Article Articles Court High Supreme Act Rule Rules Counsel Advocate In The On By And Ex Exhibit"
    " Order Judge Justice Sessions No Nos PW DW That Learned However Thus Therefore This It He She They Hence For As"
    " To Under Hon'ble Mr Smt Shri Dr Annexure Para Paragraph Civil Criminal Writ Tribunal Rs Company Bank State's"
    " Appellant Respondent Petitioner Plaintiff Defendant First Second Third Fourth Fifth Thereupon Though Versus When"
    " While Where Whether If But Since Both All Neither Nor Either Present Original Schemes Labour Insurance Accused"
    " Admittedly According Thereafter Meanwhile Subsequently Here Before After At From With Also Now Then Upon Being"
    " Having Further Moreover Similarly Accordingly Against Its His Her Their Our Said Such Vs Another Appeal".split()
)


@dataclass(frozen=True, slots=True)
class PartyName:
    """A name, the side it stands on, and the word that says so: an appellant may be the plaintiff or the defendant."""

    span: Span
    side: Side
    word: str


def find_party_names(text: str) -> list[PartyName]:
    """Every name that the grammar ties to a side, in text order."""
    found: dict[Span, PartyName] = {}
    for match in _SIDE_WORD.finditer(text):
        for name in names_at(text, match.start()):
            found.setdefault(name.span, name)
    return [found[span] for span in sorted(found)]


def names_at(text: str, start: int) -> Iterator[PartyName]:
    """The names that are tied to the word for a side that starts here."""
    after = _AFTER.match(text, start)
    if after is not None:
        word = after["word"].lower()
        for group in ("name", "second"):
            if _is_name(after[group]):
                yield PartyName(Span(*after.span(group)), side_of(word), word)
    tie = _TIE.search(text, max(0, start - 20), start) if text[start - 1 : start] in {" ", "("} else None
    before = _BEFORE.search(text, max(0, tie.start() - _LONGEST), tie.start()) if tie else None
    word_here = _SIDE_WORD.match(text, start) if before else None
    if before is not None and word_here is not None and _is_name(before["name"]):
        word = word_here[0].lower()
        yield PartyName(Span(*before.span("name")), side_of(word), word)


def side_of(word: str) -> Side:
    """The side that a word for a party stands for; who is no respondent moves the court."""
    return Side.RESPONDENT if word.startswith(("respond", "defend", "oppo")) else Side.PETITIONER


def _is_name(words: str | None) -> bool:
    return words is not None and len(words) > 2 and words.split()[0].strip(".,'") not in _NO_NAME


_AFTER = re.compile(
    rf"(?P<word>{_EITHER}){_NUMBER}(?:,|\s[-–]|-|\s?:)?\s\(?(?:namely,?\s|viz\.?,?\s|i\.e\.,?\s)?{_TITLE}{_NAME}{_SECOND}",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"\b{_NAME}\Z", re.IGNORECASE)
_TIE = re.compile(r"(?:,\s|\s\()(?:the\s)?(?:accused\s|original\s|present\s)?\Z", re.IGNORECASE)
