"""Which sentences of a judgment are worth quoting: what gives a reason or a fact, and what says nothing by itself."""

import re

from countercase.corpus.attribution import attributed
from countercase.corpus.speakers import holds
from countercase.domain.case import SectionType, Speaker
from countercase.explanation.quotations import StoredSentence, speaks_of_another_case
from countercase.explanation.tokens import TokenKind, tokenise
from countercase.law.provisions import find_provisions
from countercase.text.words import stem

# How far each section of a judgment is trusted to state facts, rather than report arguments.
TRUST = {
    SectionType.FACTS: 1.0,
    SectionType.HELD: 0.9,
    SectionType.RATIO: 0.8,
    SectionType.ISSUES: 0.7,
    SectionType.ANALYSIS: 0.6,
    SectionType.UNKNOWN: 0.5,
    SectionType.SUBMISSIONS: 0.3,
}
NOT_THE_COURT = frozenset({SectionType.FACTS, SectionType.ISSUES, SectionType.SUBMISSIONS})
ENDS = re.compile(
    r"\b(?:appeals?|petitions?|suit|revision|reference)\b[^;]{0,120}?\b(?:allowed|dismissed|disposed|fail(?:s|ed)?|succeed(?:s|ed)?|rejected)\b"
    r"|\b(?:allow|dismiss|dispose|reject)\b[^.;]{0,40}?\b(?:appeals?|petitions?|suit)\b"
    r"|\b(?:no|any)\s+(?:merits?|force|substance)\s+in\s+(?:this|these|the)\s+(?:\w+\s+)?(?:appeals?|petitions?)\b"
    r"|\b(?:appeals?|petitions?)\b[^.;]{0,60}?\bdeserves?\s+(?:to\s+be\s+)?dismiss",
    re.IGNORECASE,
)
# Sentences that decide nothing: thanks, costs, limits of the ruling, and bare orders.
_DECIDES_NOTHING = re.compile(
    r"\bcosts?\b|\bbail\s+bonds?\b|\bobservations?\b[^.;]{0,40}?\b(?:confined|limited|herein)\b|\bindebted\b|\bappreciat"
    r"|\bplaced?\s+on\s+record\b|\bregistry\b|\bbefore\s+parting\b|\bin\s+default\b|\binto\s+custody\b|\bserve\s+out\b|\border\s+sheet\b|\bshall\s+undergo\b"
    r"|\bfollowing\s+directions?\b|\btaken\s+the\s+opportunity\b|\bmake\s+it\s+(?:further\s+|also\s+)?clear\b|\bfrom\s+the\s+records?\b|\bopen\s+to\s+the\b|\bhope\b|^List\s+the\b|\bnot\s+our\s+intention\b|\bwe\s+appreciate\b|\bprovides\s+for\b|\barrayed\s+as\b"
    r"|\bforegoing\s+reasons\b|\breasons\s+(?:aforementioned|afore-?\s?stated|aforesaid|stated|given|mentioned)\b"
    r"|\ball\s+this\s+we\s+are\s+saying\b|\bneeds?\s+a\s+second\s+look\b|\bposted\s+for\s+hearing\b|\bshould\s+take\s+(?:\w+\s+)?steps\b|\bnecessary\s+to\s+direct\b|\bauthorities\b[^.;]{0,30}\bmay\s+consider\b|\bgive\s+liberty\b"
    r"|\b(?:Parliament|Legislature|Government)\s+(?:may|should|would\s+do\s+well\s+to)\s+consider\b|^\W*Had\b.*\b(?:may|might)\b|\binhibited\s+by\b|\birrespective\s+of\s+different\b|\bnot\s+unmindful\b|\bwithout\s+being\s+influenced\b"
    r"|\bconstrained\s+to\s+observe\b|\blet\s+us\s+(?:see|examine|consider)\b|\bfollowing\s+reasons\b|\bgone\s+through\b|\bheard\s+(?:the\s+)?(?:learned\s+)?(?:\w+\s+)?(?:counsels?|advocates?)\b",
    re.IGNORECASE,
)
# Sentences that only announce a discussion.
_ANNOUNCES = re.compile(
    r"^\W*(?:Now,?\s+we\s+come\s+to\b|Before\s+we\b|At\s+the\s+outset\b|The\s+issues?\b|As\s+regards\b|Let\s+us\b|We\s+(?:may|shall|will|would|now|propose|proceed)\s+(?:\w+\s+){0,2}?(?:return|revert|come|take|refer|advert|quote|notice|look|examine|turn|deal|consider|discuss|extract|reproduce)"
    r"|At\s+this\s+stage\b|The\s+next\s+(?:aspect|question|issue|point|contention)\b|(?:It\s+)?(?:is|would\s+be|will\s+be)\s+(?:necessary|relevant|apposite|useful|profitable|worthwhile)\s+to\b)"
    r"|\b(?:it\s+(?:is|would\s+be|will\s+be)\s+(?:relevant|apposite|profitable|worthwhile)\s+to|inclined\s+to\s+quote|something\s+has\s+to\s+be|inclined\s+to\s+examine|(?:have|has|fall|falls)\s+to\s+(?:be\s+)?consider(?:ed)?\b|consider\s+whether)\b",
    re.IGNORECASE,
)
# References to an argument or a finding that only an earlier sentence names.
_POINTS_BACK = re.compile(
    r"\b(?:does|do|did|intends?|intended)\s+(?:not\s+)?(?:intend\s+)?so\b|\b(?:treated|regarded|considered)\s+the\s+same\b"
    r"|^\W*(?:The\s+(?:above|said|aforesaid)\s+case\b|(?:These|Those|Such)\s+(?:precepts?|principles?|facts?|aspects?)\b|(?:That|This|They|It|The\s+same)\s+(?:itself\s+|alone\s+)?(?:is|was|are|were|does|do|has|have|cannot|would|will|must)\b)"
    r"|\b(?:this|that|these|those|the\s+said|said|the\s+aforesaid|such\s+an?|such)\s+(?:arguments?|contentions?|submissions?|pleas?|prayers?|grounds?|scores?|counts?|accounts?"
    r"|objections?|questions?|points?|issues?|circumstances?|approach|reduction|conclusions?|view|finding)\b",
    re.IGNORECASE,
)
_POINTS_BACK_WORDS = 18  # words; a longer sentence usually says what it refers to
# Findings so general that they fit any case.
_FITS_ANY_CASE = re.compile(
    r"\b(?:no|any)\s+(?:\w+\s+)?(?:reasons?|grounds?|justification)\s+(?:to|for)\s+interfer|\bwrong\s+angle\b|\bdevoid\s+of\s+(?:any\s+)?merits?\b|\bconviction\b[^.;]{0,90}\bcannot\s+be\s+faulted\b|\bnot\s+a\s+fit\s+case\b"
    r"|\bnot\s+find\s+any\s+(?:error|illegality|infirmity|fault)\b|\bsorry\s+state\b|^\W*(?:People|By\s+and\s+large)\b|\bcannot\s+say\s+anything\b|\bdeem\s+it\s+(?:appropriate|fit|proper)\b"
    r"|\bmeets?\s+the\s+ends\s+of\s+justice\b|\bgone\s+about\s+their\s+business\b|\bis\s+duly\s+rejected\b|\bcontra\s+conclusion\b|\bnot\s+(?:necessary|referring)\s+to\b|\bwill\s+be\s+considered\s+after\b|\bwe\s+(?:would\s+)?request\b|\bpriority\b|\bfurther\s+mercy\b|\border\s+for\s+dismissal\b"
    r"|\b(?:patent\s+illegality|manifest\s+injustice|fit\s+case\s+to\s+interfere|right\s+on\s+this\s+score|refrain\s+from|cannot\s+uphold|delinked|not\s+committed\s+any\s+error|no\s+longer\s+required|rightly\s+convicted|justified\s+in\s+confirming|are\s+in\s+error|no\s+hesitation\s+in\s+setting\s+aside|wholly\s+unsustainable"
    r"|facts\s+and\s+circumstances\s+of\s+the\s+case,?\s+we\s+are\s+of\s+the\s+view\s+that\s+it\s+would\s+be\s+in\s+the\s+interest)\b",
    re.IGNORECASE,
)
_DIRECTS = re.compile(
    r"\bshall\s+(?:forthwith\s+|now\s+)?(?:proceed|surrender|extend|appear|pay|refund|deposit|return|execute|be\s+(?:released|set|paid|listed|produced|taken))\b|\b(?:is|are)\s+(?:hereby\s+)?directed\s+to\b"
    r"|\bliberty\s+is\s+(?:granted|reserved|given)\b|\bwe\s+modify\b|\bacquitted\s+of\b|\b(?:released|set\s+at\s+liberty|set\s+free)\s+forthwith\b|\bstands?\s+(?:set\s+aside|quashed|modified|restored)\b"
    r"|\b(?:is|are),?\s+(?:hereby\s+|accordingly,?\s+|thus\s+|also\s+)?(?:therefore,\s+)?(?:sentenced|quashed|modified|set\s+aside|maintained|affirmed|confirmed|upheld|restored|reduced|waived|held\s+liable\s+to\s+pay)\b|\bwe,?\s+(?:hereby\s+|therefore,?\s+)?(?:direct|set\s+aside|quash)\b|\bdecree\b[^.;]{0,60}\bis\s+(?:\w+\s+)?passed\b",
    re.IGNORECASE,
)
# Orders that no "since" or "as the" turns into a reason.
_ONLY_ORDERS = re.compile(
    r"\bset\s+free\b|\b(?:wanted|required)\s+in\s+(?:connection\s+with\s+)?any\s+other\b|\bno\s+remand\b"
    r"|\bdirect(?:ed)?\b[^.;]{0,80}?\bexpedit|\bnot\s+remitting\b|\bshall\s+(?:not\s+be\s+disturbed|be\s+liable\s+to\s+(?:pay|indemnify))\b|\bdirected\s+to\s+be\s+(?:enlarged|released)\b|\bshall\s+stand\b|\bgrant\s+time\b|\bshould\s+be\s+(?:\w+\s+and\s+)?(?:paid|deposited|refunded)\b|^\W*I\.A\.",
    re.IGNORECASE,
)
_GIVES_WHY = re.compile(
    r"\b(?:because|since|inasmuch|in\s+view\s+of|in\s+the\s+(?:absence|light)\s+of|for\s+want\s+of|on\s+the\s+ground|having\s+been|as\s+(?:there|no|the|it)"
    r"|cannot|not\s+(?:proved|established|made\s+out|sustainable))\b",
    re.IGNORECASE,
)
# The illustrations of the codes speak of A and Z; letters and reports of commissions are not the judgment.
_FROM_OTHER_TEXTS = re.compile(
    r"^\W*(?:It\s+says|Exception\s+\d|Explanation\s*[\d.:—–-]|Subject\s+to\s+the\s+provisions\s+of\s+this|This\s+we|But\s+(?:that|this)|Please)\b|\b[Ii]t\s+(?:is|was|has\s+been),?\s+(?:however,?\s+|also\s+|further\s+)?(?:stated|alleged)\b|\bWe\s+find\s+along\s+with\b"
    r"|\bLaw\s+Commission\b|\bA, an? [a-z]+,|\b[AZ]['’]s\b|\bto Z\b"
)
# Words of judgement: required in a sentence that is not certainly the Court's.
_EXPRESSES_VIEW = re.compile(
    r"\b(?:cannot|ought|should|must\s+(?:be|establish|prove|show|satisfy)|need\s+not|(?:is|are)\s+not|entitled|liable|burden|requir\w+|sufficient"
    r"|erred|error|justified|illegal|invalid|void|valid|mandatory|binding)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?<!\bin\s)\bquestions?\b|\?\W*$|!\W*$", re.IGNORECASE)
