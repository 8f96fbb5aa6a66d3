"""Decides whether words concern another person or another matter, so that they state no fact of this one.

Notes for counsel warn of such passages ("Not ours:", "nothing to do with us"); judgments open them ("In a connected
case, ..."); a side cites a ruling with numbers of its own. All kinds of facts, the ingredients and the lines of law use
the same tests.
"""

import re
from functools import lru_cache
from itertools import pairwise

from countercase.domain.span import Span

_NUMBERED = r"\W*(?:\d+[.)]\s*)?"
_OPENS_LINE = rf"(?:\A|\n){_NUMBERED}(?:(?:pl(?:ease|s)?|kindly|note|nb|n\.b)\W{{1,4}})?"
_THINGS = (
    r"(?:case|suit|appeal|award|agreement|agmt|contract|transaction|cheque|trap|raid|incident|crime|note|complaint)"
)
_DIFFERENT = r"(?:another|different|separate|unrelated|unconnected|other)"

# A heading by which a note sets a passage aside: "Ignore:", "Not ours -", "Do not confuse:".
_SET_ASIDE = re.compile(
    rf"{_OPENS_LINE}(?:"
    r"(?:to\s+be\s+)?(?:ignored?|disregard(?:ed)?|leave\s+(?:aside|out)|(?:keep|kept)\s+(?:out|apart|aside|separate)"
    r"|(?:do\s+not|don['’]?t|never)\s+(?:mix|confuse|count|read\s+in|pick|include|conflate)"
    r"|not\s+to\s+be\s+(?:picked|read|counted|mixed|confused|relied)|not\s+relevant|irrelevant)\b[^:;.–—\n]{0,25}?"
    r"|(?:not\s+(?:ours|his|hers|theirs|us|our\s+(?:case|matter|client|side|fir|suit))|noise|unrelated"
    r"|separate\s+matter"
    r"|(?:an)?other\s+(?:case|matter|fir))"
    r")\s?(?::|–|—|-(?=\s))"
    rf"|{_OPENS_LINE}(?:ignore|disregard|leave\s+(?:aside|out))\s+(?:the|this|that|what|all)\b",
    re.IGNORECASE,
)
# "Careful: PW-1 also deposed about his elder daughter": a warning before what a witness says of other people.
_WARNED_OF_OTHERS = re.compile(
    rf"{_OPENS_LINE}(?:careful|caution|beware|mind|warning|take\s+care)\s?[:–—-][^.\n]{{0,30}}?"
    r"\b(?:says?|said|deposed|spoke|speaks|talked|told|mentions?|mentioned|stated|referred)\b[^.;\n]{0,25}?"
    r"\b(?:neighbour|friend|colleague|cousin|nephew|niece|uncle|aunt|another|other|different|(?:elder|younger)\s+(?:son"
    r"|daughter|brother|sister))\b",
    re.IGNORECASE,
)
# Words that disown the passage in which they stand.
_DISOWNED = re.compile(
    r"\bnothing\s+to\s+do\s+with\s+(?:us|him|her|ours?|this|the\s+present|client|the\s+(?:case|suit|matter))\b"
    r"|(?:\b(?:is|are)\s+|[,–—-]\s*)not\s+(?:us|ours|our\s+(?:case|matter|client|land|suit|fir|cheque))\b"
    r"|,\s+a\s+(?:different\s+|separate\s+)?(?:matter|case|transaction|dispute)\s+(?:unconnected|unrelated)\b"
    rf"|\b(?:is|was|are|were)\s+(?:quite\s+)?an?\s+(?:different|separate|unrelated)\s+(?:land|house|plot|{_THINGS})\b"
    rf"|\bin\s+(?:a|an|some)\s+(?:different|unrelated)\s+{_THINGS}\b|\bin\s+another\s+(?:incident|crime|raid"
    rf"|transaction)\b"
    rf"|[;,]\s*(?:an?\s+)?(?:different|unrelated|unconnected)\s+{_THINGS}\s*(?=[.,;]|\Z)"
    r"|\bin\s+an?\s+(?:unconnected|unrelated)\s+\w+"
    r"|\bco-?\s?accused\b[^.;\n]{0,40}\bin\s+(?:another|a\s+different|a\s+separate)\s+(?:FIR|crime)\b"
    r"|\bfacing\s+(?:a\s+)?(?:separate|another|different)\s+(?:case|trial)\b"
    r"|\(\s*(?:an)?other\s+(?:fir|case|incident)\s*\)|,\s+(?:an)?other\s+(?:fir|incident)\s*(?=[.,;]|\Z)"
    rf"|\bon\s+a\s+separate\s+{_THINGS}\b|\s[–—-]\s(?:to\s+)?cite\b",
    re.IGNORECASE,
)
# If one of these opens a part of the sentence, it disowns the part before it too.
_POINTS_BACK = re.compile(
    r"\W*(?:(?:this|that|it|which)\s+(?:has|is|was)\s+|has\s+)?(?:nothing|not|an?\s+(?:different|separate|unrelated)"
    r"|different|unrelated|unconnected)\b",
    re.IGNORECASE,
)
_ANOTHER_PERSON = re.compile(
    rf"{_NUMBERED}(?:(?:the|a|an|one|his|her|another|appellant['’]s|accused['’]s|applicant['’]s|petitioner['’]s"
    r"|client['’]s|detenu['’]s)\s+){0,2}"
    r"(?:co-?\s?accused|colleague|nephew|cousin|brother-in-law|sister concern|other (?:accused|customers?|suspects?)"
    r"|namesake)\b",
    re.IGNORECASE,
)
_ANOTHER_MATTER = re.compile(
    rf"{_NUMBERED}in (?:a|an|another|some) (?:sister|connected|companion|separate|other|different|earlier"
    r"|similar)?\s*(?:contract|case|matter|suit|appeal|proceeding)\b"
    rf"|{_NUMBERED}in (?:the\s)?companion (?:case|fir|matter|suit|appeal)\b"
    rf"|{_NUMBERED}in (?:that|the (?:said|cited|reported)) (?:case|judgment|decision)\b"
    rf"|{_NUMBERED}in (?:the|that|this|their) (?:(?:cited|reported|said) )?(?:ruling|precedent|citation)\b"
    r"(?! (?:under|below|impugned|of|dated))"
    rf"|{_NUMBERED}that (?:was|is) an? (?:case|ruling|decision|judgment) (?:of|where|in which|about|on)\b"
    rf"|{_NUMBERED}(?:the|that|this) (?:precedent|cited case|reported case|(?<=that )ruling) (?:was|is|were"
    r"|concerned|turned|arose|dealt|related)\b"
    rf"|{_NUMBERED}in (?:the\s)?[\w. ]{{2,25}}['’]s (?:claim|petition|case|suit|appeal)\s?\((?:an?\s)?separate\b"
    rf"|{_NUMBERED}in (?-i:[A-Z])[\w.]*(?: (?-i:[A-Z])?[\w.]+){{0,4}} (?:v|vs|versus)\.? (?-i:[A-Z])",
    re.IGNORECASE,
)
# A case that somebody relies on; what follows are its facts: "Insurer leans on Savitri's case: there the deceased ...".
_CITED_CASE = re.compile(
    r"\b(?:relie[sd]|rel(?:y|ying)|leans?|leant|banks?|placed?s?\s+reliance|cite[sd]?|quote[sd]?"
    r"|invokes?)\s+(?:heavily\s+)?"
    r"(?:up)?(?:on\s+)?(?:the\s+(?:case|ruling|judgment|decision)\s+(?:of|in)\s+)?(?-i:[A-Z])[\w.'’&/() -]{1,60}?"
    r"(?::\s*|,\s*)(?:there\b|that\s+(?:man|woman|officer|accused|girl|boy|case|matter|buyer|plaintiff|claimant"
    r"|workman)\b"
    r"|the\s+\w+\s+there\b|where\b|in\s+which\b|in\s+that\s+case\b)"
    r"|\b(?:relie[sd]\s+on|cite[sd]?|quote[sd]?)\s+an?\s+(?:[\w-]+\s+){0,3}case\b(?=\s*[,:(])|\bcase[\s-]law\s*[:–-]"
    r"|\b(?:rulings?|authorit(?:y|ies)|law)\s+(?:cited|relied(?:\s+on)?|quoted)(?:\s+(?:below|agst?\.?"
    r"|against)(?:\s+us)?)?\s*[:–-]"
    r"|\b(?:relie[sd]\s+(?:up)?on|leans?\s+on|cite[sd]?)\s+an?\s+(?:[\w-]+\s+){0,3}(?:ruling|order|decision|judgment"
    r"|case)\s+"
    r"(?:where|in\s+which|in\s+whose)\b",
    re.IGNORECASE,
)
# A ruling that a side cites: what is told of it, up to the semicolon, is another's case.
_RULING = (
    r"(?:rulings?|judge?ments?|decisions?|precedents?|authorit(?:y|ies)(?!\s+(?:letter|slip|to|of\s+(?:the|his|her))\b)"
    r"|citations?|(?:reported|decided|cited)\s+cases?|(?<=court\s)case)\b"
    r"(?!\s+(?:dated|dt|under\s+(?:appeal|challenge)|below|of\s+(?:the\s+)?(?:trial|conviction|acquittal|court\s+below)"
    r"|in\s+(?:the\s+)?(?:earlier|previous|first|former)|between|inter\s+partes))"
)
# "PP cites wife found dead", "they quote a cashier who ran away": a side cites no person of its own matter like this.
_SOMEBODY = (
    r"(?:wife|husband|girl|boy|man|woman|father|mother|son|daughter|brother|sister|child|driver|rider|pillion|teacher"
    r"|doctor"
    r"|officer|inspector|constable|cashier|clerk|tenant|landlord|buyer|seller|vendor|purchaser|employee|director"
    r"|accused|detenue?"
    r"|servant|workman|passenger|lady|youth|couple|trader|dealer|professor|sarpanch|manager|agent|minor)\b"
    r"(?!\s(?:as|to|for|in\s+the\s+list)\b|['’,]|\s(?-i:[A-Z]))"
)
_CASE_OF = r"(?:of|about|where|in\s+which|on|with)"
_RULING_CITED = re.compile(
    rf"\b(?:cites?|citing|quotes?|quoting)\s+(?:(?:an?|one|old|young|some|two|a\s+case\s+of)\s+){{0,2}}{_SOMEBODY}"
    r"|(?:['’]s?|\btheir|\bhis|\bher)\s+(?:ruling|authority|citation|precedent|(?:best|only|main)\s+case)\s+"
    rf"(?:(?:is|was)\s+(?:one\s+)?{_CASE_OF}|had|concern(?:s|ed)|deals?\s+with|dealt\s+with|relates?\s+to|turned\s+on"
    rf"|arose)\b"
    r"|\b(?:ruling|authority|decision|precedent|judgment)\s+(?:handed\s+(?:up|over)|shown|read\s+out|produced)\s?[:–-]"
    rf"|\b(?:followed|applied|distinguished|lifted\s+from)\s+an?\s+(?:[\w-]+\s+){{0,3}}(?:case|ruling|decision"
    rf"|matter)\s+{_CASE_OF}\b"
    r"|\bcontra\s?[:–-]|\b(?:full|division|constitution)\s+bench\s+(?:case|ruling|view)(?:\s+(?:of|where)\b|\s?[,:])|"
    r"\b(?:relie[sd]|rely(?:ing)?|leans?|leant|banks?|counts?|rests?|falls?\s+back|fell\s+back|plac(?:es"
    r"|ed)\s+reliance|takes?\s+support"
    r"|presse[sd]|cite[sd]?|citing|quote[sd]?|invoke[sd]?|reads?(?:\s+out)?|refer(?:s|red)\s+to|flaunts|hand(?:s"
    r"|ed)\s+up)\s+"
    r"(?:(?:heavily|strongly|also|now|only)\s+)?(?:(?:up)?on\s+|from\s+)?"
    r"(?:(?:an?|(?-i:[A-Z])[\w.]+['’]s|one|two|three|some|old|recent|another|unreported|sc|hc|this\s+court['’]s"
    r"|(?:the\s+)?(?:supreme|high)\s+court(?:['’]s)?)\s+){0,4}"
    rf"{_RULING}"
    r"|\bcite[sd]?\s+(?:(?!the\b|his\b|her\b|our\b)[\w-]+\s+){0,3}case\s+(?:of|where|in\s+which|with|[–-])\s"
    rf"|\b(?:{_RULING}|case)\s+(?:cited|relied(?:\s+up)?(?:\s+on)?|quoted|pressed|shown|handed\s+up)\s+(?:for|by"
    rf"|on\s+behalf\s+of|against)\s"
    rf"[\w.'’ -]{{1,25}}[:–-]|(?:\A|\n){_NUMBERED}(?:relied\s+(?:up)?on|cited|quoted)\s+by\s[\w.'’ -]{{1,25}}[:–-]"
    r"|\((?:in\s+)?the\s+(?:cited|reported)\s+(?:case|ruling)\)"
    rf"|(?:\A|\n){_NUMBERED}(?:citations?|rulings?|precedents?|facts\s+there|their\s+(?:case|ruling"
    rf"|citation)s?)\s?[:–-]"
    r"|\bthe\s+(?:ruling|decision|precedent|case)\s+(?:they|he|she|the\s+\w+)\s+(?:rests?|rel(?:y|ies)|leans?|banks?"
    r"|counts?)\s+on\b"
    r"|\(?\b\d{4}\)\s\d{1,2}\s(?-i:SCC|SCR|SCALE)\s\d+\s?[:–-]\s|(?-i:AIR)\s\d{4}\s(?-i:SC)\s\d+\s?[:–-]\s",
    re.IGNORECASE,
)
_WORDS_OF_CITATION = (
    *("ruling", "judgment", "decision", "precedent", "authorit", "citation", "cite", "reported case", "court case"),
    *(
        "citing",
        "quot",
        "contra",
        "bench",
        "best case",
        "only case",
        "main case",
        "followed",
        "applied",
        "distinguished",
    ),
    *("judgement", "lifted", "decided case", "relied", "facts there", "scc ", "air ", "case they", "case the"),
)  # one of these, or nothing is cited
# "A sword was used in the ruling relied on by the State."
_IN_RULING = re.compile(
    r"\bin\s+(?:the|a|that|their)\s+(?:ruling|decision|precedent|judgment|case)\s+"
    r"(?:relied\s+(?:up)?on|cited|quoted|pressed|(?:they|he|the\s+\w+)\s+(?:cites?|quotes?|rel(?:y|ies)|leans?))\b",
    re.IGNORECASE,
)
_ENDS_CITATION = re.compile(
    r";\s|\n|,\s(?:but|whereas|while)\s|\s(?:but|whereas)\s(?:here|our|in\s+our|the\s+present)\b", re.IGNORECASE
)
# Somebody outside the matter, or what is his: all that follows in the same clause is his too.
_OUTSIDER = re.compile(
    r"\b(?:another|a\s+third|some\s+other|a\s+different|an\s+unrelated)\s+(?:claimant|stockist|supplier|borrower"
    r"|depositor"
    r"|dealer|drawer|bidder|candidate|debtor|litigant|detenu|allottee|couple)\b"
    rf"|\b{_DIFFERENT}\s+\w+['’]s\s+{_THINGS}\b"
    rf"|\b(?:neighbour|colleague|friend|co-villager)(?:\s(?-i:[A-Z])\w+)?['’]s\s+(?!award){_THINGS}\b"
    r"|\b(?:some\s+other|a\s+different|an\s+unrelated)\s+(?:tenant|customer|employee|purchaser|patient|client|claim)\b"
    r"|\bthe\s+(?:house|shop|flat|plot)\s+next\s+door\b|\bthe\s+(?:next|adjoining|neighbouring)\s+(?:house|flat|shop"
    r"|plot|bed)\b(?=[^.;]{0,20}\b(?:was|is|has)\b)"
    r"|\bpatient\s+in\s+(?:the\s+)?next\s+bed\b"
    r"|\bone\s+(?-i:[A-Z])[a-z]+,?\s+(?:who\s+was\s+)?(?:detained|arrested|charged|convicted|prosecuted)\b"
    r"|\b(?:his|her)\s+(?:elder\s+|younger\s+|own\s+)?(?:brother|cousin|father|uncle|nephew|friend|son)\s+(?:himself\s+)?"
    r"(?:faces?|is\s+facing|was\s+once|is\s+(?:an\s+)?accused\s+in\s+(?:a|an|another))\b",
    re.IGNORECASE,
)
_PART_BREAK = re.compile(r";")
_CLAUSE_BREAK = re.compile(r"[;:]\s|\.\s|\n|,\s(?:and|but|while|whereas)\s|\s(?:but|while|whereas)\s", re.IGNORECASE)


