"""Whose age a stated age is: the accused, the victim or the deceased, if the words allow only one answer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from countercase.domain.span import Span
from countercase.facts.lines.profile import MatterProfile

ACCUSED, VICTIM, DECEASED, CHILD, OTHER = "accused", "victim", "deceased", "child", "other"
_KIN = (
    r"(?:father|mother|brother|sister|uncle|aunt|cousin|nephew|wife|widow|husband|friend|class-?mate|neighbour|grand\s?(?:father|mother)|parents?"
    r"|(?:mother|father|brother|sister)-in-law|room-?mate|companion|room\s?mate|bhabhi|bua|mausi|in-laws?|colleague|teacher|master|tutor|employer|landlord)"
)
_WHOSE = r"(?:the\s|his\s|her\s|their\s|an?\s|one\s|our\s|my\s)?"
# Persons as a text names them. The first alternative that fits at a place wins, so those that name kin come first.
_PERSONS = re.compile(
    rf"(?P<other>\b(?:an?other|other|second|elder|younger|eldest|youngest|step)\s(?:\w+\s)?(?:pupil|girl|boy|child|children|student|victim|accused|son|daughter|sister|brother)s?\b"
    rf"|\b{_KIN}s?\b(?:\sof\s{_WHOSE}(?:accused|victim|prosecutrix|deceased|girl|boy|child|appellant|complainant|informant|survivor|pw-?\d+))?"
    r"|\b(?:accused|appellant|petitioner|master|tutor|teacher|deceased|victim|girl|a-?\d{1,2})(?:'s|’s)\s(?:own\s)?(?:\w+\s)?(?:son|daughter|child|boy|girl|wife|cousin|friend)\b"
    r"|\bco-?\s?accused\b|\b[pdc]\.?w\.?\s?-?\s?\d{1,2}\b|\b(?:eye-?)?witness(?:es)?\b|\b(?:complainant|informant|driver|doctor|constable|inspector|i\.o\.|owner|conductor|cleaner|guard|advocate|magistrate|judge|warden|principal|passenger|pillion)\b)"
    r"|(?P<accused>\b(?:child|juvenile|boy|girl)s?\sin\sconflict(?:\swith\s(?:the\s)?law)?|\b(?:main\s|prime\s|sole\s|present\s)?(?:accused|accd?\b\.?)(?:\s?(?:no\.?|number)\s?\d{1,2}|-\d{1,2})?|\ba\s?-?\s?\d{1,2}\b(?!\s?(?:years|yrs|months))|\b(?:appellant|applicant|petitioner|petnr|convict|respondent)(?:\s?(?:no\.?\s?)?-?\d{1,2}\b)?|\b[cj]\.?c\.?l\b\.?|\bjuvenile\b(?!\s(?:justice|board|court))"
    r"|\b(?:our\s|the\s)?client\b|\b(?:first\s|young\s|youthful\s)offender\b|\bunder-?\s?trial\b|\bdelinquent\b|\bmy\s(?:son|brother|nephew)\b|\bone\sof\s(?:them|the\s(?:accused|appellants|men|convicts))\b|\b(?:the\s)?youngest\b(?!\s(?:son|daughter|child)))"
    r"|(?P<victim>\b(?:victim|prosecutrix|survivor|px)\b)"
    r"|(?P<deceased>\b(?:deceased|dec['’]?d\b\.?|decd\b\.?)(?:\s(?:girl|boy|student|child|woman|man|wife))?)"
    rf"|(?P<child>\b(?:school-?\s?|college\s)?(?:girl|boy|lad|child|minor|kid|niece|pupil|student|teenager|daughter|son|ward|toddler)\b(?:\sof\s{_WHOSE}(?:complainant|informant|pw-?\d+|neighbour|[a-z]+))?)"
    r"|(?P<she>\b(?:she|her|herself)\b)|(?P<he>\b(?:he|his|him|himself)\b)"
)
_PARENTAGE = re.compile(r"\b[dsw]/o\s(?:(?:shri|late|smt\.?|mr\.?)\s)?[A-Za-z]+(?:\s[A-Z][a-z]+){0,2}")
_NAME = re.compile(
    r"\b[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,}){0,2}\b|(?<![\w.-])[\"'“‘]?[B-HJ-Z](?:\.[A-Z])?[\"'”’]?(?=\.?,?\s|\.?,|\s\(|\))(?!\.[A-Z]\.)"
)
_NOT_NAMES = frozenset(
    "the and but his her she this that these they there then when what where for from with under after before about"
    " only school register admission municipal birth certificate matric date offence murder rape charge police station"
    " section act code sessions court high supreme judge january february march april may june july august september"
    " october november december class aadhaar panchayat govt government plea scholar entry student boy girl victim"
    " accused deceased prosecutrix survivor minor child appellant petitioner juvenile little miss smt shri kumari"
    " master baby pocso aged age ld special gang night fir dob going conviction dacoity being per also not both our"
    " all one two three four five was had has who now pw dw medical ossification doctor report according evidence"
    " prosecution defence trial statement hospital radiological board thus hence since while though even still here"
    " such some later earlier thereafter meanwhile documents papers record records matriculation headmaster"
    " headmistress principal ration voter passport corporation nagar palika transfer leaving proof dental opinion"
    " finding held case matter story facts brief note dates ground incident occurrence arrest bail appeal memo"
    " complaint copy mother father sister brother college civil district justice kidnapping abduction robbery village"
    " mahila".split()
)
_TITLE = re.compile(
    r"\b(?:little|miss|km\.?|kumari|baby|master|one|ms\.?|smt\.?|shri|named|called|namely|no\.?\s?\d{1,2}|@\s?\w+|of\s\w+)\s?\Z"
)
# Boundaries of a sentence; the full stop after an initial or an abbreviation is none.
_SENTENCE_END = re.compile(
    r"(?<=[a-z\d)\"”]{2})(?<!\bno)(?<!\bnos)(?<!\bdt)(?<!\bmr)(?<!\bdr)(?<!\bld)(?<!\bkm)(?<!\bsmt)"
    r"(?<!\byrs)(?<!\bsec)(?<!\bacc)(?<!\brs)(?<!\baddl)(?<!\bcert)(?<!\bhon)\.(?=\s)|[;?!](?=\s)|\n"
)
_GIRLS = frozenset("girl daughter prosecutrix she her herself px".split())
_BOYS = frozenset("boy lad son he his him himself".split())
_MEN = _BOYS | {"father", "brother", "uncle", "husband", "nephew", "master", "headmaster", "driver"}
_WOMEN = frozenset({"mother", "sister", "wife", "aunt", "widow"})
_FEMALE_OTHER = re.compile(
    r"\b(?:mother|sister|wife|aunt|widow|bhabhi|daughter-in-law|sister-in-law|mother-in-law|lady|madam|mrs|smt)\b"
)
_TAKEN = re.compile(
    r"[^.;\n]{0,60}?\b(?:lifted|kidnapped|abducted|taken|took|enticed|lured|picked\sup|whisked|went\smissing|missing|left\s(?:home|for|the|her|his)|eloped|went\saway|went\swith|did\snot\sreturn|raped|ravished|was\sstalked|was\smolested|was\stouched)\b"
)
_ENDED_LIFE = re.compile(
    r"[^.;\n]{0,80}?\b(?:hanged|hung|hanging|jumped|leapt|consumed|swallowed|drank|took\s(?:poison|pills|his|her|own)|suicide|ended\s(?:his|her)|poison|set\sherself|set\shimself|immolat\w+|died|found\sdead|drowned|killed|crushed|run\sover|succumbed|lost\s(?:his|her)\slife)\b"
)
# "the child's nurse" is not the child; "the child's birth certificate" is about the child.
_OWNS = re.compile(
    r"['’]s\s(?!(?:\w+\s){0,2}(?:age|aged|birth|date|dob|d\.o\.b|certificate|register|record|admit|mark-?sheet|card|aadhaar|matric\w*|school|t\.?c\b|horoscope|passport|sscs?|hsc|case|plea|name|client))"
)
_YEAR_OLD = re.compile(
    r"[\s-]old\s(?!(?:when|on|at|and|but|by|as|then|in|who|that|while|according|per|or|to|from|was|is|had|has|with|if|he|she|it|the|a|an|there|only|now|today)\b)(?:(?:minor|deaf|mute|innocent|poor|school|college|dalit|tribal|mentally|ill|step)\s)*"
)
_IS_OBJECT = re.compile(r"(?<!\bage)\s(?:by|with|from|against|to|for|of)\s(?:the\s)?\Z")
_WAS = re.compile(r"\b(?:was|is)\b")
_WHO_WAS = re.compile(r",?\swho\s[^,.;\n]{1,50}\s(?:was|is)\s(?:(?:only|just|barely|about|then|aged)\s){0,2}")
_REPORTED = re.compile(
    r"\b(?:told|said|says|stated|states|informed|deposed|admitted|claimed|claims)\b[^.;\n]{0,40}\bthat\s\Z"
)
_TITLED_WOMAN = re.compile(r"\b(?:ms|miss|km|kumari|smt|mrs)\b\.?[^.;\n]{0,30}\Z")
_APPOSITION = re.compile(r",\s(?:(?:the|a|an)\s)?(?:(?:\w+|\d{1,2}(?:st|nd|rd|th)\sstd)\s)?")
_IS_A = re.compile(
    r"['’\"”]?\s(?:himself\s|herself\s)?(?:is|was)\s(?:then\s|only\s|just\s|himself\s|still\s)?(?:a|an|the)\s(?:mere\s|young\s|small\s|little\s)?"
)
_END_OF_APPOSITION = re.compile(r"(?:\s(?:of|for|in|at|from)\s[^,.;\n]{1,30})?,")
_BRACKETED = re.compile(r"\s?\((?:the\s|his\s|her\s|a\s)?")
_OFFICIAL = re.compile(r"judge|magistrate|doctor|constable|inspector|i\.o\.|advocate|warden|principal|driver|owner")
_MINORS_AGE = re.compile(
    r"\s(?:was|is)\s(?:(?:only|just|barely|about|then|hardly)\s){0,2}(?:[3-9]|1[0-7]|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven)teen)\b"
)
_BOARD = re.compile(r"\b(?:jjb|j\.j\.b|board|in\sconflict|ccl)\b")
_HARMED = re.compile(
    r"\b(?:murder|killing|death|rape|assault|kidnapping|body|strangulation|killed|strangled|raped|hit|of)\s(?:(?:of|on|an?|the|one|minor|small)\s){0,3}\Z"
)
_WITNESS_NUMBER = re.compile(r"[pdc]\.?w\.?\s?-?\s?\d{1,2}")
# What the child before the Board is said to have done: "the girl of 17, driving her uncle's car, ran over a cyclist".
_DID_IT = re.compile(
    r"(?:\s?\([^()\n]{1,60}\))?,?\s(?:who\s|while\s|then\s|had\s|has\s|is\ssaid\sto\shave\s){0,2}(?:driving|drove|stabb(?:ed|ing)|struck|pushed|hit|fired|shot|ran\sover|snatched|stole|threw|gave|dealt|beat|strangled|set\sfire|riding|rode)\b"
)
_REACH = 130  # characters before an age in which its person is named
_PRONOUN_REACH = 260
_PRONOUN_GAP = 24
_LINK = re.compile(
    r"[\s,:;.(\"'“”’–-]*(?:(?:was|is|being|had|has|completed|turned|then|aged|age|about|only|just|hardly|barely|a|an|the|who|now|student|minor|child|girl|boy|smt|km|named|of|at|no|alias|@|who\swas|[a-z]\b\.?)[\s,:.(\"'“”’–-]*){0,5}"
)


@dataclass(frozen=True, slots=True)
class Owner:
    """The person whose age it is, and the sex if the words give it."""

    person: str
    is_boy: bool | None


@dataclass(frozen=True, slots=True)
class _Mention:
    kind: str
    word: str
    span: Span


class AgedPersons:
    """The persons of a matter, for telling whose age a stated age is."""

    def __init__(self, matter: MatterProfile, turns_on_victim: bool, turns_on_deceased: bool) -> None:
        self._matter = matter
        self._turns_on_victim = turns_on_victim
        self._turns_on_deceased = turns_on_deceased

    def owner(self, age: Span, is_close: bool) -> Owner | None:
        """The person named last before an age; `is_close` asks that nothing but a name and a link come between."""
        attributive = _YEAR_OLD.match(self._matter.lower, age.end)
        if attributive is not None:
            return self._person_at(attributive.end(), age)
        start = self._sentence_start(age.start)
        named = list(self._mentions(start, age.start))
        if not named:
            return None
        described = self._described_by_clause(named, age)
        return self._as_owner(described, age) if described else self._last_named(named, age, start, is_close)

    def _last_named(self, named: list[_Mention], age: Span, start: int, is_close: bool) -> Owner | None:
        """The person named last in the sentence that begins at `start`, if the words between allow it."""
        last = named[-1]
        if last.kind in {OTHER, CHILD} and len(named) > 1 and self._is_in_apposition(named[-2], last):
            last = named[-2]
        between = self._matter.lower[named[-1].span.end : age.start]
        is_pronoun = last.kind in {"she", "he"}
        if is_close and (_LINK.fullmatch(between) is None or (is_pronoun and len(between) > _PRONOUN_GAP)):
            return None
        if is_pronoun:
            resolved = self._person_of_pronoun(last, named[:-1], start)
            return Owner(resolved.person, last.kind == "he") if resolved else None
        before = self._matter.lower[max(0, last.span.start - 24) : last.span.start]
        is_object = _IS_OBJECT.search(before) and _WAS.search(between)  # "the gun used by A-1 was 17 years old"
        return None if is_object else self._as_owner(last, age)

    def _described_by_clause(self, named: list[_Mention], age: Span) -> _Mention | None:
        """ "The girl who took poison was sixteen"."""
        for mention in named:
            clause = self._matter.lower[mention.span.end : age.start]
            if mention.kind not in {"she", "he"} and _WHO_WAS.fullmatch(clause):
                return mention
        return None

    def _is_in_apposition(self, person: _Mention, kin: _Mention) -> bool:
        """ "Appellant no. 2, the younger brother, was sixteen": kin that only describes the person before."""
        lower = self._matter.lower
        between = lower[person.span.end : kin.span.start]
        if person.kind not in {ACCUSED, VICTIM, DECEASED} and (kin.kind == CHILD or person.kind == OTHER):
            return False  # "PW-1, a girl of 16": the child is the person, not a description of her
        if _IS_A.fullmatch(between):  # "the accused is a boy of six"
            return person.kind == ACCUSED
        if _BRACKETED.fullmatch(between):  # "A-2 Jassa (son), age 17", "victim (PW-1), 15"
            return lower.startswith(")", kin.span.end)
        if _WITNESS_NUMBER.fullmatch(kin.word):  # "Victim PW-1, 26"
            return between in {" ", ", "}
        return _APPOSITION.fullmatch(between) is not None and _END_OF_APPOSITION.match(lower, kin.span.end) is not None

    def _person_at(self, position: int, age: Span) -> Owner | None:
        """ "a 17-year-old school girl": the person stands after the age."""
        match = _PERSONS.match(self._matter.lower, position)
        if match is None or match.lastgroup in {"he", "she", OTHER}:
            return None
        return self._as_owner(_Mention(match.lastgroup or "", match[0], Span(*match.span())), age)

    def _as_owner(self, mention: _Mention, age: Span) -> Owner | None:
        """The role of a mention in this matter."""
        words = set(re.findall(r"[a-z]+", mention.word))
        is_boy = True if words & _BOYS else False if words & _GIRLS else self._sex_beside(age)
        kind = mention.kind
        if kind == "name":
            kind = self._role_of_unknown_name(age)
        if kind == CHILD:
            kind = self._role_of_child(mention, age, is_boy)
        return Owner(kind, is_boy) if kind in {ACCUSED, VICTIM, DECEASED} else None

    def _role_of_child(self, mention: _Mention, age: Span, is_boy: bool | None) -> str:
        """A child is the victim if the charge turns on one's age, and the deceased if it is said to have died."""
        if self._turns_on_victim:
            is_doubtful = is_boy is True and self._speaks_of_a_girl and not self._is_juvenile_free
            return OTHER if is_doubtful else VICTIM
        lower = self._matter.lower
        before = lower[max(0, mention.span.start - 40) : mention.span.start]
        did_it = mention.word == "child" or _DID_IT.match(lower, age.end) is not None
        if self._is_of_the_board and did_it and not _HARMED.search(before):
            return ACCUSED  # "Child aged 11 struck his cousin": so the Act calls the one before the Board
        died = _ENDED_LIFE.match(lower, age.end) or _ENDED_LIFE.match(lower[: age.start], mention.span.end)
        return DECEASED if self._turns_on_deceased and died else OTHER

    @cached_property
    def _speaks_of_a_girl(self) -> bool:
        return re.search(r"\b(?:girl|prosecutrix|daughter|she)\b", self._matter.lower) is not None

    @cached_property
    def _is_of_the_board(self) -> bool:
        return _BOARD.search(self._matter.lower) is not None and self._matter.topic("juvenile")

    @cached_property
    def _is_juvenile_free(self) -> bool:
        """Whether nobody is said to be a juvenile in conflict with law, so that a boy in the text is no accused."""
        return not self._matter.topic("juvenile") and not self._matter.acts & {"JJ", "JJ2000", "JJ1986"}

    def _role_of_unknown_name(self, age: Span) -> str:
        """A person only named: the one who was taken away or ended her life, by what the sentence goes on to say."""
        lower, end = self._matter.lower, age.end
        if self._turns_on_victim and _TAKEN.match(lower, end):
            return VICTIM
        return DECEASED if self._turns_on_deceased and _ENDED_LIFE.match(lower, end) else OTHER

    def _sex_beside(self, age: Span) -> bool | None:
        """ "Sunita, 17 years by her mark sheet": the pronoun after an age."""
        if _TITLED_WOMAN.search(self._matter.lower[max(0, age.start - 40) : age.start]):
            return False
        after = re.search(r"\b(?:his|her|he|she|him)\b", self._matter.lower[age.end : age.end + 50])
        return None if after is None else after[0] in {"his", "he", "him"}

    def _person_of_pronoun(self, pronoun: _Mention, named: list[_Mention], start: int) -> Owner | None:
        """The person that "he" or "she" stands for: named in the same sentence, else the last one before it."""
        is_she = pronoun.kind == "she"
        is_child = _MINORS_AGE.match(self._matter.lower, pronoun.span.end) is not None
        for first, last in ((start, pronoun.span.start), (max(0, start - _PRONOUN_REACH), start)):
            candidates = named if first == start else list(self._mentions(first, last))
            if first == start and _REPORTED.search(self._matter.lower[start : pronoun.span.start]):
                candidates = candidates[:1]  # "the girl told the Magistrate that she was fourteen"
            for mention in reversed(candidates):
                if is_child and _OFFICIAL.fullmatch(mention.word):
                    continue
                if self._may_be(mention, is_she):
                    return self._as_owner(mention, pronoun.span)
        return Owner(VICTIM, False) if is_she and self._turns_on_victim and not self._names_other_woman else None

    @cached_property
    def _names_other_woman(self) -> bool:
        return _FEMALE_OTHER.search(self._matter.lower) is not None

    def _may_be(self, mention: _Mention, is_she: bool) -> bool:
        """Whether a pronoun may stand for a person: "she" for no boy, "he" for no girl."""
        if mention.kind in {"she", "he"}:
            return False
        words = set(re.findall(r"[a-z]+", mention.word))
        if is_she:
            is_accused = mention.kind == ACCUSED and self._turns_on_victim  # a man, nearly always
            is_place = mention.kind == "name" and self._matter.lower.startswith(("'s", "’s"), mention.span.end)
            return not is_accused and not is_place and not words & _MEN
        is_girl = mention.kind == VICTIM and self._turns_on_victim and self._speaks_of_a_girl
        return not is_girl and not words & (_GIRLS | _WOMEN)

    def _sentence_start(self, position: int) -> int:
        low = max(0, position - _REACH)
        ends = [match.end() for match in _SENTENCE_END.finditer(self._matter.text, low, position)]
        return ends[-1] if ends else low

    def _mentions(self, start: int, end: int) -> Iterator[_Mention]:
        """The persons named between two offsets, in order. A name takes the role of the word before it."""
        text = _PARENTAGE.sub(lambda match: " " * len(match[0]), self._matter.text[start:end])
        lower = text.lower() if len(text.lower()) == len(text) else self._matter.lower[start:end]
        mentions = [
            _Mention(
                OTHER if _OWNS.match(lower, match.end()) else match.lastgroup or "",
                match[0],
                Span(start + match.start(), start + match.end()),
            )
            for match in _PERSONS.finditer(lower)
        ]
        for match in _NAME.finditer(text):
            words = match[0].strip("\"'“”‘’").lower().split()
            while words and words[0] in _NOT_NAMES:
                words.pop(0)
            if not words or not _NOT_NAMES.isdisjoint(words):
                continue
            span = Span(start + match.end() - len(" ".join(words)), start + match.end())
            if any(span.overlaps(other.span) for other in mentions):
                continue
            name = words[0]
            before = next((other for other in reversed(mentions) if other.span.end <= span.start), None)
            kind = self._role_of_name(name, before, span)
            if kind is not None:
                word = before.word if before is not None and kind == before.kind else name
                mentions.append(_Mention(kind, word, span))
                mentions.sort(key=lambda mention: mention.span)
        yield from mentions

    def _role_of_name(self, name: str, before: _Mention | None, span: Span) -> str | None:
        """The role of a name: that of the person word right before it, else as the text calls the name elsewhere."""
        if before is not None and before.kind not in {"she", "he"}:
            gap = self._matter.text[before.span.end : span.start]
            gap = _TITLE.sub("", gap.lower()).strip(" \"'“‘.,:-–(@")
            if not gap or gap in {"alias", "urf"}:
                return before.kind
        if len(name) <= 3 and not name.isalpha():
            name = name[0]
        known = self._roles_of_names.get(name)
        if known is not None:
            return known
        if len(name) == 1:
            return VICTIM if self._turns_on_victim and name not in {"l", "o", "s", "u", "t", "j"} else None
        return "name"

    @cached_property
    def _roles_of_names(self) -> dict[str, str]:
        """Names that the text ties to one role only: "accused Ravi", "Meena (victim)", "boy Aditya"."""
        text = self._matter.text
        roles: dict[str, set[str]] = {}
        for match in _PERSONS.finditer(self._matter.lower):
            if match.lastgroup in {"he", "she", None}:
                continue
            after = _NAME_AFTER.match(text, match.end())
            if after is not None and after["name"].lower() not in _NOT_NAMES:
                roles.setdefault(after["name"].lower(), set()).add(match.lastgroup or "")
            before = _NAME_BEFORE.search(text, max(0, match.start() - 24), match.start())
            if before is not None and before["name"].lower() not in _NOT_NAMES:
                roles.setdefault(before["name"].lower(), set()).add(match.lastgroup or "")
        return {name: next(iter(kinds)) for name, kinds in roles.items() if len(kinds) == 1}


_NAME_AFTER = re.compile(
    r"(?:'s)?(?:\s(?:is|was)\b(?:\sone\b)?)?[\s,:.(-]{1,3}(?:(?:[Nn]o\.?\s?\d{1,2}|[Ll]ittle|Km\.?|Kumari|Smt\.?|Shri|Baby|namely|named)[\s,.:-]{1,2})?[\"'“‘]?(?P<name>[A-Z][a-z]{2,}|[B-HJ-Z](?=[\"'”’.,\s]))"
)
_NAME_BEFORE = re.compile(r"\b(?P<name>[A-Z][a-z]{2,})(?:\s[A-Z][a-z]+)?\s?\(\s?(?:the\s)?\Z")
