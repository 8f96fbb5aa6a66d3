"""Puts a sentence of the law tables into the words of a matter: its things, its persons, and who is meant by "he"."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.polarity import is_negative
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.text.words import capitalised

# Phrases. The sentences of the tables speak of the usual case: a loan behind a cheque, a blow with a weapon. Each row
# of `own_words.csv` gives a phrase of such a sentence, words of a matter that the phrase fits (`fits_if`), words that
# call for another (`when`; if empty, any matter that it does not fit), and the other phrase. If that is empty, the
# supposition is not for this matter.


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of `own_words.csv`."""

    phrase: str
    fits_if: re.Pattern[str] | None
    when: re.Pattern[str] | None
    instead: str

    def applies_to(self, sentence: str, text: str) -> bool:
        """Whether the sentence has the phrase and the matter calls for another."""
        if not re.search(rf"\b{re.escape(self.phrase)}\b", sentence):
            return False
        fits = self.fits_if is not None and self.fits_if.search(text) is not None
        return not fits and (self.when is None or self.when.search(text) is not None)


def in_own_words(sentence: str, text: str) -> str | None:
    """The sentence in words that fit the matter; None if it speaks of things that the matter does not have."""
    for row in _rows():
        if row.applies_to(sentence, text):
            if not row.instead:
                return None
            sentence = sentence.replace(row.phrase, row.instead)
    return sentence


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(row["phrase"], _words(row["fits_if"]), _words(row["when"]), row["instead"])
        for row in packaged_rows("countercase.counterfactual", "data", "own_words.csv")
    )


def _words(alternatives: str) -> re.Pattern[str] | None:
    """Matches any of the words as a whole; None if the cell is empty."""
    return re.compile(rf"\b(?:{alternatives})(?!\w)", re.IGNORECASE) if alternatives else None


# Who is meant by "he", "she" or "they".

_PRONOUNS = {"she": "she", "her": "she", "he": "he", "him": "he", "his": "he", "they": "they", "them": "they"}
_PRONOUN = re.compile(r"\b(?:she|her|he|him|his|they|them)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(
    r"(?:his|her)\s(?!to\b|out\b|away\b|regularly\b|into\b|from\b|and\b|or\b|with\b|without\b)[a-z]", re.IGNORECASE
)
# Nouns in a sentence of the tables to which a later pronoun of the same sentence refers.
_ANTECEDENT = re.compile(
    r"\b(?:accused|plaintiff|complainant|defendant|deceased|witness(?:es)?|appellant|petitioner|child|driver|tenant"
    r"|landlord|vendor|husband|wife|detenu|persons?|victim|officer|doctor|[Mm]agistrate|workman|employee|purchaser"
    r"|applicant|authority|arbitrator|insured|executant|principal|director|owner|parties|acts|parcels|relatives"
    r"|claimants|samples|robbers|words|approver|callers|boy|another|transferee|lender|buyer|seller|occupant|landowner"
    r"|contemnor|prosecutrix|girl|woman)\b"
)
_WOMEN = frozenset({"wife", "prosecutrix", "woman", "girl"})
# "The doctor found marks on her body" is about another woman.
_NOT_SHE = frozenset(
    {"accused", "husband", "doctor", "officer", "magistrate", "Magistrate", "driver", "boy", "relatives"}
)
_SEVERAL = frozenset("witnesses persons parties acts parcels relatives claimants samples robbers words callers".split())
_BOTH = re.compile(r"\A[Bb]oth\s(?=[a-z]+ed\b|were\b|had\b|have\b|did\b|agreed\b)")


def with_person(sentence: str, subject: str, text: str) -> str | None:
    """The sentence with the first of each pronoun replaced by the person; None if nobody could tell who "he" is."""
    sentence = _BOTH.sub("Both parties ", sentence)
    for whom in ("she", "he", "they"):
        match = next((match for match in _PRONOUN.finditer(sentence) if _PRONOUNS[match[0].lower()] == whom), None)
        if match is None or _has_antecedent(sentence[: match.start()], whom):
            continue
        row = _persons().get((subject, whom))
        if row is None or (row["unless"] and re.search(rf"\b(?:{row['unless']})\b", text)):
            return None
        choices = row["person"].split("|")
        person = next((choice for choice in choices if choice.split()[-1] in text), choices[-1])
        if match[0].lower() == "his" or _POSSESSIVE.match(sentence, match.start()):
            person += "'s"
        person = person if match.start() else capitalised(person)
        sentence = sentence[: match.start()] + person + sentence[match.end() :]
    return sentence


