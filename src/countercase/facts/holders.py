"""Whose role it is: the accused, the deceased, a side of the case; told only where the grammar ties the two."""

from countercase.facts.sentences import Words

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
# What may stand between a person and the role that the sentence gives him.
_LINKS = frozenset(
    "was is were are been had has have become became being who then a an the as working employed serving posted"
    " appointed functioning one of chief by profession young also started his her service herein present at that time"
    " in capacity only promoted officiated practising permanent temporary senior junior and thereafter its no nos"
    " first second third admittedly engaged carrying on business worked joined selected recruited having such named"
    " called mere grade ii iii iv i post relevant while during period old retired former head he she they said above"
    " years aged about year public private owner two three four five several girl boy woman man child minor january"
    " february march april may june july august september october november december st nd rd th".split()
)
# After a comma, only these still speak of the person before it: "the deceased, a minor girl".
_OPEN_A_CLAUSE = frozenset("a an who being while aged then one on was were is are".split())
_SOME_OF = frozenset("one two three some capacity post rank".split())
_OTHERS = frozenset("one two three four five several some other another his her their".split())
_PRONOUNS = frozenset({"he", "she", "they"})
_FAR = 16  # words between a person and his role; further off, they belong to something else
_NOT_THE_PERSON = frozenset({"s", "for", "against", "by", "behalf", "counsel", "advocate", "between", "with", "from"})


def holder_of(words: Words, first: int, last: int) -> str | None:
    """Who is said to be what words `first` to `last` name; None where the sentence does not say."""
    named = next((HOLDER_OF[word] for word in words.words[first + 1 : last] if word in HOLDER_OF), None)
    return named or _holder_before(words, first) or _holder_after(words, last)


def _holder_before(words: Words, first: int) -> str | None:
    begin, _ = words.sentence(first)
    names = 0
    pronoun = False
    for at in range(first - 1, max(begin, first - _FAR) - 1, -1):
        word = words.words[at]
        gap = words.gap(at)
        if ";" in gap or ":" in gap or ("," in gap and words.words[at + 1] not in _OPEN_A_CLAUSE):
            return None
        if word in HOLDER_OF:
            apart = at > begin and words.words[at - 1] in _NOT_THE_PERSON
            owns = words.words[at + 1] == "s"
            return None if owns or (apart and not pronoun) or at + 1 == first else HOLDER_OF[word]
        if _is_another(words, at):
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


def _is_another(words: Words, at: int) -> bool:
    """ "the director of a company" is not the company, nor "the respondent and three bank officials" the respondent."""
    if words.words[at] == "of":
        return words.words[at - 1] not in _SOME_OF
    return words.words[at] == "and" and words.words[at + 1] in _OTHERS


def _subject_before(words: Words, begin: int) -> str | None:
    """The person that the sentence before begins with: "The appellant ... . He was a constable"."""
    if begin == 0:
        return None
    start, end = words.sentence(begin - 1)
    for at in range(start, min(end, start + 4)):
        if words.words[at] in HOLDER_OF:
            joined = at + 1 < end and words.words[at + 1] == "and"  # two persons: "he" may be either
            return None if joined else HOLDER_OF[words.words[at]]
    return _subject_before(words, start) if words.words[start] in _PRONOUNS else None


def _holder_after(words: Words, last: int) -> str | None:
    """ "the constable, respondent herein", "a patwari (accused No. 1)"."""
    if last >= len(words.words):
        return None
    gap = words.gap(last - 1)
    at = last + 1 if words.words[last] == "the" and last + 1 < len(words.words) else last
    tied = gap.strip() in {"", "-", "/", "("} and (gap.strip() or at == last)
    return HOLDER_OF.get(words.words[at]) if tied else None