_LEAST_REASON = 8  # words; a shorter sentence is an order, not a reason
_LEAST_LIKELY = 0.5  # least probability of being the Court's own, for a sentence quoted with the doubt stated


def says_nothing(sentence: str) -> bool:
    """Whether a sentence decides nothing by itself, or fits any case."""
    return any(
        pattern.search(sentence) for pattern in (_DECIDES_NOTHING, _ANNOUNCES, _FITS_ANY_CASE, _FROM_OTHER_TEXTS)
    )


def points_back(sentence: str) -> bool:
    """Whether a short sentence is about something that only the text before it names."""
    if _ANSWERS.search(sentence):
        return True
    return len(sentence.split()) <= _POINTS_BACK_WORDS and _POINTS_BACK.search(sentence) is not None


_ANSWERS = re.compile(
    r"^\W*(?:(?:Besides|Apart\s+from|In\s+addition\s+to)\s+(?:this|that|these|the\s+above)|This\s+would|It\s+(?:held|observed|found)\s?that)|\bgrounds?\s+(?:taken|urged|raised)\s+by\b|\banswer\s+to\s+(?:it|this|that|the\s+same)\b|\bwould\s+depend\s+on\s+whether\b|^\W*It\s+is\s+not\s+only\b"
    r"|^\W*If\s+(?:this|that)\s+(?:is|be|was)\b|^\W*(?:His|Her|Their)\s+aforesaid\b",
    re.IGNORECASE,
)