def _has_antecedent(words: str, whom: str) -> bool:
    """Whether the sentence has, before the pronoun, a noun to which it can refer."""
    nouns = set(_ANTECEDENT.findall(words))
    others = {"she": _NOT_SHE, "he": _WOMEN | _SEVERAL, "they": _WOMEN}
    return bool(nouns - others[whom])


@cache
def _persons() -> dict[tuple[str, str], dict[str, str]]:
    """The person meant by "he", "she" or "they" in the sentences of a subject, unless the matter has certain words."""
    return {
        (row["subject"], row["pronoun"]): row
        for row in packaged_rows("countercase.counterfactual", "data", "persons.csv")
    }


# "She" for "he", and "he" for "she".

_HE = re.compile(r"\b(?:he|him|his|himself)\b")
_SHE = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
_OF_ANOTHER_PERSON = re.compile(r"\b(?:another|lender|doctor|officer)\b[^.]*\b(?:he|him|his)\b")
_NEAR = 120  # characters after the mention of a person
_ACCUSED_LABEL = re.compile(r"\bA-?\s?\d\b")
_LANDLADY = re.compile(r"\blandlady\b", re.IGNORECASE)
_WIFE_DIED = re.compile(r"\b[Hh]er\s(?:husband|widower|in-laws)\b")
_WOMAN_COMPLAINS = re.compile(
    r"\b(?:[Cc]omplainant|[Ii]nformant|by),?\s(?:Mrs|Ms|Smt|Kumari)\b|\bcomplainant\b[^.]{0,30}\bshe\b"
)
_ABOUT_ACCUSED = re.compile(r"\b[Tt]he\saccused\b")
_WOMAN_ACCUSED = re.compile(
    r"\b(?:[Aa]ccused|[Aa]ppellant|[Aa]pplicant|[Pp]etitioner)\b:?,?\s(?:Smt|Mrs|Ms|Kumari|is\sa\s(?:woman|widow|lady))\b"
    r"|\b[Aa]ccused\s\(?(?:wife|mother|woman|lady)\b"
    r"|\b(?:[Aa]ccused|[Aa]ppellant|[Aa]pplicant|[Pp]etitioner)\b:?,?\s[A-Z][a-z]+(?:\s[A-Z][a-z]+)?"
    r"(?:\s(?:Devi|Bai|Begum|Kaur|Bibi|Kumari|Khatoon)\b|,?\s\(?(?:\d\d\)?,?\s)?(?:(?:a|his)\s)?(?:widow|wife|housewife|w/o|d/o)\b)"
)
_WOMANS_NAME = (
    r"(?:(?:Smt|Mrs|Ms|Mst|Kumari|Kum)\.?\s[A-Z]|[A-Z][a-z]+\s(?:Devi|Bai|Begum|Kaur|Bibi|Khatoon)\b"
    r"|[A-Z][a-z]+(?:amma|ammal|bai|ben|kumari)\b)"
)
_WOMEN_IN_ROLE = {
    role: re.compile(rf"\b(?:{words})\b\W{{1,3}}{_WOMANS_NAME}|{_WOMANS_NAME}[\w\s]{{0,12}}\W{{1,3}}(?:{words})\b")
    for role, words in {
        "vendor": "[Vv]endor|[Ss]eller",
        "owner": "[Oo]wner|[Pp]laintiff|[Pp]lff?|[Pp]ltff|[Ss]uit\\s(?:[a-z]+\\s){0,5}by",
        "plaintiff": "[Pp]laintiff|[Pp]lff?|[Pp]ltff",
    }.items()
}
_ANY_WOMAN = re.compile(r"\b(?:she|her|wife|woman|girl|lady|daughter|bride|widow|Smt|Mrs|Ms|Kumari)\b", re.IGNORECASE)
_SHE_OR_HER = re.compile(r"\b(?:she|her)\b")
_OF_A_WOMAN = re.compile(r"\b(?:she|her|Smt|Mrs|Ms|Kumari)\b")
_OF_A_MAN = re.compile(r"\b(?:he|his|him|Shri|Mr|husband)\b", re.IGNORECASE)


