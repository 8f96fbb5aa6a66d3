"""Finds the person who holds a role or an age, if the narrative allows only one answer."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from countercase.text.words import Words

# Who holds a role: the accused, the deceased or a side, if the grammar links the person and the role.

HOLDER_OF = {
    word: holder
    for holder, words in {
        "accused": "accused assailant assailants",
        "deceased": "deceased",
        "victim": "victim prosecutrix victims survivor",
        "petitioner": "appellant appellants petitioner petitioners client clients",
        "respondent": "respondent respondents",
        "complainant": "complainant informant complainants",
        "detenu": "detenu",
        "plaintiff": "plaintiff plaintiffs",
        "defendant": "defendant defendants",
        "claimant": "claimant claimants",
    }.items()
    for word in words.split()
}
CO_ACCUSED = "co-accused"
# Words that may come between a person and the role that the sentence gives.
_LINKS = frozenset(
    "was is were are been had has have become became being who then a an the as working employed serving posted"
    " appointed functioning one of chief by profession young also started his her service herein present at that time"
    " in capacity only promoted officiated practising permanent temporary senior junior and thereafter its no nos"
    " first second third admittedly engaged carrying on business worked joined selected recruited having such named"
    " called mere grade ii iii iv i post relevant while during period old retired former head he she they said above"
    " years aged about year public private owner two three four five several girl boy woman man child minor january"
    " february march april may june july august september october november december st nd rd th".split()
)
# After a comma, only these still refer to the person before it: "the deceased, a minor girl".
_OPEN_A_CLAUSE = frozenset("a an who being while aged then one on was were is are".split())
_SOME_OF = frozenset("one two three some capacity post rank".split())
_OTHERS = frozenset("one two three four five several some other another his her their".split())
_PRONOUNS = frozenset({"he", "she", "they"})
_PRONOUN_SENTENCES = 8  # consecutive sentences that begin with "he" and still mean the same person
_MOST_WORDS_BETWEEN = 16  # words between a person and a role; further apart, they are unrelated
_NOT_THE_PERSON = frozenset({"s", "for", "against", "by", "behalf", "counsel", "advocate", "between", "with", "from"})


def holder_of(words: Words, first: int, last: int) -> str | None:
    """The person described by words `first` to `last`, or None if the sentence does not say."""
    named = next((HOLDER_OF[word] for word in words.words[first + 1 : last] if word in HOLDER_OF), None)
    return named or _holder_before(words, first) or _holder_after(words, last)


def _holder_before(words: Words, first: int) -> str | None:
    begin, _ = words.sentence(first)
    names = 0
    pronoun = False
    for at in range(first - 1, max(begin, first - _MOST_WORDS_BETWEEN) - 1, -1):
        word = words.words[at]
        gap = words.gap(at)
        if ";" in gap or ":" in gap or ("," in gap and words.words[at + 1] not in _OPEN_A_CLAUSE):
            return None
        if word in HOLDER_OF:
            is_subject = at + 1 < first and (pronoun or not _is_not_the_subject(words, at))
            return _named_holder(words, begin, at) if is_subject else None
        if _is_another_person(words, at):
            return None
        if word in _PRONOUNS:
            pronoun = True
            if at == begin:
                return _subject_before(words, begin)
        if word not in _LINKS and not word.isdigit():
            names += 1
            if names > 4 or not words.text[words.starts[at]].isupper():
                return None
    return None


def _named_holder(words: Words, begin: int, at: int) -> str | None:
    """The holder that the word at `at` names, unless it refers to a possession or to kin."""
    word = words.words[at]
    if words.words[at + 1] == "s" or _is_kin_of(words, begin, at):
        return None
    return CO_ACCUSED if word == "accused" and words.words[at - 1 : at] == ["co"] else HOLDER_OF[word]


def _is_not_the_subject(words: Words, at: int) -> bool:
    return at > 0 and words.words[at - 1] in _NOT_THE_PERSON


def _is_kin_of(words: Words, begin: int, at: int) -> bool:
    """ "the brother of the accused was a constable" says nothing about the accused."""
    before = words.words[max(begin, at - 4) : at]
    return "of" in before and not _OTHER_PERSONS.isdisjoint(before[: before.index("of")][-1:])


def _is_another_person(words: Words, at: int) -> bool:
    """ "the director of a company" is not the company; "the respondent and three officials" is not the respondent."""
    if words.words[at] == "of":
        return words.words[at - 1] not in _SOME_OF
    return words.words[at] == "and" and words.words[at + 1] in _OTHERS


def _subject_before(words: Words, begin: int) -> str | None:
    """The person that the previous sentence begins with: "The appellant ... . He was a constable"."""
    for _ in range(_PRONOUN_SENTENCES):
        if begin == 0:
            return None
        start, end = words.sentence(begin - 1)
        for at in range(start, min(end, start + 4)):
            if words.words[at] in HOLDER_OF:
                is_one_of_two = at + 1 < end and words.words[at + 1] == "and"  # two persons: "he" may be either
                return None if is_one_of_two else HOLDER_OF[words.words[at]]
        if words.words[start] not in _PRONOUNS:
            return None
        begin = start
    return None


def _holder_after(words: Words, last: int) -> str | None:
    """ "the constable, respondent herein", "a patwari (accused No. 1)"."""
    if last >= len(words.words):
        return None
    gap = words.gap(last - 1)
    if gap == " " and words.words[last : last + 2] == ["co", "accused"]:
        return CO_ACCUSED
    at = last + 1 if words.words[last] == "the" and last + 1 < len(words.words) else last
    is_linked = gap.strip() in {"", "-", "/", "("} and (gap.strip() or at == last)
    return HOLDER_OF.get(words.words[at]) if is_linked else None


# A role in a bargain that a relative has who is no party: "A-2's father, 61, was surety for the tractor".
_RELATIVE_IS = re.compile(
    r"(?:['’]s|\b(?:his|her|their|my|client['’]s))\s(?:own\s|elder\s|younger\s|late\s)?"
    r"(?:(?:mother|father|brother|sister|daughter|son)[\s-]in[\s-]law|husband|wife|father|mother|brother|sister|son"
    r"|daughter"
    r"|uncle|aunt|cousin|nephew|niece|friend|neighbour)\b(?:\s(?-i:[A-Z])\w+){0,2}(?:,[^,.;]{1,30},"
    r"|\s?\([^()]{1,20}\))?\s"
    r"(?:was|is|stood|had\sstood|has\sstood|became|had\sbeen|alone\swas|only)\s(?:(?:only|also|as|an?|the|its|his|her"
    r"|sole|one|of|two)\s){0,4}\Z",
    re.IGNORECASE,
)
_PARTY_TOO = re.compile(
    r"\b(?-i:[ADRP])-\s?\d|\b(?:accused|defendants?|respondents?|sued|impleaded|part(?:y|ies)|arrayed|prosecuted"
    r"|petitioners?"
    r"|appellants?|clients?|noticee|opposite)\b",
    re.IGNORECASE,
)


def is_role_of_relative(sentence: str, start: int, end: int) -> bool:
    """Whether a relative has the role named from `start` to `end`, and nothing makes the relative a party."""
    if _RELATIVE_IS.search(sentence, max(0, start - 90), start) is None:
        return False
    return _PARTY_TOO.search(sentence, end) is None


# Whose age it is: by the mark or the trade right before it, by grammar, by name, or by a pronoun.

_HOLDER_OF_MARK = {
    "A": "accused",
    "R": "respondent",
    "P": "petitioner",
    "D": "defendant",
    "PW": "witness",
    "DW": "witness",
    "CW": "witness",
    "Petr": "petitioner",
    "Resp": "respondent",
}
_AGED = r"(?:\s?[,(]\s?|\s)(?:then\s|now\s)?(?:[Aa]ged?\s)?(?:about\s|only\s|around\s|abt\.?\s)?\Z"
_MARK = r"(?<![\w./-])(?P<mark>[PDC]W|Petr|Resp|(?<!Ex\.\s)(?<!Exh\.\s)(?<!by\s)[ARDP])\.?\s?-\s?[\dl]{1,2}"
# The trades of people in a matter who are mostly no party to it.
_TRADE = (
    r"(?:[Dd]river|[Cc]onductor|[Cc]leaner|[Pp]illion\srider|[Cc]yclist|[Pp]assenger|[Cc]onstable|[Hh]eadmaster"
    r"|[Tt]eacher"
    r"|[Cc]lerk|[Gg]uard|[Ww]atchman|[Dd]irector|[Pp]upil|[Oo]wner|[Mm]ilkman|[Ss]hopkeeper|[Mm]agistrate|[Ss]cribe"
    r"|[Dd]epositor"
    r"|[Nn]urse|[Ss]urgeon|[Ee]xpert|[Pp]anch|[Ss]arpanch|[Cc]ashier|[Ss]urety)"
)
_NAME = r"(?:\s(?!Dr\b|In\b|On\b)[A-Z][a-z.]+){0,2}"
_OPENS = r"(?:\A|[.;:(\n]\s?|\b(?:[Tt]he|said|one)\s)"
_MARK_AGED = re.compile(rf"{_MARK}{_NAME}{_AGED}")
_TRADE_AGED = re.compile(
    rf"(?:{_OPENS}(?P<trade>{_TRADE})(?:\sof\s(?:the\s)?[a-z]+|{_NAME}){_AGED}"
    rf"|\b(?P<whose>{_TRADE})['’]s\sage\b[^.;\d]{{0,15}}\Z|\b(?P<doctor>Dr)\.?{_NAME}{_AGED})"
)
# "R-2 (31)", "PW-3 Ramesh, 24 yrs,", "the driver (27 yrs)": a number of years beside a person is an age.
MARKED_AGE = re.compile(
    rf"(?:{_MARK}{_NAME}|{_OPENS}{_TRADE}{_NAME}|\bDr\.?{_NAME})\s?[,(]\s?(?:about\s|now\s|then\s)?\Z"
)
# "the deceased, a driver aged 30": the trade says who the person is.
_PERSON_WITH_TRADE = re.compile(
    rf"\b(?P<who>(?i:{'|'.join(HOLDER_OF)}))(?:\s(?:was|is|being|himself|herself))?,?\s(?:an?\s"
    rf"|the\s)?(?:[a-z]+\s)?(?:{_TRADE}){_AGED}"
)
# "PW-1 (son of the deceased, aged 17)": the witness, whoever he is related to.
_WITNESS_AGED = re.compile(rf"\b[PDC]W\.?\s?-?\s?[\dl]{{1,2}}{_NAME}\s?[(,][^().;/\n]{{1,35}}{_AGED}")
_AGE_REACH = 60  # characters between a mark or a trade and the age


def age_beside(text: str, start: int, role: str | None) -> str | None:
    """Whose age starts at `start`, if a mark or a trade right before it says so; `role` is the nearest noun."""
    begin = max(0, start - _AGE_REACH)
    person = _PERSON_WITH_TRADE.search(text, begin, start)
    if person is not None:
        return HOLDER_OF[person["who"].lower()]
    marked = _MARK_AGED.search(text, begin, start)
    if marked is not None:
        return _HOLDER_OF_MARK[marked["mark"]]
    trade = None if role else _TRADE_AGED.search(text, begin, start)
    if trade is None:
        return None
    return "doctor" if trade["doctor"] else (trade["trade"] or trade["whose"]).lower()


def witness_aged(text: str, start: int) -> str | None:
    """ "witness" if the age at `start` is that of a witness who is somebody's relation."""
    return "witness" if _WITNESS_AGED.search(text, max(0, start - _AGE_REACH), start) else None


