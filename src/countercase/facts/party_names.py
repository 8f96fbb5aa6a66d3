"""Names that the text ties to a side: "the petitioner Express Bottlers", "the Delhi Police (Respondent No. 3)"."""

import re
from dataclasses import dataclass

from countercase.domain.facts import Side
from countercase.domain.span import Span

_SIDES = {
    Side.PETITIONER: r"(?:appellants?|petitioners?|plaintiffs?|applicants?)",
    Side.RESPONDENT: r"(?:respondents?|defendants?|opponents?|opposite\spart(?:y|ies))",
}
_NUMBER = r"(?:\s?[-–]?\s?(?:nos?\.?\s?)?\(?\d{1,2}\)?)?"
_TITLE = r"(?:(?:mr|mrs|ms|dr|smt|shri|sri|sh|m/s|messrs|late|kumari|km|the)\.?\s){0,2}"
_WORD = r"(?-i:[A-Z](?!os?\.\s?\d)[\w.’'&-]*)"
_LINK = r"(?:of\s(?:the\s)?|&\s|@\s|alias\s|bin\s)?"
_NAME = rf"(?P<name>{_WORD}(?:\s{_LINK}{_WORD}){{0,5}})"
_SECOND = rf"(?:\sand\s{_TITLE}(?P<second>{_WORD}(?:\s{_WORD}){{0,3}}))?"
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
    for side, patterns in _PATTERNS.items():
        for pattern in patterns:
            for match in pattern.finditer(text):
                for group in ("name", "second"):
                    if _is_name(match.groupdict().get(group)):
                        span = Span(*match.span(group))
                        found.setdefault(span, PartyName(span, side, match["word"].lower()))
    return [found[span] for span in sorted(found)]


def _is_name(words: str | None) -> bool:
    return words is not None and len(words) > 2 and words.split()[0].strip(".,'") not in _NO_NAME


def _patterns(word: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\b(?P<word>{word}){_NUMBER}(?:,|\s[-–]|-|\s?:)?\s\(?(?:namely,?\s|viz\.?,?\s|i\.e\.,?\s)?{_TITLE}{_NAME}{_SECOND}",
            rf"\b{_NAME}(?:,\s(?:the\s)?|\s\((?:the\s)?)(?:accused\s|original\s|present\s)?(?P<word>{word}){_NUMBER}\b",
        )
    )


_PATTERNS = {side: _patterns(word) for side, word in _SIDES.items()}