# What a court below did, without a word on whether it was right.
_REPORTS_BELOW = re.compile(
    r"^\W*(?:\d+\W+)?(?:The\s+)?(?:learned\s+)?(?:Single\s+Judge|High\s+Court|Trial\s+(?:Court|Judge)|Tribunal|Division\s+Bench|Sessions\s+Judge|Magistrate)"
    r"\s+(?:has|had|have)?\s*(?:also\s+|further\s+|only\s+)?(?:given|gave|granted|held|directed|ordered|found|observed|recorded|dismissed|allowed|considered|noted|took|taken)\b",
    re.IGNORECASE,
)
_JUDGES_IT = re.compile(
    r"\b(?:err\w*|wrong\w*|right\w*|correct\w*|justif\w*|perverse|illegal\w*|contrary|ought|should|cannot|unsustainable|mis\w+|fail\w*|without|in\s+our)\b",
    re.IGNORECASE,
)


def gives_a_reason(sentence: str) -> bool:
    """Whether a sentence of the Court can be read as a reason: it is no bare order, report, question or exclamation."""
    words = len(sentence.split())
    if _REPORTS_BELOW.search(sentence) and not _JUDGES_IT.search(sentence):
        return False
    is_order = ENDS.search(sentence) is not None or _DIRECTS.search(sentence) is not None
    if words < _LEAST_REASON or is_fragment(sentence):
        return False
    if (is_order and not _GIVES_WHY.search(sentence)) or _ONLY_ORDERS.search(sentence):
        return False
    if _IN_THAT_CASE.search(sentence) or _ON_AN_APPLICATION.search(sentence):
        return False
    return not (says_nothing(sentence) or points_back(sentence) or _ASKS.search(sentence))