@lru_cache(maxsize=1024)  # every term of a sentence asks about it
def _disowned_parts(sentence: str) -> tuple[tuple[int, int], ...]:
    """The parts of a sentence, each with the semicolon before it, that it says belong to another matter."""
    bounds = [0, *(match.start() for match in _PART_BREAK.finditer(sentence)), len(sentence)]
    disowned: list[tuple[int, int]] = []
    for index, (begin, end) in enumerate(pairwise(bounds)):
        if _DISOWNED.search(sentence, begin, end):
            points_back = index > 0 and _POINTS_BACK.match(sentence, begin, end) is not None
            disowned.append((bounds[index - 1] if points_back else begin, end))
    return tuple(disowned)


@lru_cache(maxsize=1024)
def _set_aside_from(sentence: str) -> int:
    """Where a heading sets the rest of a sentence aside; the length of the sentence if none does."""
    heading = _SET_ASIDE.search(sentence) or _WARNED_OF_OTHERS.search(sentence)
    return heading.start() if heading else len(sentence)


@lru_cache(maxsize=1024)
def _cited_parts(sentence: str) -> tuple[tuple[int, int], ...]:
    """The parts of a sentence that tell of a case or a ruling that is cited."""
    case = _CITED_CASE.search(sentence)
    parts = [(case.start(), len(sentence))] if case else []
    lower = sentence.lower()
    if not any(word in lower for word in _WORDS_OF_CITATION):
        return tuple(parts)
    for ruling in _RULING_CITED.finditer(sentence):
        end = _ENDS_CITATION.search(sentence, ruling.end())
        parts.append((ruling.start(), end.start() if end else len(sentence)))
    told = _IN_RULING.search(sentence)
    if told is not None:
        end = _ENDS_CITATION.search(sentence, told.end())
        begin = max(sentence.rfind(";", 0, told.start()), sentence.rfind("\n", 0, told.start())) + 1
        parts.append((begin, end.start() if end else len(sentence)))
    return tuple(parts)


