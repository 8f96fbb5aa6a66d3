"""What the text says about a thing it names: asserted, denied, doubted, rejected, awaited or hypothetical.

A noun is denied by a "no" attached to it ("no FIR was lodged"): this module reads that scope. An act is denied by any
"no" in its clause ("no pistol was recovered"): `assertion` reads that, and also what is hypothetical, awaited or a
statement of law, as it does for ingredients.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from countercase.facts import absence, assertion, other_matters
from countercase.text.words import Words

_NO = frozenset({"no", "without", "sans", "non", "disproved", "unproved"})
_NOT = frozenset({"not", "n0t", "never", "nor", "neither", "cannot", "nobody", "none"})
_DENIED = frozenset({"denied", "denies", "denying", "disproved", "failed", "refused", "declined", "refuted"})
_ABSENCE = frozenset({"absence", "lack", "want", "dearth", "non"})
_HARMLESS_AFTER_NO = frozenset({"doubt", "longer", "only", "merely", "less", "more", "sooner", "way"})
# Only these words may come between "not" and the thing.
_MAY_INTERVENE = frozenset(
    "a an any the his her their its such been be being have had has to of valid independent other direct cogent"
    " reliable single proper written prior previous clear specific evidence proof material one made make given give"
    " having caused cause committed commit done do recorded lodged produced there is was were did does proved proving"
    " established establish found find in guilty with for supplied issued taken take held receive received reasonable"
    " sufficient adequate corroborative actual formal real copy either or even named known produce lodge record obtain"
    " adduce furnish supply serve issue examine file bring hold some demand demanded register registered"
    " sustain sustained suffer served sent shown put yet"
    " suffered inflict inflicted".split()
)
# Any adjective may come between "no" and the thing, but none of these words.
_NEVER_INTERVENE = frozenset(
    "by in on to with from at was were is are be been and but although though however whereas while when after"
    " because since if which who that as he she it they has have had did does could would".split()
)
_BREAKS = frozenset("but although though however whereas while when after because since if which who that as".split())
_DOUBT = frozenset(
    "alleged disbelieved purported so-called supposed retracted doubtful disputed concocted fabricated suspicious"
    " inadmissible".split()
)
_BE = frozenset("was were is are has have had could did does been be being would can will shall may".split())
_MISSING = frozenset(
    "recorded lodged registered held conducted produced examined found available obtained recovered served issued"
    " made taken filed given granted executed supplied furnished done there present forthcoming placed exhibited"
    " prepared seized sent proved established afforded joined associated cited offered raised set drawn recorded"
    " complied called summoned collected preserved lifted sought carried annexed attached tendered performed"
    " traced located submitted received alleged pleaded suggested took happened existed occurred came".split()
)
# "not recorded by a Magistrate" denies the manner, not the thing.
_MANNER = frozenset("by before in within immediately promptly properly correctly".split())
_DONE_IN_A_MANNER = frozenset("recorded lodged made prepared executed drawn".split())
_DOUBTED = frozenset(
    "retracted doubted disputed denied doubtful suspicious challenged unreliable false fabricated concocted impeached"
    " contradicted".split()
)
_REJECTED = frozenset("disbelieved discarded rejected negatived repelled ruled excluded disproved".split())
_ABSENT = frozenset({"absent", "lacking", "wanting", "missing", "nil"})
_BELIEVED = frozenset({"believed", "reliable", "relied", "trustworthy", "accepted", "pressed"})
_UNREALISED = frozenset(
    "attempt attempted attempting tried trying threatened threatening threat threats intention intent intending"
    " intended wanted wants want plan planned planning order decided possibility apprehension apprehended danger"
    " fear feared suspicion likelihood likely instead would might may could should shall will if unless whether"
    " conspiracy conspired prevent preventing avoid sufficient capable warning punishable commit cause"
    " pleaded plea theory either".split()
)


_LEADS_TO = frozenset(
    "subjected exposed amounting amounts amounted leading led leads pertaining relating due put managed".split()
)
# Words between "may" or "likely to" and an act that has yet to happen.
_BEFORE_FUTURE_ACT = frozenset(
    "again also ever further indulge indulging engage engaging resort involve himself herself in".split()
)
_RELATIVE = frozenset({"that", "which", "who"})
_YET_TO_COME = frozenset("will would could might may shall".split())


_REJECTS = frozenset("rejected rejecting disbelieved disbelieving negatived discarded repelled overruled".split())
_OF_PLEA = frozenset(
    "the a his her their its plea pleas theory story version defence case of that contention claim".split()
)
_WORDS_BEFORE, _WORDS_AFTER = 45, 25  # words of a sentence on each side that may deny, suppose or postpone a thing
_NEAREST_NO, _NO_ACROSS_OR = 4, 6  # words back to a "no" that denies: "no demand of money or dowry"
_NEAR_NO = 5  # words between a "no" and an act for both to form one quotation
_NEAR_AWAITED = 8  # words after a thing that may still say that it is awaited
_NEAR_ABSENT = 14  # words after a thing, or before it, that may say it never came

_DENIES = _NO | _NOT | _DENIED | _ABSENCE
# What the writer adds at once: "..., which is not so", "...; the Judge rightly left it out".
_REMARK = re.compile(
    r"[^.;\n]{0,20},\s(?P<untrue>which\s(?:is|was)\s(?:not\s(?:so|true|correct)|untrue|false|incorrect|wrong))\b"
    r"|[^.\n]{0,60};\s(?:the\s)?(?:\w+\s){0,4}?(?:left|kept|ruled)\s(?:it|that|this)\sout\b"
    r"|\s?(?::|–|—|\s-)\s(?:not\s(?:pressed|pursued)|given\sup|abandoned)\b",
    re.IGNORECASE,
)
_PUNCTUATION = re.compile(r"[,;:()]")


class Claim(StrEnum):
    """What the text says about a thing it names."""

    ASSERTED = "asserted"
    DENIED = "denied"
    IN_DOUBT = "in doubt"
    REJECTED = "rejected"
    AWAITED = "awaited"
    HYPOTHETICAL = "hypothetical"


_CLAIM_OF = dict.fromkeys(_DOUBTED, Claim.IN_DOUBT) | dict.fromkeys(_REJECTED, Claim.REJECTED)
_MAY_DENY = frozenset({"not", "never", *_BE, *_CLAIM_OF})  # notes omit the verb: "TIP not held"


@dataclass(frozen=True, slots=True)
class NegatedClaim:
    """The claim, and the range of words that make it (end exclusive), negation included."""

    claim: Claim
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Setting:
    """The sentence around a mention, cut if it is too long, and the position of the mention in it."""

    text: str
    start: int
    end: int
    offset: int

    @classmethod
    def of(cls, words: Words, first: int, last: int) -> "Setting":
        """The sentence around words `first` to `last`."""
        begin, end = words.sentence(first)
        begin, end = max(begin, first - _WORDS_BEFORE), min(end, last + _WORDS_AFTER)
        offset = words.starts[begin]
        text = words.text[offset : words.ends[end - 1]]
        return cls(text, words.starts[first] - offset, words.ends[last - 1] - offset, offset)

    @classmethod
    def at(cls, words: Words, start: int) -> "Setting":
        """The sentence around the word at or after the character `start`."""
        first = min(bisect_left(words.starts, start), len(words.words) - 1)
        return cls.of(words, first, first + 1)

    @property
    def is_law_or_condition(self) -> bool:
        """Whether the sentence states a rule of law, or the mention is inside a condition."""
        return assertion.is_conditional(self.text, self.start) or assertion.states_law(self.text, self.end)

    @property
    def is_asserted_by_nobody(self) -> bool:
        """Whether the sentence says that nobody asserts or proves it."""
        return assertion.is_asserted_by_nobody(self.text, self.start)

    @property
    def is_counterfactual(self) -> bool:
        """Whether the mention is supposed against the facts."""
        return assertion.is_counterfactual(self.text, self.start)

    @property
    def is_denied_in_terms(self) -> bool:
        """Whether somebody denies just this: "denied being his cousin"."""
        return assertion.is_denied_in_terms(self.text, self.start)

    @property
    def is_set_aside(self) -> bool:
        """Whether the writer says that the mention is no part of the matter."""
        return other_matters.is_set_aside(self.text, self.start)

    @property
    def is_failed_argument(self) -> bool:
        """Whether the point was argued without success."""
        return assertion.is_argued_and_lost(self.text, self.start, self.end)

    @property
    def states_law(self) -> bool:
        """Whether the sentence states a statute or a rule of law."""
        return assertion.states_law(self.text, self.end)

    @property
    def is_about_another_matter(self) -> bool:
        """Whether the sentence is about a sister contract, an earlier case or the like."""
        return other_matters.is_about_another_matter(self.text, self.start)


def read_claim(words: Words, first: int, last: int, is_event: bool = False) -> NegatedClaim:
    """What the sentence says about the thing named by words `first` to `last`. An event is an act that was done."""
    begin, end = words.sentence(first)
    denied = _denial_before(words, begin, first)
    if denied is not None:
        is_asserted = _came_at_last(words, last, end)
        return NegatedClaim(Claim.ASSERTED, first, last) if is_asserted else NegatedClaim(Claim.DENIED, denied, last)
    remark = _REMARK.match(words.text, words.ends[last - 1])
    if remark is not None:
        until = bisect_left(words.starts, remark.end())
        return NegatedClaim(Claim.DENIED if remark["untrue"] else Claim.REJECTED, first, until)
    if _is_rejected_before(words, begin, first):
        return NegatedClaim(Claim.REJECTED, first, last)
    after = _denial_after(words, last, end)
    if after is not None:
        return NegatedClaim(after[0], first, after[1])
    for at in range(max(begin, first - 2), first):
        if words.words[at] in _DOUBT:
            return NegatedClaim(Claim.IN_DOUBT, at, last)
    return _read_event(words, first, last) if is_event else NegatedClaim(Claim.ASSERTED, first, last)


def _read_event(words: Words, first: int, last: int) -> NegatedClaim:
    """What is said about an act; if the "no" is far away, the act is only mentioned."""
    setting = Setting.of(words, first, last)
    denied = assertion.denied_from(setting.text, setting.start, setting.end)
    between = setting.text[denied : setting.start] if denied is not None else ""
    if denied is None or between.count(",") == 1:  # "who did not sign, stabbed him": the comma ends the negation
        return NegatedClaim(Claim.ASSERTED, first, last)
    at = min(first, bisect_left(words.starts, denied + setting.offset))
    return NegatedClaim(Claim.DENIED if first - at <= _NEAR_NO else Claim.HYPOTHETICAL, at, last)


def read_awaited(words: Words, first: int, last: int) -> NegatedClaim | None:
    """ "The FSL report is awaited": includes the words that say so, if they follow at once."""
    setting = Setting.of(words, first, last)
    place = (setting.text, setting.start, setting.end)
    awaited = assertion.awaited_in(*place) or absence.still_to_come_in(*place)
    if awaited is None:
        return None
    until = bisect_left(words.starts, awaited[1] + setting.offset)
    return NegatedClaim(Claim.AWAITED, first, until if last < until <= last + _NEAR_AWAITED else last)


def read_absence(words: Words, first: int, last: int) -> NegatedClaim | None:
    """ "The FSL report on the knife was never received": includes the words that say so."""
    if absence.ABSENCE_WORDS.isdisjoint(words.words[max(0, first - _NEAR_ABSENT) : last + _NEAR_ABSENT]):
        return None
    answered = absence.answered_none(words.text, words.ends[last - 1])
    if answered is not None:
        return NegatedClaim(Claim.DENIED, first, bisect_left(words.starts, answered))
    setting = Setting.of(words, first, last)
    end = setting.end
    if setting.text[end : end + 1] == "." and "." in setting.text[setting.start : end]:  # "C.D.R. not collected"
        end += 1
    absent = absence.absent_in(setting.text, setting.start, end)
    if absent is None:
        return None
    begin, end = absent[0] + setting.offset, absent[1] + setting.offset
    return NegatedClaim(Claim.DENIED, bisect_left(words.starts, begin), bisect_left(words.starts, end))


def is_unrealised(words: Words, first: int, last: int) -> bool:
    """Whether an act or result is only wanted, feared, attempted or supposed: "threatened to kill"."""
    begin, end = words.sentence(first)
    if (last < end and words.words[last] in _YET_TO_COME) or _would_have_done(words, begin, end, first, last):
        return True
    before = words.words[max(begin, first - 2) : first]
    if before[-1:] == ["to"]:  # "to kill"; but "subjected to rape"
        return before[0] not in _LEADS_TO
    if before[-1:] == ["from"] and words.words[first].endswith("ing"):  # "kept him from attacking"
        return True
    for at in range(first - 1, max(begin, first - 5) - 1, -1):
        word = words.words[at]
        if word in _UNREALISED:
            return True
        if "," in words.gap(at) or (word not in _MAY_INTERVENE and word not in _BEFORE_FUTURE_ACT and at < first - 2):
            return False
    return False


def _would_have_done(words: Words, begin: int, end: int, first: int, last: int) -> bool:
    """ "A shot at the legs would have served"; but "a forged card that would have taken in anyone"."""
    if first == begin or words.words[first - 1] not in {"a", "an"}:
        return False
    after = words.words[last : min(end, last + 5)]
    return " would have" in " ".join(after) and _RELATIVE.isdisjoint(after)


def is_only_asked_for(words: Words, first: int, last: int) -> bool:
    """Whether a thing is only asked for: "whether sanction is required", "by some independent witness"."""
    begin, end = words.sentence(first)
    if any(word in {"whether", "if"} for word in words.words[max(begin, first - 2) : first]):
        return True
    if first > begin and words.words[first - 1] in {"some", "any"}:
        return True
    after = words.words[last : min(end, last + 3)]
    return bool(after) and after[0] in _BE and any(word in {"required", "necessary", "needed"} for word in after)


def _denial_before(words: Words, begin: int, first: int) -> int | None:
    if _DENIES.isdisjoint(words.words[max(begin, first - 6) : first]):
        return None
    only_adjectives = only_allowed = True  # of the words between the "no" and the thing
    for at in range(first - 1, max(begin, first - 6) - 1, -1):
        word, gap = words.words[at], words.gap(at)
        if (gap != " " and _PUNCTUATION.search(gap)) or word in _BREAKS or not (only_adjectives or only_allowed):
            return None
        denies = gap[:1] != "." and words.words[at + 1] not in _HARMLESS_AFTER_NO
        reach = _NO_ACROSS_OR if "or" in words.words[at:first] else _NEAREST_NO
        if denies and word in _NO and (only_allowed or (only_adjectives and first - at <= reach)):
            return at
        if denies and only_allowed and (word in _NOT or word in _DENIED):
            return at
        if word in _ABSENCE and words.words[at + 1] == "of":
            return at
        only_adjectives = only_adjectives and word not in _NEVER_INTERVENE
        only_allowed = only_allowed and word in _MAY_INTERVENE
    return None


def _came_at_last(words: Words, last: int, end: int) -> bool:
    """ "did not issue any notice until 4 January 2016": late, but it was issued."""
    following = words.words[last : min(end, last + 6)]
    return any(word in {"until", "till"} and then[:1].isdigit() for word, then in pairwise(following))


def _is_rejected_before(words: Words, begin: int, first: int) -> bool:
    """ "rejected the plea of provocation"."""
    for at in range(first - 1, max(begin, first - 7) - 1, -1):
        if words.words[at] in _REJECTS:
            return True
        if words.words[at] not in _OF_PLEA:
            return False
    return False


def _denial_after(words: Words, last: int, end: int) -> tuple[Claim, int] | None:
    """ "... was not recorded", "... has been retracted", "... not held"."""
    if last >= end or words.gap(last - 1).strip() or words.words[last] not in _MAY_DENY:
        return None
    reach = 6 if words.words[last + 1 : last + 2] in (["held"], ["found"]) else 4  # "was held to be doubtful"
    for at in range(last, min(end, last + reach)):
        claim = _CLAIM_OF.get(words.words[at])
        if claim is None and words.words[at] in {"not", "never"}:
            following = words.words[at + 1 : at + 4]
            claim = _claim_after_not(following)
            if following[:1] == ["only"] or (claim is None and not _DOUBTED.isdisjoint(following)):
                return None  # "not only came but is positive", "is not disputed"
        if claim is not None:
            return claim, at + 1
    return None


def _claim_after_not(following: list[str]) -> Claim | None:
    """What "not" means with the words after it: "not recorded", "not believed"."""
    missing = next((at for at, word in enumerate(following[:2]) if word in _MISSING), None)
    if missing is not None:
        is_manner = following[missing] in _DONE_IN_A_MANNER and not _MANNER.isdisjoint(following[missing + 1 :][:1])
        return None if is_manner else Claim.DENIED
    return None if _BELIEVED.isdisjoint(following) else Claim.REJECTED


def is_called_absent(words: Words, last: int) -> bool:
    """ "The motive is absent"."""
    verb, predicate = (*words.words[last : last + 2], "", "")[:2]
    return verb in _BE and predicate in _ABSENT