# Persons who want to be heard, and what became of that: no order on the matter.
_ON_AN_APPLICATION = re.compile(
    r"^\W*(?:The\s+|All\s+)?(?:pending\s+|interlocutory\s+)?applications?\s+(?:for|seeking)\s+(?:impleadment|intervention|substitution|directions)\b"
    r"|\bapplications?\s+for\s+(?:impleadment|intervention|substitution)\s+(?:is|are|stands?)\s+(?:allowed|dismissed|rejected)\W*$",
    re.IGNORECASE,
)


def is_on_an_application(sentence: str) -> bool:
    """Whether it decides only an application to be heard or substituted."""
    return _ON_AN_APPLICATION.search(sentence) is not None


# What the Court decides here by the rule of an earlier case.
_APPLIES = re.compile(
    r"^\W*(?:Applying|Following)\b.*\bto\s+the\s+facts\s+of\s+the\s+(?:present\s+|instant\s+)?case\b",
    re.IGNORECASE | re.DOTALL,
)


def is_a_reason(sentence: StoredSentence) -> bool:
    """Whether it is long enough for a reason, stands among the reasons, and is about this case."""
    if sentence.voice.speaker is Speaker.SUMMARY:
        is_long = len(sentence.text.split()) >= _LEAST_REASON
        return is_long and sentence.section is SectionType.HELD and not speaks_of_another_case(sentence)
    is_of_another = speaks_of_another_case(sentence) and not (sentence.sure and _APPLIES.search(sentence.text))
    if is_of_another or not gives_a_reason(sentence.text):
        return False
    if sentence.voice.speaker is Speaker.SEPARATE:
        return sentence.own >= _LEAST_LIKELY and holds(sentence.text)
    if sentence.sure:
        return True
    return sentence.section not in NOT_THE_COURT and sentence.own >= _LEAST_LIKELY and expresses_view(sentence.text)


_PROBABLY = 0.7  # least probability of being the Court's own, for a reason on a point that the matter raises
# What a court finds about the evidence or the parties.
_FINDS = re.compile(
    r"\b(?:not\s+(?:been\s+)?(?:proved|proven|established|made\s+out|attracted|applicable|fatal|inspire)|failed\s+to\s+(?:prove|establish|consider|show|discharge|appreciate)"
    r"|(?:has|have|stands?|is|are)\s+(?:been\s+)?(?:duly\s+|fully\s+)?(?:proved|established|attracted|satisfied|vitiated|inadmissible|unreliable|fatal|doubtful)|benefit\s+of\s+(?:the\s+)?doubt"
    r"|no\s+(?:evidence|material|proof|explanation)|would\s+not|does\s+not|do\s+not|did\s+not|can\s+be|could\s+not|may\s+not\s+be|in\s+(?:our|my)\s+(?:considered\s+)?(?:view|opinion))\b",
    re.IGNORECASE,
)
_ARGUED = re.compile(
    r"\b(?:argu\w+|conten[dt]\w*|submi\w+|urged|relied|learned\s+(?:senior\s+)?(?:counsel|advocate|ASG)|pleaded|alleg\w+|prayed|Bench|this\s+Court\s+(?:has\s+)?(?:held|observed|found)|(?:and|also)\s+that\s+(?:there|the|it)|did\s+not\s+raise)\b"
    r"|^\W*(?:On\s+the\s+contrary|Similarly|Likewise|No\s+doubt|It\s+is\s+(?:true|no\s+doubt|not\s+in\s+dispute|not\s+disputed)|According\s+to|(?:First|Second|Third)(?:ly)?\s+is\s+that|On\s+the\s+other\s+hand|There\s+can(?:not)?\s+be\s+(?:any|no)\s+(?:disagreement|dispute|quarrel|doubt))\b",
    re.IGNORECASE,
)