_PRONOUN_OF = {"he": "he", "his": "he", "him": "he", "she": "she", "her": "she"}
# Other people: an age after one of these does not belong to the person before it.
_OTHER_PERSONS = frozenset(
    "father mother son daughter wife husband brother sister uncle nephew niece boy girl child children man woman lady"
    " person cousin widow friend neighbour witness sons daughters brothers sisters parents grandson"
    " granddaughter".split()
)
_NOT_NAMES = frozenset(
    "the in on at by he she it they section sections article court high supreme act january february march april may"
    " june july august september october november december his her their our this that no nos smt shri mr mrs dr sri ms"
    " police station village district sessions judge state pw dw a an and but when after before as since if thereafter"
    " however thus therefore for with from to of is was were are one both all".split()
)
_TITLES = frozenset({"shri", "smt", "mr", "mrs", "dr", "sri", "ms", "no", "nos", "kumari"})
_FEMALE = frozenset({"prosecutrix"})
_SENTENCES_BACK = 2
_WORDS_BACK = 60  # words back to a person; a longer sentence is a table or a list
_CHARGED = (
    r"(?:charged|convicted|arrested|sentenced|acquitted|tried|prosecuted|accused|chargesheeted|guilty|trial|custody)"
)
_SIDE_WORD = {"petitioner": r"(?:appellants?|petitioners?|our\sclients?)", "respondent": r"respondents?"}