def of_a_woman(sentence: str, text: str, spans: Sequence[Span]) -> str:
    """The sentence with "she" for "he", if the mentions are about a woman or the landlord is a landlady."""
    if "landlord" in sentence and _LANDLADY.search(text):
        sentence = sentence.replace("landlord", "landlady")
    elif (
        _OF_A_MAN.search(_HE.sub("", sentence))
        or _OF_ANOTHER_PERSON.search(sentence)
        or not _is_woman(sentence, text, spans)
    ):
        return sentence
    return _HE.sub(lambda match: _SHE[match[0]], sentence)


def _is_woman(sentence: str, text: str, spans: Sequence[Span]) -> bool:
    """Whether the person whom a sentence is about is a woman in this matter."""
    label = _ACCUSED_LABEL.search(sentence)
    if label is not None:
        return _is_called_she(rf"{label[0]}\b", text)
    if _ABOUT_ACCUSED.search(sentence):
        return _WOMAN_ACCUSED.search(text) is not None
    lower = sentence.lower()
    if any(lower.startswith(f"the {role}") and words.search(text) for role, words in _WOMEN_IN_ROLE.items()):
        return True
    if "plaintiff" in lower:
        return _is_called_she(r"(?:[Pp]laintiff|[Pp]ltff?|[Pp]lff)\b", text) or _is_about_a_woman(text, spans)
    return bool(
        ("the deceased" in lower and _WIFE_DIED.search(text))
        or ("the complainant" in lower and _WOMAN_COMPLAINS.search(text))
        or _is_about_a_woman(text, spans)
    )


def _is_about_a_woman(text: str, spans: Sequence[Span]) -> bool:
    """Whether the lines of the mentions speak of a woman, and of no man."""
    ends = [(text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)) for span in spans] or [(0, -1)]
    lines = " ".join(text[start : end if end >= 0 else len(text)] for start, end in ends)
    return bool(_OF_A_WOMAN.search(lines)) and not _OF_A_MAN.search(lines)


def _is_called_she(person: str, text: str) -> bool:
    """Whether the words after the mentions of a person say "she", and never "he"."""
    after = " ".join(text[match.end() : match.end() + _NEAR] for match in re.finditer(rf"\b{person}", text))
    return bool(re.search(r"\b(?:she|her)\b", after, re.IGNORECASE)) and not _OF_A_MAN.search(after)


def of_a_man(sentence: str, text: str) -> str:
    """The sentence with "he" for "she", if it is about a deceased and the matter speaks of no woman."""
    if "the deceased" not in sentence.lower() or _ANY_WOMAN.search(text):
        return sentence
    return _SHE_OR_HER.sub(lambda match: "he" if match[0] == "she" else "his", sentence)


# One of several persons or vehicles.