def is_probably_a_reason(sentence: StoredSentence) -> bool:
    """Whether it is very likely a reason of the Court, without being certain."""
    if sentence.voice.speaker is not Speaker.COURT or sentence.sure or sentence.own < _PROBABLY:
        return False
    if sentence.section in NOT_THE_COURT or speaks_of_another_case(sentence) or not gives_a_reason(sentence.text):
        return False
    return not _ARGUED.search(sentence.text) and (
        expresses_view(sentence.text) or _FINDS.search(sentence.text) is not None
    )


def expresses_view(sentence: str) -> bool:
    """Whether the sentence expresses a view: what ought to be, what cannot be, what is bad in law."""
    return holds(sentence) or _EXPRESSES_VIEW.search(sentence) is not None


_LEADS_IN = re.compile(r"\b(?:as\s+(?:follows|under)|reads?)\W*$", re.IGNORECASE)
_ENDS_MID_SENTENCE = re.compile(
    r"\.\s+(?:[ivx]{1,4}|[a-z])\W*$|\b(?:unless|and|or|that|of|the|if|where|under\s+\d+|Nos?|No\(s\))\W*$"
)
# 2"x2"x18", and a list of wounds.
_MEASURES = re.compile(
    r"\d['\"”]?\s?[xX]\s?\d|['\"”]\s?[xX]\s|^\W*(?:\w+\s+)?(?:incised|lacerated|stab|contused|punctured)\s+(?:wounds?|injur)|\(\d\)\s+\w+\s+(?:small\s+)?(?:wounds?|abrasions?|contusions?)"
    r"|\b\d+(?:\.\d+)?\s?cms?\b|\b(?:simple|grievous)\s+in\s+nature\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\bdenied\s+(?:having|that|to\s+have|the\s+suggestion)\b|\bnot\s+aware\b", re.IGNORECASE)
_STARTS_MID_SENTENCE = re.compile(r"^[^\w\"“‘(]*[a-z]|^\d[\d./-]*,?\s|^\W*\(?\s*[Ss]ee\b|^Nos?\.\s*\d")


_ENDS_IN_BRACKET = re.compile(r"\([^()]{0,12}$")  # "... applicable to such offences too (ref."


def is_fragment(sentence: str) -> bool:
    """Whether the text is only part of a sentence, because a full stop was misread or a quotation ends in it."""
    return any(pattern.search(sentence) for pattern in (_STARTS_MID_SENTENCE, _ENDS_MID_SENTENCE)) or (
        _ends_a_quotation(sentence) or _ENDS_IN_BRACKET.search(sentence) is not None
    )


def _ends_a_quotation(sentence: str) -> bool:
    """Whether it closes quotation marks that an earlier sentence opened: it is part of an extract."""
    is_closing = re.search(r"[\"”’']\W*$", sentence) is not None
    return is_closing and re.search(r"(?:^|[\s(\[])[\"“‘']", sentence) is None


def can_stand_alone(sentence: StoredSentence) -> bool:
    """Whether a sentence is informative by itself: not an argument, an order or a fragment."""
    if sentence.voice.speaker is Speaker.SUMMARY:
        return True
    is_part = any(pattern.search(sentence.text) for pattern in (_LEADS_IN, _IN_THAT_CASE)) or is_fragment(sentence.text)
    if sentence.voice.speaker is Speaker.COUNSEL or is_part:
        return False
    if sentence.voice.speaker is Speaker.STATUTE or _names_no_earlier_case(sentence) or states_law(sentence.text):
        return False
    if is_table_row(sentence.text) or any(
        pattern.search(sentence.text) for pattern in (_MEASURES, _DENIES, _LISTS_PEOPLE, _BROKEN_UP, _ENDS_IN_QUESTION)
    ):
        return False
    if sentence.voice.speaker is Speaker.UNKNOWN and (
        _FIRST_PERSON.search(sentence.text) or expresses_view(sentence.text)
    ):
        return False  # perhaps the view of a court below
    return ENDS.search(sentence.text) is None and not says_nothing(sentence.text)


