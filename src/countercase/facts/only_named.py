"""Decides whether a section is only named by the other side, by an officer or by a slip of the pen.

"The complaint also names S. 467", "counsel adds S. 3(1)(g)", "the counter speaks of S. 3 COFEPOSA, evidently by slip":
nobody is charged under it, and our own side does not plead it. To rely on a section engages it, unless the writer
denies at once that it has a place here. A section that stands elsewhere in the matter is never only named.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum, auto

from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.law.provisions import ProvisionMention
from countercase.text.words import Words, stem_all

_MOST_WORDS = 30  # words of a sentence that are searched for whoever names a section
_MOST_BETWEEN = 9  # words between the verb and the section
_AFTER = 130  # characters after a section that may say how it is named


class _Side(Enum):
    OTHER = auto()  # the other side, or its counsel
    OFFICER = auto()
    PAPER = auto()  # of whoever is named beside it; of the other side if nobody is
    OURS = auto()  # our own side, the court, and the papers by which a section is charged


def _verbs(words: str) -> frozenset[str]:
    return frozenset(stem_all(words.split()))


_SIDE_OF = {
    **dict.fromkeys(
        "state govt government department dept deptt union prosecution pros prosecutor pp app spp gp aga apg dgc ed cbi"
        " ncb nia customs revenue complainant complt informant insurer insurance company bank employer management"
        " landlord builder respondent respondents resp opp opposite op defendant defendants deft defdt caveator"
        " objector corporation authority railway railways they counsel advocate vakil pleader lawyer".split(),
        _Side.OTHER,
    ),
    **dict.fromkeys(
        "io sho psi asi si dsp dysp sp dm police inspector officer superintendent collector tehsildar thana".split(),
        _Side.OFFICER,
    ),
    **dict.fromkeys(
        "reply replies counter affidavit statement ws memo memorandum remand letter note complaint protest rejoinder"
        " objection objections submission submissions argument arguments bar press requisition diary synopsis"
        " status forwarding".split(),
        _Side.PAPER,
    ),
    **dict.fromkeys(
        "we our ours us client defence accused accd acc appellant appellants applt applicant petitioner petitioners"
        " petr petrs petnr plaintiff plaintiffs plff pltf claimant claimants court ct judge magistrate bench tribunal"
        " asj tc hc adj jmfc cjm board arbitrator award judgment order decree fir charge charges chargesheet chgsheet"
        " challan conviction detenu detenue workman delinquent juvenile cs".split(),
        _Side.OURS,
    ),
}
_OTHER_LETTERS = frozenset("rd")  # parties by letter and number: "R-2", "D-1"; "A-1" and "P-1" are ours
_INITIALS = re.compile(r"\b([a-z])[./]\s?(?=[a-z]\b)")  # "I.O.", "P.P.", "W/S"
_TOKEN = re.compile(r"\b(?P<letter>[rdap])-?\s?\d+|(?P<word>[a-z]{2,})")
# To name a section is less than to rely on it.
_NAMES = _verbs(
    "name mention quote cite speak spoke talk refer allude write wrote written type put recite print harp flaunt throw"
    " threw thrown bring brought drag drop tack tag trot parade smuggle slip touch dilate dwell repeat wave mutter call"
    " label style"
)
_ADDS = _verbs("add append include insert")
_SAYS = _verbs("say said show give gave carry bear contain read has had try tried want")
_RELIES = _verbs(
    "rely lean leant bank invoke press plead argue urge raise fall fell take took shelter refuge recourse aid help hide"
    " behind resort stand rest claim seek sought count"
)
_SPEAKS = _NAMES | _ADDS | _SAYS | _RELIES
# Law that only an argument brings in: evidence, procedure, presumptions, bars to bail. To quote it is to rely on it.
_ARGUED_ACTS = frozenset({"IEA", "BSA", "CrPC", "BNSS", "CPC"})
_ARGUED = frozenset(
    "NDPS-35 NDPS-37 NDPS-54 UAPA-43D PMLA-24 PMLA-45 NI-118 NI-139 PC-20 POCSO-29 POCSO-30 SCST-18 SCST-18A".split()
)
_FILLERS = frozenset(
    "also now even again only just a an the some one that under of in for on upon about to up out down at as it"
    " provision provisions charge charges offence offences wrongly mistakenly penal words presumption defence bar"
    " clause along with and well its his their r w u s ss sec secs section sections art arts article articles o"
    " rule".split()
)
_CLAUSE_ENDS = re.compile(r"(?:\s(?:also|too|as\swell|instead))?(?:\s?\([^()\n]{1,40}\))?\s?(?:[.,;)–—\n]|-\s|\Z)")
_GLOSS = r"(?:\s?\([^()\n]{1,40}\))?"
_TAKEN_UP = re.compile(
    r"[^.\n]{0,60}?\b(?<!not\s)(?<!never\s)(?:accepted|allowed|upheld|applied|framed|rightly|agreed|cognizance|granted"
    r"|held\s(?:to\s)?(?:apply|attracted|applicable))\b",
    re.IGNORECASE,
)
# The writer denies at once that the section has a place here.
_LINKS = (
    r"(?:(?:but|though|although|yet|which|it|that|this|there|evidently|when|while|so|and|is|are"
    r"|was|were|has|had|did|does|we|here)\s){0,4}"
)
_NO_PLACE = re.compile(
    rf"{_GLOSS}[^.;:\n]{{0,45}}?\s?(?:[,;:.–—]|\s-)\s{_LINKS}"
    r"(?:(?:not|never)\s(?:an?|our|pressed|pursued|argued|framed|charged|attracted|applicable|apply|arise|this|such|in\spoint)\b"
    r"|no\s(?:such|application|relevance|place|bearing|question|case|charge|foundation|basis|allegation|averment|pleading)\b"
    r"|(?:nobody|no\sone|nothing)\b|[\w.]+\s(?:was\s|were\s)?never\s|an?\s\w+\swas\sheld\b"
    r"|(?:rejected|refused|declined|turned\sdown|disallowed|irrelevant|misplaced|misconceived|inapplicable|wrong|wrongly)\b"
    r"|(?:second|latter|last|former)\s(?:was\s|is\s|one\s){0,2}(?:refused|rejected|declined|dropped|not\b)"
    r"|(?:petition|suit|claim|case|order|application)\s(?:itself\s)?(?:is|was)\s(?:all\s|only\s)?(?:u/s|under)\b"
    r"|fails?\b|(?:does\snot|cannot)\s(?:help|apply|arise|lie)\b)",
    re.IGNORECASE,
)
# "S. 467 mentioned in its reply", "Art. 58, quoted by the other side".
_NAMED_AFTER = re.compile(
    rf"{_GLOSS},?\s(?:(?:is|was|are|were|been|has|also|only|merely|even|just|now|again|too|which)\s){{0,4}}"
    r"(?:mentioned|quoted|cited|named|referred\sto|written|typed|thrown\sin|talked\sof|spoken\sof|flaunted|harped\son"
    r"|brought\s(?:up|in)|put\sin|dragged\sin|finds?\s(?:a\s)?(?:mention|place)|figures|appears|occurs|cre(?:eps?|pt)\sin)\b"
    r"(?:\s(?:also|only|too|once))?(?:\s(?:in|by|for|from|at|on\sbehalf\sof)\s(?P<where>[^.;,\n]{2,40}))?",
    re.IGNORECASE,
)
_PLACE_AFTER = re.compile(r"\s(?:in|by|at)\s[^.;,\n]{2,40}", re.IGNORECASE)

# A slip of the pen or of the tongue.
_SLIP = (
    r"(?:by\s(?:an?\s|some\s|sheer\s|evident\s)?(?:slip|mistake|error|oversight|inadvertence)|an?\s(?:mere\s|evident\s|plain\s)?(?:slip|mistake)\b"
    r"|slip\sof\s|slip(?:s|ped)\sin\b|(?:typist['’]s|typing|clerical|typographical)\s(?:error|mistake|slip)|typo\b|misprint"
    r"|inadvertently|mistakenly|copied\sfrom|cut\sand\spaste|copy-?\s?paste|lifted\sfrom|left\sover\sfrom)"
)
_WROTE = (
    r"(?:typed|types|written|wrote|writes|quoted|quotes|cited|cites|mentioned|mentions|named|names|referred\sto|printed|shown"
    r"|recited|put)"
)
_SLIP_AFTER = re.compile(
    rf"(?:[^.;\n\d(]|\([^()\n]{{1,30}}\)|\.(?=\w)){{0,70}}?(?<!\w){_SLIP}"
    rf"|,?\s(?:(?:is|was|has|been|also)\s){{0,3}}(?:wrongly\s{_WROTE}|{_WROTE}\s(?:wrongly|mistakenly))\b(?!\sas\b)",
    re.IGNORECASE,
)
_SLIP_BEFORE = re.compile(
    rf"\b(?:{_SLIP}|wrongly|erroneously)[\s,](?:[\w'’.]+\s){{0,3}}?{_WROTE}\s(?:as\s)?(?:[\w/]+\.?\s?){{0,2}}\Z",
    re.IGNORECASE,
)


def without_only_named(
    words: Words, mentions: Sequence[ProvisionMention], phrases: Sequence[Span]
) -> list[ProvisionMention]:
    """The mentions without the provisions that are only named; `phrases` are their lists, each with its Act."""
    named = [
        _is_only_named(words, phrase, mention.provision) for mention, phrase in zip(mentions, phrases, strict=True)
    ]
    engaged = {_key(mention) for mention, is_named in zip(mentions, named, strict=True) if not is_named}
    if not engaged:  # the only sections of a matter are its law, however they are named
        return [mention for mention in mentions if mention.provision is not None]
    return [
        mention
        for mention, is_named in zip(mentions, named, strict=True)
        if mention.provision is not None and not (is_named and _key(mention) not in engaged)
    ]


def _key(mention: ProvisionMention) -> tuple[str | None, tuple[str, ...]]:
    """The number, since the Act of a mention is often not said."""
    return (mention.number, mention.clauses)


def _is_only_named(words: Words, phrase: Span, provision: Provision | None) -> bool:
    at = bisect_left(words.starts, phrase.start)
    begin = max(words.sentence(at)[0], at - _MOST_WORDS)
    before, after = words.text[words.starts[begin] : phrase.start], words.text[phrase.end : phrase.end + _AFTER]
    if _SLIP_AFTER.match(after) or _SLIP_BEFORE.search(before):
        return True
    if _TAKEN_UP.match(after):
        return False
    passive = _NAMED_AFTER.match(after)
    if passive is not None:
        side = _side_in(passive["where"] or before)
        return side is not None and (side is not _Side.OURS or _NO_PLACE.match(after) is not None)
    verb = _verb_before(words, begin, at)
    return verb is not None and _is_named_by(words.words[verb], _subject(words, begin, verb, after), after, provision)


def _is_named_by(verb: str, side: _Side | None, after: str, provision: Provision | None) -> bool:
    """Whether the verb and whoever speaks only name the section, or the writer denies that it has a place here."""
    if side is None or side is _Side.OURS:
        return False
    if _NO_PLACE.match(after):
        return True
    if provision is not None and (provision.act in _ARGUED_ACTS or provision.base in _ARGUED):
        return False
    (verb_stem,) = stem_all([verb])
    if verb_stem in _SAYS:
        return side is not _Side.OTHER and _CLAUSE_ENDS.match(after) is not None
    return verb_stem in _NAMES or (verb_stem in _ADDS and side is not _Side.OFFICER)


def _subject(words: Words, begin: int, verb: int, after: str) -> _Side | None:
    """Who speaks: whoever is named before the verb, or after the section ("mention of S. 467 in the counter")."""
    side = _side_in(words.text[words.starts[begin] : words.starts[verb]])
    place = _PLACE_AFTER.match(after) if side is None else None
    return _side_in(place[0]) if place else side


def _verb_before(words: Words, begin: int, at: int) -> int | None:
    """The verb by which somebody names the section at word `at`, with only little words between them."""
    for verb in range(at - 1, max(begin, at - _MOST_BETWEEN) - 1, -1):
        word = words.words[verb]
        if word not in _FILLERS and not word.isdigit():
            return verb if stem_all([word])[0] in _SPEAKS else None
    return None


def _side_in(text: str) -> _Side | None:
    """Whose words they are: of whoever is named last, or of the owner of the paper that is named last."""
    sides = [side for token in _TOKEN.finditer(_INITIALS.sub(r"\1", text.lower())) if (side := _side_of(token))]
    if not sides:
        return None
    owners = [side for side in sides[-2:] if side is not _Side.PAPER]
    return owners[-1] if owners else _Side.PAPER


def _side_of(token: re.Match[str]) -> _Side | None:
    if token["letter"]:
        return _Side.OTHER if token["letter"] in _OTHER_LETTERS else _Side.OURS
    return _SIDE_OF.get(token["word"])