class Persons:
    """The persons of a narrative, read on first use."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def aged(self, at: int) -> str | None:
        """Whose age is at word `at`; None if several persons are possible, or none."""
        if at >= len(self._words.words):
            return None
        return holder_of(self._words, at, at + 1) or self._nearest_before(at)

    def as_accused(self, holder: str | None) -> str | None:
        """The holder, or "accused" for a side of the appeal that is charged: the law tests the age of the accused."""
        is_side = holder in _SIDE_WORD
        return "accused" if is_side and holder in self._charged else holder

    def _nearest_before(self, at: int) -> str | None:
        """Search back through the sentence to the nearest person; a pronoun leads to the person it stands for."""
        begin = max(self._words.sentence(at)[0], at - _WORDS_BACK)
        pronoun: str | None = None
        first, last = bisect_left(self._references, begin), bisect_left(self._references, at)
        for index in reversed(self._references[first:last]):
            word = self._words.words[index]
            if word in _PRONOUN_OF and (pronoun is not None or not self._is_possessive(index)):
                pronoun = pronoun or _PRONOUN_OF[word]
            elif word in _OTHER_PERSONS and pronoun is None:
                return None
            elif word in HOLDER_OF and pronoun is not None:
                return self._holder_if_gender_fits(word, pronoun)
            elif self._is_name(index):
                return self._named.get(self._words.words[self._first_word_of_name(index, begin)])
        return self._in_earlier_sentences(begin, pronoun) if pronoun else None

    @cached_property
    def _references(self) -> list[int]:
        """The positions of all pronouns, of words for persons, and of names."""
        words_for_persons = _PRONOUN_OF.keys() | _OTHER_PERSONS | HOLDER_OF.keys()
        return [at for at, word in enumerate(self._words.words) if word in words_for_persons or self._is_name(at)]

    def _is_possessive(self, index: int) -> bool:
        """ "his" and "her" before a noun: someone else's age may follow."""
        return self._words.words[index] in {"his", "her", "him"}

    def _in_earlier_sentences(self, begin: int, pronoun: str) -> str | None:
        """The only person in the sentences before, else the only one in the narrative."""
        previous = self._words.sentence(begin - 1)[0] if begin else 0
        if begin and self._is_name(previous) and self._words.words[previous] in self._named:
            return self._named[self._words.words[previous]]
        start = begin
        for _ in range(_SENTENCES_BACK):
            start = self._words.sentence(start - 1)[0] if start > 0 else 0
        near = self._mentions_between(max(start, begin - 2 * _WORDS_BACK), begin)
        holders = {holder for _, word in near if (holder := self._holder(word, pronoun))}
        if not holders:
            holders = {holder for holder, first in self._first_mentions[pronoun].items() if first < begin}
        return holders.pop() if len(holders) == 1 else None

    def _mentions_between(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        """Words and names for persons, with their positions."""
        for at in range(first, last):
            word = self._words.words[at]
            if word in HOLDER_OF or (word in self._named and self._is_name(at)):
                yield at, word

    def _holder(self, word: str, pronoun: str) -> str | None:
        return self._holder_if_gender_fits(word, pronoun) if word in HOLDER_OF else self._named[word]

    @cached_property
    def _first_mentions(self) -> dict[str, dict[str, int]]:
        """The first mention of each person that a pronoun may refer to."""
        first: dict[str, dict[str, int]] = {"he": {}, "she": {}}
        for at, word in self._mentions_between(0, len(self._words.words)):
            for pronoun, holders in first.items():
                holder = self._holder(word, pronoun)
                if holder is not None:
                    holders.setdefault(holder, at)
        return first

    def _holder_if_gender_fits(self, word: str, pronoun: str) -> str | None:
        return None if pronoun == "he" and word in _FEMALE else HOLDER_OF[word]

    def _is_name(self, at: int) -> bool:
        first = self._words.text[self._words.starts[at]]
        return first.isupper() and len(self._words.words[at]) > 2 and self._words.words[at] not in _NOT_NAMES

    def _first_word_of_name(self, at: int, begin: int) -> int:
        while at > begin and self._words.gap(at - 1) == " " and self._is_name(at - 1):
            at -= 1
        return at

    @cached_property
    def _named(self) -> dict[str, str]:
        """First names beside a word for a person: "our client Sunil Barela", "Kavita (deceased)"."""
        tokens, names = self._words.words, dict[str, set[str]]()
        for at, word in enumerate(tokens):
            if word not in HOLDER_OF:
                continue
            name = at + 1
            while name < len(tokens) and (tokens[name] in _TITLES or tokens[name].isdigit()):
                name += 1
            ties = {" ", "-"} if name == at + 1 else {" ", ". "}  # "accused Smt. Rani", not "the accused. Rani"
            if name < len(tokens) and self._words.gap(name - 1) in ties and self._is_name(name):
                names.setdefault(tokens[name], set()).add(HOLDER_OF[word])
            if at and self._words.gap(at - 1) in {" (", "("} and self._is_name(at - 1):
                names.setdefault(tokens[self._first_word_of_name(at - 1, 0)], set()).add(HOLDER_OF[word])
        return {name: holders.pop() for name, holders in names.items() if len(holders) == 1}

    @cached_property
    def _charged(self) -> frozenset[str]:
        """The sides that the narrative says are charged."""
        lower = self._words.lower
        sides = set()
        for side, word in _SIDE_WORD.items():
            charged = rf"\b{word}\b[^.;]{{0,70}}\b(?:is|are|was|were|been|stands?|stood)\s(?:\w+\s){{0,2}}{_CHARGED}\b"
            called_accused = rf"\baccused[\s/-]{word}|\b{word}[\s/-]accused|\bconviction\sof\s(?:the\s)?{word}"
            convicted = rf"\b(?:convict|sentenc|acquitt)(?:ed|ing)\s(?:the\s)?{word}"
            if re.search(f"{charged}|{called_accused}|{convicted}", lower):
                sides.add(side)
        return frozenset(sides)