_ENDS_IN_QUESTION = re.compile(r"\?['\"’”\s]*$")
_FIRST_PERSON = re.compile(r"\b(?:we|our|I|my)\b")
# Columns of a table read across, and points of a list run together.
_BROKEN_UP = re.compile(
    r"[a-z]{4,}\.\s+[a-z]{3,}|[A-Z]\.\s+\([ivx]{1,4}\)\s+[A-Z]|\b\d+\s+(?:Hereinafter|Hereafter|For\s+short)\b|\b\d[a-z]{4,}|\bas\s+(?:follows|under)\s*:\s*(?![-–\s]*That\s+the\b)\S|\(\w\)\s+[A-Z][A-Z\s]{5,}$|\((?:[ivx]{1,4}|[a-z])\)\s+That\b.*\((?:[ivx]{1,4}|[a-z])\)\s+That\b|\(\w{1,4}\)\s+PW\b|\s—\s|[a-z]\s+\d{1,2}\)\s+[A-Z]",
    re.DOTALL,
)
_SHARE_OF_FIGURES = 0.3  # share of words with a digit, from which a line is a row of a table
_LISTS_PEOPLE = re.compile(
    r"\b(?:was|were)\s+examined\s+(?:to|as)\b|\bis\s+the\s+(?:[\w-]+\s+){1,3}who\b|^\W*(?:Respondents?|Appellants?|Defendants?)\s+(?:nos?\.?\s*)?[\d\s,toand&]+(?:is|are|was|were)\s+the\b",
    re.IGNORECASE,
)


def is_table_row(sentence: str) -> bool:
    """Whether it is a row of a table: a large share of its words are figures."""
    words = _LIST_OF_SECTIONS.sub(" sections ", sentence).split()
    return sum(any(character.isdigit() for character in word) for word in words) > _SHARE_OF_FIGURES * len(words) > 2


_LIST_OF_SECTIONS = re.compile(r"\b[Ss]ections?\s\d[\w()/-]*(?:(?:,|\s(?:and|or|r/w|read\swith))\s?\d[\w()/-]*)*")


def _names_no_earlier_case(sentence: StoredSentence) -> bool:
    """Whether it is attributed to an earlier case but names none, so that the attribution is not certain."""
    return sentence.voice.speaker is Speaker.EARLIER and not speaks_of_another_case(sentence)


# What an earlier case or a statute says is no fact of this case.
_SPEAKERS_OF_OTHER_FACTS = frozenset({Speaker.EARLIER, Speaker.STATUTE})


_IN_THAT_CASE = re.compile(
    r"emphasis\s+(?:supplied|added)|\b[Tt]his\s+case\s+(?:underscor|laid|dealt|concern|reiterat|held)|\b(?:in|of)\s+(?:that|the\s+said|the\s+cited)\s+case\b|\b(?:analogous|connected)\s+(?:appeals?|matters?)\b",
    re.IGNORECASE,
)
# A conclusion of law that the sentence attributes to nobody: perhaps an argument that failed.
_CONCLUDES = re.compile(
    r"\bhad\s+to\s+be\s+(?:compounded|quashed|set\s+aside)\b|^\W*The\s+very\s+fact\b|\brightly\s+(?:convicted|acquitted|held|rejected|dismissed|allowed)\b|\black(?:s|ed)?\s+(?:any\s+)?merits?\b"
    r"|^\W*(?:Thus|Hence|Therefore|Further|Also)\b[^.;]*\b(?:fall\s+(?:under|within)|attract(?:ed)?|amount\s+to|liable)\b|\bquestion\s+of\b[^.;]*\bdid\s+not\s+arise\b"
)
_CROSS_CASE = re.compile(r"\bIPC,?\s+against\s+the\s+(?:complainant|informant|victim)\b")
_SUPPOSES = re.compile(
    r"^\W*It\s+is\s+(?:also\s+)?(?:correct|incorrect|wrong|not\s+correct|submitted|averred)\b|^\W*\(.*\)\W*$|\bnot\s+possible\s+to\s+(?:say|give|state|opine)\b|\b(?:desist|refrain)\w*\s+from\b|\bI\s+(?:would|had|have|was|am|did|saw|went|do|know|told|came|heard|reached|gave|took|asked|signed|recorded)\b|\b(?:me|my|myself)\b|^\W*(?:Can\s+it\s+be|But|It\s+provides)\b|\b[Tt]oday\b|\b(?:aforesaid|said|above)\s+decisions?\b|\bSubject\s*:|^\W*Otherwise\b|(?:\bPW[-\s]?\d.*){3}|^\W*(?:Even\s+)?(?:If|Had|Assuming|Supposing|Suppose|Unless|Whether)\b|\?\W*$|\bif\s+the\s+prosecution\s+case\b|\b[Nn]either\b.*\bnor\b|\bcould\s+have\s+been\b"
)