def is_set_aside(sentence: str, start: int) -> bool:
    """Whether the writer says that the words at `start` are no part of the matter."""
    if start >= _set_aside_from(sentence):
        return True
    return any(begin <= start < end for begin, end in _disowned_parts(sentence))


def is_about_another_matter(sentence: str, start: int) -> bool:
    """Whether the words at `start` are about a sister contract, an earlier case, an outsider or the like."""
    if _ANOTHER_MATTER.match(sentence) or is_set_aside(sentence, start):
        return True
    if any(begin <= start < end for begin, end in _cited_parts(sentence)):
        return True
    for outsider in _OUTSIDER.finditer(sentence):
        if outsider.start() <= start:
            return _CLAUSE_BREAK.search(sentence, outsider.end(), max(start, outsider.end())) is None
    return False


def is_about_another_person_or_matter(sentence: str, start: int) -> bool:
    """Whether the words at `start` are about someone outside this matter's facts: a co-accused, a sister contract."""
    return _ANOTHER_PERSON.match(sentence) is not None or is_about_another_matter(sentence, start)


_CITES = re.compile(r"\b(?:cit(?:es|ed|ing)|rel(?:ies|ied|ying)\s(?:up)?on|leans\son|quotes)\b")
_A_CASE = re.compile(
    r"\b(?:rulings?|judge?ments?|decisions?|authorit(?:y|ies)|case-?\s?law|precedents?|(?<!this\s)(?<!in\sthe\s)case"
    r"|(?<!this\s)(?<!the\s)(?<!our\s)(?<!present\s)matters?)\b"
)
_RULING_BEFORE = re.compile(
    r"\b(?:ruling|authority|case|judgment|decision)s?\s(?:cited|relied\son|quoted)\b|\bruling\s(?:of|where|in\swhich|on|with|about|involving|concerning)\b"
    r"|\b(?:ruling|authority|precedent)\s(?:is|was)\s(?:cited\s|relied\son\s)?(?:of|about|on|from)\b"
    r"|\b(?:ruling|authority)\s?[-–:]\s|(?:'s|’s|s['’])\s(?:ruling|authority|precedent)\b"  # "APP's ruling"
)
_RULING_ON = re.compile(
    r"\b(?:rulings?|judgments?|decisions?|authorit(?:y|ies)|precedents?)\s(?:(?:cited|relied|there|all|both|is|was|are|were|only)\s){0,3}"
    r"(?:on|under|of|in|from|about|concerning)\s(?:an?\s|the\s|cases?\s(?:under|of)\s)?(?:sections?\s|ss?\.\s?|sec\.?\s|u/s\s)?\Z"
)
_RULING_AFTER = re.compile(
    r"\s(?:act\s)?(?:rulings?|judgments?|decisions?|authorit(?:y|ies)|precedents?|case[\s-]law)\b"
)
_NEAR_RULING = 45  # characters between an Act and the ruling for which it is named
_SENTENCE_END = re.compile(r"(?<!\brs)(?<!\bs)(?<!\bld)[.;]\s|\n")
_NUMBER_REACH = 160  # characters on each side of a number in which its sentence is searched