# Nouns of the tables that need a name if a matter has several of them: the words that show several, and those that
# name one.
_SEVERAL_OF = {
    "accused": (
        re.compile(
            r"\bA-?\s?[2-9]\b|\b[Aa]ccused\s[Nn]os?\.?\s?[2-9]|\b(?:[Aa]ppellants|[Aa]pplicants|[Pp]etitioners|accused\spersons)\b"
            r"|\b(?:both|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)\s"
            r"(?:accused|brothers|youths|culprits|robbers)\b"
            r"|\b(?:second|other|another|first)\saccused\b|\bappear\sfor\sboth\b|\bparents\sand\s(?:his|her)\b"
            r"|\bThey\s(?:were|are|stand)\s(?:convicted|charged|tried|accused|sentenced)\b"
            r"|\b[A-Z][a-z]+,?\sand\s(?:(?:his|her)\s[a-z-]+\s?)?(?:[A-Z][a-z]+\s)?(?:were|are|stand|have\sbeen)\s(?:convicted|charged|tried|accused|arrested|sentenced)\b"
            r"|\b(?:convicted|charged|tried|arrested|sentenced)\s(?:both\s)?[A-Z][a-z]+\sand\s(?:his|her|[A-Z])"
            r"|\b[Aa]ll\s(?:two|three|four|five|six)\b|\bevery\sone\sof\sthem\b"
            r"|\b[Aa]ccused:?\s[A-Z][a-z]+\s(?:\(\d+\)\s)?(?:&|and)\s(?:[a-z]+\s){0,2}[A-Z][a-z]+"
        ),
        re.compile(r"\bA-?\s?\d\b|\b[Aa]ccused\s[Nn]o\.?\s?\d"),
    ),
    "witness": (
        re.compile(r"\b[PDC]\.?W\.?[\s-]?[2-9]\b|\b(?:two|three|four|five|six|[3-9])\s(?:eye-?)?witnesses\b"),
        re.compile(r"\b[PDC]\.?W\.?[\s-]?\d{1,2}\b"),
    ),
    "declaration": (
        re.compile(
            r"\bD\.?D\.?-?\s?(?:[Nn]o\.?\s?)?[2-9]\b|\b(?:two|three|four)\s(?:dying\s)?declarations\b|\bsecond\s(?:dying\s)?declaration\b"
        ),
        re.compile(r"\bD\.?D\.?-?\s?(?:[Nn]o\.?\s?)?\d\b"),
    ),
}
_VEHICLE = re.compile(
    r"\b(?:bus|truck|lorry|car|jeep|tempo|tractor|trailer|motor\s?cycle|motorcycle|m/c|moped|scooter|scooty|van|auto|tanker|dumper|tipper|pickup|bike|trolley|cycle)\b",
    re.IGNORECASE,
)
_DRIVEN = re.compile(
    r"\bdriver\sof\s(?:the\s)?(?P<of>bus|truck|lorry|car|jeep|tempo|tractor|van|auto|tanker|dumper|tipper|pickup)\b"
    r"|\b(?P<before>bus|truck|lorry|car|jeep|tempo|tractor|van|auto|tanker|dumper|tipper|pickup)\sdriver\b",
    re.IGNORECASE,
)
_A_NAME = r"[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,})?"
_ACCUSED_BY_NAME = re.compile(
    rf"\b(?:[Aa]ccused|[Aa]ppellants?|[Aa]pplicants?|[Pp]etitioners?|A-?\d)\b,?:?\s(?:\w+\s){{0,2}}?"
    rf"(?P<names>{_A_NAME}(?:(?:\s\(\d+\))?(?:,\s|\sand\s|,\sand\s|\s&\s)(?:[a-z]+\s)?{_A_NAME}){{0,3}})"
)
_CONVICTED_BY_NAME = re.compile(
    rf"(?P<names>{_A_NAME},?\sand\s(?:(?:his|her)\s[a-z-]+\s)?{_A_NAME})\s(?:were|are|stand|have\sbeen)\s"
    r"(?:convicted|charged|tried|accused|arrested|sentenced)\b"
)
_PARTIES = re.compile(r"\b(?:appellants|petitioners|applicants|clients)\b|\bA-?[2-9]\b", re.IGNORECASE)
_ONE_PARTY = re.compile(r"\b[Tt]he\s(?:petitioner|appellant|applicant)\b|\b[Oo]ur\sclient\b")
_A_PARTY = re.compile(r"\b(?:appellant|petitioner|applicant)\b")
_CLIENT = re.compile(r"\b(?:[Ww]e\s(?:are|appear|act)\sfor|[Oo]ur\sclient\sis)\s([A-Z][a-z]+)\b(?!\sand)")
_CLIENT_LABEL = re.compile(
    r"(?:\b(?:[Nn]ote|[Bb]rief|[Aa]ppeal|bail|appear|act|are|am)\s(?:for|of)|[,.;]\s[Ff]or|\bside:|\b[Cc]lients?:?)"
    r"\s(?:[^.;\n()]{0,50}\()?(?P<label>A-?\s?\d)\b(?!(?:,|\sand|\s&)\sA-?\s?\d)"
)
# "Appellant: Tariq, 29" in the heading of a brief that numbers the co-accused.
_PARTY_OF_HEADING = re.compile(
    r"\b(?P<party>Appellant|Applicant|Petitioner)\b[:=]?\s(?:(?P<label>A-?\s?\d)\b|(?=[A-Z]))"
)
# A sentence that sets one of several accused beside the others.
_SETS_APART = re.compile(r"\bprincipal\soffender\b|\bhimself\b|\btook\s(?:no\s)?part\sin\sthe\sact\b")
_LABEL_IN_HEADING = re.compile(r"\bA-?\s?\d\b(?!\s(?:alone|only)\b)")  # "A-4 alone 317(3)" is one of several
_MUCH_OFTENER = 2  # times; the accused whom a brief names so much oftener than any other is its principal
_OF_ONE = re.compile(r"\b(?:he|him|his|himself|own)\b")
_OF_EACH = re.compile(r"\A[Tt]he\saccused\b|\bto\sthe\saccused\b")
_PLURAL = {"was": "were", "is": "are", "has": "have"}
_HIS_STATEMENT = re.compile(r"\b(?:his|her)\s(?:earlier\s)?(?=(?:statement|evidence|testimony)\b)")