def can_state_a_fact(sentence: StoredSentence) -> bool:
    """Whether a sentence can be quoted for a fact of this case."""
    if sentence.voice.speaker is Speaker.SUMMARY:
        return True
    text = sentence.text
    if (
        sentence.voice.speaker in _SPEAKERS_OF_OTHER_FACTS
        or not has_a_verb(text)
        or is_fragment(text)
        or _SUPPOSES.search(text)
    ):
        return False
    if _IN_THAT_CASE.search(text) or _CROSS_CASE.search(text) or _CONCLUDES.search(text):
        return False
    if (
        points_back(text)
        or is_table_row(text)
        or any(pattern.search(text) for pattern in (_LEADS_IN, _LISTS_PEOPLE, _BROKEN_UP, _DENIES, _MEASURES))
    ):
        return False
    return sentence.voice.speaker is not Speaker.COUNSEL or attributed(sentence.text) is not None


_VERB = re.compile(
    r"\b(?:is|was|were|are|be|been|had|has|have|did|does|do|shall|should|may|can|cannot|could|would|will|must|[a-z]{2,}ed|[a-z]{2,}ing"
    r"|came|gave|took|told|fell|went|made|held|found|saw|ran|sent|paid|sold|bought|left|led|died|met)\b"
)


def has_a_verb(sentence: str) -> bool:
    """Whether it is a sentence at all: a row of a table and a line of a list have no verb."""
    return _VERB.search(sentence) is not None


# A rule, not an event: no case has a motive because "motive may be absent in such cases".
_EVENT = re.compile(
    r"\b(?:was|were|had|has|have|did|found|held|gave|took|made|paid|sold|left|saw|told|came|went|ran|sent|fell|died|met|led"
    r"|(?!deceased|accused|need|proceed|indeed)[a-z]{2,}ed)\b"
)


def tells_of_an_event(sentence: StoredSentence) -> bool:
    """Whether the sentence, if it is not our summary, tells what happened and not what the law is."""
    return sentence.voice.speaker is Speaker.SUMMARY or _EVENT.search(sentence.text) is not None


_STATES_LAW = re.compile(
    r"\b(?:in\s+one\s+case|whole\s+idea\s+of|does\s+not\s+oblige|evidentiary\s+value|rare\s+instances|no\s+fixed\s+meaning|sine\s+qua\s+non|as\s+per\s+section|fall\s+under\s+chapter|pertains?\s+to|the\s+(?:word|term|expression)|in\s+(?:such|all|most|many|some)\s+cases|in\s+(?:a|every)\s+case\s+(?:of|where)|in\s+cases\s+(?:of|where)|it\s+is\s+only\s+when|may\s+be\s+(?:totally\s+)?(?:absent|irrelevant)"
    r"|not\s+in\s+any\s+way|witnesses\s+do\s+not|before\s+the\s+enactment|(?:very\s+)?purpose\s+of|object\s+of|(?:another|one)\s+object|ordinarily|(?:very\s+)?often|usually|generally|(?:well\s+)?settled|trite|as\s+a\s+(?:general\s+)?rule|need\s+not\s+be|cannot\s+be\s+said\s+that\s+(?:a|an)|by\s+itself|it\s+is\s+not\s+necessary"
    r"|(?:loses|lose|pales|recedes)\b|nature\s+of\s+the\s+presumption|presumption\s+under|repealed|(?:came|brought)\s+into\s+force|inserted\s+(?:by|in)|(?:relevance|importance|absence|proof)\s+of\s+motive)\b"
    r"|\b(?:would\s+have|has|have)\s+to\b|\b(?:must|ought)\b|\b(?:rules|section|Act)\b[^.;]{0,60}?\b(?:contemplates?|provides?)\b|\bmeans\b|\b(?:Court|Commission|Forum|Tribunal)\s+is\s+(?:entitled|empowered|competent|required)\s+to\b|\bdefined\s+(?:in|under)\b|\bcase\s+law\b|\bDictionary\b|\bEdition\b|\bin\s+cases?\b",
    re.IGNORECASE,
)