def is_of_cited_case(lower: str, number: Span) -> bool:
    """Whether a number stands after the words that cite a case, in the same sentence."""
    before = _SENTENCE_END.split(lower[max(0, number.start - _NUMBER_REACH) : number.start])[-1]
    if _RULING_BEFORE.search(before):
        return True
    cites = _CITES.search(before)
    if cites is None:
        return False
    after = _SENTENCE_END.split(lower[number.end : number.end + _NUMBER_REACH], maxsplit=1)[0]
    return _A_CASE.search(before[cites.end() :] + " " + after) is not None


_BY_SLIP = re.compile(
    r",?\s(?:act,?\s)?(?:(?:evidently|apparently|obviously|clearly)\s)?(?:by\s(?:a\s)?(?:slip|mistake|oversight|error)|a\sslip)\b"
)

_KIN = (
    r"(?:brother(?:-in-law)?|sister|cousin|uncle|nephew|father|neighbour|friend|colleague|co-villager|namesake"
    r"|predecessor|landlord)"
)
# Of an outsider: "One Pandi, detained under the COFEPOSA Act", "cousin of the accused, Rohan, is facing a POCSO case".
_ONE_DETAINED = re.compile(
    r"\bone\s[a-z]+(?:\s[a-z.]+)?,?\s(?:who\swas\s)?(?:detained|arrested|charged|convicted|prosecuted)\b[^.;\n]{0,50}\Z"
)
_TRIED = r"(?:facing|faces|faced|booked|tried|convicted|arrested|acquitted|prosecuted|detained)"
_KINSMAN_TRIED = re.compile(
    rf"\b{_KIN}(?:\sof\s(?:the\s)?\w+)?,?(?:\s[a-z]+,?)?\s(?:who\s)?(?:is|was|has\sbeen|had\sbeen|stands|stood)\s(?:himself\s|also\s|separately\s|once\s)?"
    rf"{_TRIED}\b(?:[^.;\n]|\bnos?\.|\.(?=\d)){{0,80}}\Z"
    rf"|\b{_KIN}\b[^.;\n]{{0,40}}\b{_TRIED}\b[^.;\n]{{0,30}}\Z|\b{_KIN}(?:'s|’s)\s(?:\w+\s){{0,2}}\Z"
)
# "My brother was booked", "the accused, brother of the deceased, was booked": he may be the accused himself.
_MAY_BE_ACCUSED = re.compile(
    r"(?:,\s(?:an?\s|the\s|his\s|her\s|own\s)*|\b(?:my|our)\s)(?:real\s|elder\s|younger\s|own\s)*\Z"
)
_CASE_OF_ANOTHER = re.compile(
    r"\s(?:act\s)?(?:matter|case|prosecution|proceedings?|enquiry|inquiry|fir)\s(?:(?:is|was|pending)\s){0,2}(?:of|against|concerning)\s"
    rf"(?:(?:some|an?)\s?other\b|a\sdifferent\b|(?:his|her|the\s\w+(?:'s|’s))\s(?:\w+\s)?{_KIN}\b)"
)
_NOT_INVOKED = re.compile(
    r"(?:\s(?:of\s(?:the\s)?)?[a-z() ]{0,50}\bact\b)?(?:,?\s(?:of\s)?(?:19|20)\d\d)?"
    r"(?:,\s(?:which|that|though|although)\b[^.;\n]{0,90}?,)?\s"
    r"(?:(?:is|was|are|were|has|had|been|being|as\syet|yet|also|even)\s){0,3}(?:not|never|nowhere)\s(?:(?:been|yet|ever|even)\s){0,2}"
    r"(?:invoked|charged|applied|alleged|added|in\sissue|in\splay)\b"
)
_DENIED_ACT = re.compile(r"\b(?:no|not\san?|never\san?|without\san?)\s\Z")  # "no ECIR here"
_CASE_CITED = re.compile(
    r"\b(?:cit(?:es|ed|ing)|quot(?:es|ed|ing)|cop(?:y|ies)\sof)\b[^.;\n]{0,90}\b(?:case|judgment|ruling|decision)s?\s"
    r"(?:under|of|on|about|in\swhich|where)\s(?:an?\s|the\s)?(?:sections?\s|ss?\.\s?|sec\.?\s|u/s\s)?\Z"
)
_OTHERS_REACH = 140  # characters