def with_one_meant(sentence: str, text: str, spans: Sequence[Span]) -> str | None:
    """The sentence with "A-2" for "the accused" where there are several; None if nobody could tell which is meant."""
    for noun, (several, name) in _SEVERAL_OF.items():
        the_one = re.compile(rf"(?<!between\s)\b[Tt]he\s{noun}\b(?!\spersons)")
        if not (the_one.search(sentence) and several.search(text)):
            continue
        label = _only_name(name, text, spans)
        if noun == "accused":
            label = label or _label_before(text, spans)
            if label is None and "principal offender" in sentence:
                return None  # only the mention can tell who stood beside the principal
            if not _SETS_APART.search(sentence):
                label = label or _accused_meant(text, spans)
            if label is None:
                return _of_all(sentence)
        if label is None:
            return None
        opens = the_one.match(sentence) is not None
        sentence = the_one.sub(label, sentence, count=1)
        sentence = capitalised(sentence) if opens else sentence
        sentence = sentence.replace(f"{label} himself ", f"{label} ")  # nobody has said that it is a man
        if noun == "witness":
            sentence = _HIS_STATEMENT.sub("the earlier ", sentence)
    return _with_vehicle(sentence, text, spans)


def _label_before(text: str, spans: Sequence[Span]) -> str | None:
    """The only accused whom the sentences of the mentions name before them: "A-2 sat behind; his case is a lift"."""
    labels: set[str] = set()
    for span in spans:
        bounds = sentence_bounds(text, span)
        if bounds is None or _ACCUSED_LABEL.search(text, span.start, span.end):
            return None
        labels |= {match[0] for match in _ACCUSED_LABEL.finditer(text, bounds.start, span.start)}
    return labels.pop() if len(labels) == 1 else None


def _with_vehicle(sentence: str, text: str, spans: Sequence[Span]) -> str | None:
    """The sentence with "the driver of the truck" if there are several vehicles; None if nobody could tell which."""
    vehicles = {match[0].lower() for match in _VEHICLE.finditer(text)}
    if re.search(r"\b[Tt]he\s(?:driver|vehicle)\b(?!\sof)", sentence) and len(vehicles) > 1:
        driven = {(match["of"] or match["before"]).lower() for match in _DRIVEN.finditer(text)}
        vehicle = _only_name(_VEHICLE, text, spans) or (driven.pop() if len(driven) == 1 else None)
        if vehicle is None:
            return None
        sentence = re.sub(r"\b([Tt]he)\sdriver\b", rf"\1 driver of the {vehicle}", sentence, count=1)
        sentence = re.sub(r"\b([Tt]he)\svehicle\b", rf"\1 {vehicle}", sentence)
    return sentence


def _accused_meant(text: str, spans: Sequence[Span]) -> str | None:
    """The accused whom the mentions name; or else the only party of the text, or the accused of the brief."""
    label = None
    if not _ACCUSED_LABEL.search(text) and (names := _names_of_accused(text)):
        label = _only_name(re.compile(rf"\b(?:{'|'.join(names)})\b"), text, spans, is_label=False)
    if label is None and (party := _only_name(_A_PARTY, text, spans, is_label=False)) is not None:
        label = f"the {party}"
    if label is None and not _PARTIES.search(text) and (one := _ONE_PARTY.search(text)) is not None:
        label = one[0].lower()
    if label is None and (client := _CLIENT.search(text)) is not None:
        label = client[1]
    return label or _accused_of_brief(text)