def states_law(sentence: str) -> bool:
    """Whether the sentence states a rule about evidence and not what happened in the case."""
    return _STATES_LAW.search(sentence) is not None


_HEARSAY = re.compile(
    r"\b(?:plea|case\s+was\s+that|relied\s+(?:up)?on|(?:stated|said|alleged|claimed)\s+to\s+(?:be|have)|alleged(?:ly)?|claims\s+(?:that|to)|claimed|according\s+to|not\s+(?:produced|examined)"
    r"|disclosure|suggest(?:ed|ion)|purported(?:ly)?)\b",
    re.IGNORECASE,
)


def is_hearsay(sentence: str) -> bool:
    """Whether the sentence only reports what somebody claims, which sets no case apart."""
    return _HEARSAY.search(sentence) is not None


def is_general_or_hearsay(sentence: str) -> bool:
    """Whether the sentence states a rule, or only reports a claim."""
    return states_law(sentence) or is_hearsay(sentence)


# Whether a ground says something about its own case, beyond who is right and that a court erred.

_LEAST_PARTICULAR_WORDS = 2  # words that only some cases have
# What any judgment may say of any appeal.
_OF_ANY_CASE = frozenset(
    stem(word)
    for word in """
    able accept accordingly accuse accused act acted add adduced adjudicate adjudicating adopt adoption advance
    advanced adverted affirm agree allege allow ample analysis answer answered appeal appear appellant appellants
    applicant apply appreciate appreciation approach appropriate argue argument arguments arise arrive arrived aside
    aspect aspects assail attack authority backdrop base basis behalf below bench beyond bring brought call cannot
    canvassed careful carefully case cases charge charged charges circumstance circumstances clear clearly cogent
    come commit committed complainant complete completely conclude concluded conclusion conclusions concur
    concurrent confirm conflict consequence consequently consider consideration considered constrained contend
    contention contentions contrary convict convicted conviction convictions convince convinced correct correctly
    correctness counsel course court courts cumulative deal dealt decide decided decision decree deem defendant
    defendants deserve detail difficult difficulty disagree discuss discussed discussion dismiss dispute disturb
    division doubt due duly effect elaborate elaborately entire entirely err erred erroneous erroneously error
    errors establish established evaluation evidence examine examined explanation express facie fact facts factual
    fail failed fall fault faulted favour fell find finding findings firm firmly flaw following force foregoing
    fully give given go good grievance ground grounds guilt guilty hand hear heard held hence herein hereinabove
    hereinbefore hesitation high hold hon impugned inclined individual indulgence inescapable inevitable infirmity
    inform instant interfere interference interfering irrelevant irresistible issue issues judge judgement judges
    judgment judicial justice justifiable justification justified justify keep keeping know large last law learned
    leave legal legally liable liberty light made maintain make manner material materials matter matters mean
    mention mentioned merit merits mind misconceived miserable miserably mistake necessary need note noted notice
    object observation observations observe offence offences opine opinion opposed order orders overall palpable
    part parties partly party pass passed pending perusal perverse petition petitioner petitioners plaintiff
    plaintiffs plea point points position possible present prima proper properly prosecution prove proved purpose
    question questions raise raised ratio read reason reasonable reasoned reasoning reasons record records regard
    reject rejected relevancy relevant reliance relied relief rely require required respect respectful respondent
    respondents result reversal reverse reversed reversing right rightly satisfactory satisfied say scope second see
    senior serious seriously serve served set settled share show shown side single society special stand state
    stated statement stress submission submissions submitted substance substantial succeed succeeded successfully
    such sufficient support supreme sustain sustainable sustained take taken tenable tests therefore thing think
    thorough thoroughly thus trial tribunal true unable undisputed unhesitatingly unsustainable upheld uphold
    upholding urge urged valid various view views vitiated warrant warranted way well whole wholly writ wrong
    wrongly
    """.split()
)


def is_particular(sentence: str) -> bool:
    """Whether it names a provision, or has two words that not every judgment has."""
    if find_provisions(sentence):
        return True
    words = {token.key for token in tokenise(sentence) if token.kind is TokenKind.WORD and len(token.key) > 2}
    return len(words - _OF_ANY_CASE) >= _LEAST_PARTICULAR_WORDS