def is_law_of_another(lower: str, law: Span) -> bool:
    """Whether a section or an Act is named for an outsider, for a case that is cited, or as one not invoked."""
    low = max(0, law.start - _OTHERS_REACH)
    if _ONE_DETAINED.search(lower, low, law.start) or _CASE_OF_ANOTHER.match(lower, law.end):
        return True
    if _NOT_INVOKED.match(lower, law.end) or _CASE_CITED.search(lower, low, law.start):
        return True
    kinsman = _KINSMAN_TRIED.search(lower, low, law.start)
    if kinsman and not _MAY_BE_ACCUSED.search(lower, max(0, kinsman.start() - 40), kinsman.start()):
        return True
    before = lower[max(0, law.start - _NEAR_RULING) : law.start]
    return _RULING_ON.search(before) is not None or _RULING_AFTER.match(lower, law.end) is not None


def is_act_not_engaged(lower: str, act: Span) -> bool:
    """Whether an Act is none of the matter's: that of another, one named by a slip, or one denied: "no ECIR"."""
    if is_law_of_another(lower, act) or _BY_SLIP.match(lower, act.end):
        return True
    is_denied = _DENIED_ACT.search(lower, max(0, act.start - 20), act.start) is not None
    return is_denied or is_of_cited_case(lower, act)