def _accused_of_brief(text: str) -> str | None:
    """The accused for whom a brief is written, or the only one in its heading, or else the one it speaks of most."""
    party = _PARTY_OF_HEADING.search(text.partition("\n")[0])
    if party is not None:
        return party["label"] or f"the {party['party'].lower()}"
    clients = {match["label"] for match in _CLIENT_LABEL.finditer(text)}
    heading = {match[0] for match in _LABEL_IN_HEADING.finditer(text.partition("\n")[0])}
    counted = Counter(match[0] for match in _ACCUSED_LABEL.finditer(text)).most_common(2)
    for labels in (clients, heading):
        if len(labels) == 1:
            return labels.pop()
    if clients:
        return None  # the brief is for several
    is_principal = len(counted) == 1 or (len(counted) > 1 and counted[0][1] >= _MUCH_OFTENER * counted[1][1])
    return counted[0][0] if is_principal else None


def is_of_other_accused(text: str, spans: Sequence[Span]) -> bool:
    """Whether every mention names one accused, and the brief is for another: "A-2's confession" in a brief for A-1."""
    clients = {match["label"] for match in _CLIENT_LABEL.finditer(text)}
    named = [{match[0] for match in _ACCUSED_LABEL.finditer(text, span.start, span.end)} for span in spans]
    return bool(clients and named) and all(labels and labels.isdisjoint(clients) for labels in named)


def _names_of_accused(text: str) -> list[str]:
    """The names that follow "the accused" or "the appellants" in a text."""
    lists = [match["names"] for pattern in (_ACCUSED_BY_NAME, _CONVICTED_BY_NAME) for match in pattern.finditer(text)]
    return sorted({re.escape(name) for names in lists for name in re.findall(_A_NAME, names)}, key=len, reverse=True)


def _of_all(sentence: str) -> str | None:
    """The sentence with "all the accused"; None if it is a denial, or speaks of one of them alone."""
    if sentence.startswith("The accused himself "):
        return sentence.replace("The accused himself ", "One of the accused, and it is known which, ")
    if is_negative(sentence) or _OF_ONE.search(sentence) or not _OF_EACH.search(sentence):
        return None  # a note that blames, or a weapon found on, all of them is another case
    verb = re.search(r"\b[Tt]he\saccused\s(was|is|has)\b", sentence)
    if verb is not None:
        sentence = sentence[: verb.start(1)] + _PLURAL[verb[1]] + sentence[verb.end(1) :]
    return re.sub(
        r"\b([Tt])he\saccused\b", lambda match: "All the accused" if match[1] == "T" else "all the accused", sentence
    )


def _only_name(name: re.Pattern[str], text: str, spans: Sequence[Span], is_label: bool = True) -> str | None:
    """The one name in the mentions or in their sentences; a label ("A-2") may also stand earlier in their lines."""
    names = {match[0] for span in spans for match in name.finditer(text, span.start, span.end)}
    if len(names) == 1:
        return names.pop()
    sentences = [bounds for span in spans if (bounds := sentence_bounds(text, span)) is not None]
    names = {match[0] for bounds in sentences for match in name.finditer(text, bounds.start, bounds.end)}
    if not names and is_label:
        lines = [(text.rfind("\n", 0, bounds.start) + 1, bounds.start) for bounds in sentences]
        names = {match[0] for line in lines for match in name.finditer(text, *line)}
    return names.pop() if len(names) == 1 else None


_ONE_INJURY = re.compile(
    r"\b(?:one|single|solitary)\s(?:\w+\s){0,3}(?:wound|injury|blow)\b|\bstruck\sonce\b|\bonce\son\sthe\b",
    re.IGNORECASE,
)


def with_injuries_counted(sentence: str, text: str) -> str:
    """The sentence about "the injury", if the matter has a single one."""
    if "injuries were" not in sentence or not _ONE_INJURY.search(text):
        return sentence
    return sentence.replace("injuries were", "injury was").replace("on non-vital parts", "on a non-vital part")
