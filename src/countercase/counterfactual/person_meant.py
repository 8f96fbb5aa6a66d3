"""Names the person whom a supposition is about, where a matter has several accused, witnesses or employees.

It is the one whom the mention names, or else the client. If nobody can be told, the supposition is not offered.
"""

import re
from collections import Counter
from collections.abc import Sequence

from countercase.counterfactual.clauses import sentence_bounds
from countercase.domain.span import Span
from countercase.text.words import capitalised

ACCUSED_LABEL = re.compile(r"\bA-?\s?\d\b")
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
            r"|\b[Aa]ll\s(?:two|three|four|five|six)(?:\s(?:accused|of\sthem|men|were|are|appellants|stand)\b|(?=[.;]))|\bevery\sone\sof\sthem\b"
            r"|\b[Aa]ccused:?\s[\dlI]\)\s[A-Z][^.\n]{2,40}\b2\)\s|\b(?:first|second|third|fourth)\sappellant\b|\bnot\s(?:been\s)?(?:challaned|charge-?sheeted)\b|\bwhich\sof\sthe\s(?:two|three|four)\b"
            r"|\b[A-Z][a-z]+(?:\s@\s[A-Z][a-z]+)?(?:,\s[A-Z][a-z]+)*\sand\s[A-Z][a-z]+\s(?:appeal|apply|seek|stand)\b"
            r"|\b[Aa]ccused:?\s[A-Z][a-z]+\s(?:\(\d+\)\s)?(?:&|and)\s(?:[a-z]+\s){0,2}[A-Z][a-z]+"
        ),
        re.compile(
            r"\bA-?\s?\d\b|\b[Aa]ccused\s[Nn]o\.?\s?\d|\b[Tt]he\s(?:first|second|third|fourth)\s(?:appellant|accused)\b"
        ),
    ),
    "witness": (
        re.compile(r"\b[PDC]\.?W\.?[\s-]?[2-9]\b|\b(?:two|three|four|five|six|[3-9])\s(?:eye-?)?witnesses\b"),
        re.compile(r"\b[PDC]\.?W\.?[\s-]?\d{1,2}\b"),
    ),
    "declaration": (
        re.compile(
            r"\bD\.?D\.?-?\s?(?:[Nn]o\.?\s?)?[2-9]\b(?![./]\d)|\b(?:[Tt]wo|[Tt]hree|[Ff]our)\s(?:dying\s)?(?:declarations|statements)\b|\bsecond\s(?:dying\s)?declaration\b"
        ),
        re.compile(r"\bD\.?D\.?-?\s?(?:[Nn]o\.?\s?)?\d\b(?![./]\d)"),
    ),
    "employee": (
        re.compile(r"\b(?:second|third|fourth|fifth)\s(?:petitioner|appellant|applicant|employee)\b"),
        re.compile(r"\b[Tt]he\s(?:first|second|third|fourth|fifth)\s(?:petitioner|appellant|applicant|employee)\b"),
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
_THE_ACCUSED = re.compile(r"\b[Tt]he\saccused\b(?!\s(?:persons|Nos?\b|were|are|have))")
_SINGLE_PARTY = re.compile(r"\b[Tt]he\s(?P<party>appellant|applicant|petitioner)\b")
_BEGINS_WITH_PRONOUN = re.compile(r"\s*(?:He|She|His|Her)\b")
# What is done to all of several accused alike, and words for them together.
_ONE_ACCUSED = re.compile(
    r"\b[Tt]he\saccused\s(?P<verb>was|has)\s(?=(?:kept|shown|told|produced|mixed|given|been|identified)\b)"
)
_GROUP = re.compile(
    r"\b(?:[Tt]hey|[Tt]hem|[Bb]oth|[Aa]ll|[Aa]ccused\s(?:persons\s)?were|appellants|(?:two|three|four|five|six)\s(?:men|accused))\b"
)
_PLURAL = {"was": "were", "has": "have"}
_MUCH_OFTENER = 2  # times; the accused whom a brief names so much oftener than any other is its principal
_HIS_STATEMENT = re.compile(r"\b(?:his|her)\s(?:earlier\s)?(?=(?:statement|evidence|testimony)\b)")


def with_one_meant(sentence: str, text: str, spans: Sequence[Span]) -> str | None:
    """The sentence with "A-2" for "the accused" where there are several; None if nobody could tell which is meant."""
    if "deceased" in sentence:
        sentence = re.sub(r"\b([Tt])he statement was (?=made|read)", r"\1he declaration was ", sentence)
    for noun, (several, name) in _SEVERAL_OF.items():
        the_one = re.compile(rf"(?<!between\s)\b[Tt]he\s{noun}\b(?!\spersons)")
        if not (the_one.search(sentence) and several.search(text)):
            continue
        label = _only_name(name, text, spans)
        if label is not None and label.startswith("The "):
            label = label[0].lower() + label[1:]
        if noun == "accused":
            label = label or _label_before(text, spans)
            if label is None and "principal offender" in sentence:
                return None  # only the mention can tell who stood beside the principal
            if not _SETS_APART.search(sentence):
                label = label or _accused_meant(text, spans)
            if label is None and (of_group := _of_group(sentence, text, spans)) is not None:
                return of_group
        if label is None:
            return None
        opens = the_one.match(sentence) is not None
        sentence = the_one.sub(label, sentence, count=1)
        sentence = capitalised(sentence) if opens else sentence
        sentence = sentence.replace(f"{label} himself ", f"{label} ")  # nobody has said that it is a man
        if noun == "witness":
            sentence = _HIS_STATEMENT.sub("the earlier ", sentence)
    return _with_vehicle(sentence, text, spans)


def as_matter_calls_him(sentence: str, text: str) -> str:
    """The sentence about "the applicant", if the matter always calls the accused so and speaks of other accused too."""
    parties = {match["party"].lower() for match in _SINGLE_PARTY.finditer(text)}
    if len(parties) != 1 or _THE_ACCUSED.search(text) or _PARTIES.search(text):
        return sentence
    party = parties.pop()
    return re.sub(r"\b([Tt])he\saccused\b(?!\s(?:persons|were|are|have))", rf"\1he {party}", sentence)


def _label_before(text: str, spans: Sequence[Span]) -> str | None:
    """The only accused whom the sentences of the mentions name before them: "A-2 sat behind; his case is a lift"."""
    labels: set[str] = set()
    for span in spans:
        bounds = sentence_bounds(text, span)
        if bounds is None or ACCUSED_LABEL.search(text, span.start, span.end):
            return None
        labels |= {match[0] for match in ACCUSED_LABEL.finditer(text, bounds.start, span.start)}
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
    if all(_THE_ACCUSED.search(_sentence_with_its_noun(text, span)) for span in spans) and spans:
        return "the accused"  # so does the matter itself call him there
    label = None
    if not ACCUSED_LABEL.search(text) and (names := _names_of_accused(text)):
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
    counted = Counter(match[0] for match in ACCUSED_LABEL.finditer(text)).most_common(2)
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
    named = [{match[0] for match in ACCUSED_LABEL.finditer(text, span.start, span.end)} for span in spans]
    return bool(clients and named) and all(labels and labels.isdisjoint(clients) for labels in named)


def _sentence_with_its_noun(text: str, span: Span) -> str:
    """The sentence of a mention, with the one before it where it begins with "he" or "his"."""
    sentence = sentence_bounds(text, span) or span
    if _BEGINS_WITH_PRONOUN.match(text, sentence.start):
        start = len(text[: sentence.start].rstrip())
        before = sentence_bounds(text, Span(start - 1, start)) if start else None
        return text[before.start if before is not None else sentence.start : sentence.end]
    return sentence.of(text)


def _names_of_accused(text: str) -> list[str]:
    """The names that follow "the accused" or "the appellants" in a text."""
    lists = [match["names"] for pattern in (_ACCUSED_BY_NAME, _CONVICTED_BY_NAME) for match in pattern.finditer(text)]
    return sorted({re.escape(name) for names in lists for name in re.findall(_A_NAME, names)}, key=len, reverse=True)


def _of_group(sentence: str, text: str, spans: Sequence[Span]) -> str | None:
    """The sentence about several accused, where the mentions speak of them together; None if they do not."""
    verb = _ONE_ACCUSED.search(sentence)
    if verb is None or not spans or not any(_GROUP.search(_sentence_with_its_noun(text, span)) for span in spans):
        return None
    return sentence[: verb.start("verb")] + _PLURAL[verb["verb"]] + sentence[verb.end("verb") :]


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
