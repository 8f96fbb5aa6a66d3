"""Words that would contradict a value moved across a line, wherever the text has them.

An appeal in time has no delay to explain; a girl of eighteen is not "of that age"; "nineteen days beyond the last day"
follows from the old date; and nobody says "had it been under 7,500 kg" of a lorry that is.
"""

import calendar
import re
from collections.abc import Sequence

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.law_words import PLAIN_WORDS
from countercase.counterfactual.line_values import day_of, in_words, is_date
from countercase.domain.checklist import LawLine, Stands
from countercase.domain.span import Span
from countercase.law.ingredients.patterns import word_keys
from countercase.text.sentences import split_sentences

_APPLICATION = r"(?:application|appln?\.?|petition|petn?\.?|prayer|I\.?A\.?)"
# An application that only a late step needs, wherever the text speaks of it.
_DELAY_PLEA = re.compile(
    r"\b(?:I\.?A\.?|M\.?A\.?|app(?:ln|lication)\.?|petn?\.?|petition)\s(?:filed\s)?(?:for|regarding)\s(?:the\s)?delay\b"
    r"|\bdelay\s(?:app(?:ln|lication)?\b|petn|petition)|\bs(?:ec(?:tion)?|\.)?\s?5\s(?:petn?|petition|app(?:ln|lication))\b",
    re.IGNORECASE,
)
_COUNT_FROM_DATE = re.compile(
    r"\b[\w-]+\s(?:days?|wks?|weeks?|months?|hours?)['’]?\s(?:beyond|late|later|belated|delay|short)\b", re.IGNORECASE
)
_DAY_ALONE = re.compile(r"\bthe\s\d{1,2}(?:st|nd|rd|th)\b(?!\s(?:of\s)?[A-Z]|\sday)")
# What the text adds up to a count, before it: "06 to 14.10, then again 02 to 09.11 - in all 17 days".
_PARTS_BEFORE_COUNT = re.compile(
    r"\d{1,2}(?:[./]\d{1,2})?\s?(?:to|-|–)\s?\d{1,2}[./]\d{1,2}\b|\b\d{1,2}[./]\d{1,2}\.?,?\s(?:at\s)?\d{1,2}(?:[.:]\d{2})?\s?[ap]\.?m\b",
    re.IGNORECASE,
)
# A date or a span of years just before a count: "30.06.2025 90th day", "from 1998 to suit: 17 years".
_COUNTED_FROM = re.compile(
    r"(?:\d[./-]\d{1,2}[./-][\dOl]{2,4}[\s,:–-]+(?:i\.e\.,?\s|that\sis,?\s|so\s)?(?:on\s)?(?:the\s)?"
    r"|\b[Ff]rom\s(?:19|20)\d\d\sto\s[^.;]{0,20}:\s)\Z"
)
# The count of a date's day, just after it: "filed 31.05.2025, 74th day from the FIR".
_COUNT_BESIDE = re.compile(
    r",?\s?\(?(?:i\.e\.,?\s|that\sis,?\s|=\s)?(?:on\s)?(?:the\s)?(?P<count>\d+)(?:st|nd|rd|th|\s)"
)
# What the text makes of a value on its old side.
_MADE_OF_VALUE = re.compile(
    r"\bnothing\sturns\son\b|\bso\sin\stime\b|\bno\sreasons?\sfor\s(?:the\sdelay|delay|going\b)|\bno\sword\sabout\s(?:the\s)?delay\b"
    r"|\bblaming\b|\bwith\san?\sapplication\s(?:saying|stating|blaming|pleading)\b|\bolder\sDOB\b|\byounger\sDOB\b"
    r"|\bwith\s(?:an?\s)?app(?:ln|lication)\b[^.;]{0,15}\breasons?:|\b(?:is|was)\s(?:too\s)?(?:late|stale|belated)\b",
    re.IGNORECASE,
)
_CLAIMED = re.compile(r"\s?(?:%|per\scent)\s(?:is\s|was\s)?claimed\b")  # not what the Tribunal gave
_SHARE = re.compile(r"\d\s?(?:%|per\scent)")
_AWARD = re.compile(r"\b(?:[Aa]ward|[Cc]ompensation|[Tt]otal)\s(?:of\s|is\s|was\s|at\s)?(?:Rs|₹)")
_ONLY_THEN = re.compile(r"\b(?:only|finally|at\slast|as\slate\sas)\s(?:came\s)?(?:on\s)?(?:the\s)?\Z")
_EXTENDED = re.compile(
    r"\b(?:time|period)\swas\sextended\b|\b[Ee]xtended\sto\b|\bfurther\speriod\b|\bseeking\smore\stime\b"
)
_GROSS = re.compile(
    r"\b(?:gross|total|in\sall|with\s(?:the\s)?(?:bags?|polythene|packing|wrapp\w+|sack\w*))\b", re.IGNORECASE
)
_PARTS_OF_COUNT = re.compile(r"\s*\([^()]*\d{1,2}(?:\.\d{1,2})?\s?[-–]\s?\d{1,2}")
_DATE_OF_NOTE = re.compile(r"\b(?:Today|[Aa]s\son|[Nn]ote\sof)\W*\Z")
# The sum that was worked out with the old multiplier or share.
_RESULT_OF_SUM = re.compile(
    r"\b(?:arriving\sat|total(?:ling)?|making|in\sall|c[ao]mes?\sto)\s[^.;]{0,12}\bRs\b", re.IGNORECASE
)
_SUM_WINDOW = 120  # characters
_COUNTED = re.compile(r"\b(?:hours?|days?)\b")
_WEIGHT = re.compile(r"\d\s?(?:kg|kilograms?|kgs|gms?|g|grams?)\b")
_NO_SHEET = re.compile(r"\bno\s(?:charge-?\s?sheet|c/s|challan|final\sreport)\b", re.IGNORECASE)
_NO_FUNDS = re.compile(r"\bno\s(?:cash|money|funds)\b|\bcould\snot\spay\b", re.IGNORECASE)
_HEAVY_VEHICLE = re.compile(r"\bheavy\s(?:goods|transport|passenger|motor|vehicle)|\bH[GTP]V\b|\bHGMV\b", re.IGNORECASE)
_COPIED_WRONGLY = re.compile(r"\b(?:by\smistake|mistake\sin|wrongly|clerical|erroneous\w*)\b", re.IGNORECASE)
_RELIES_ON = re.compile(r"\b(?:relies|relied|rely|relying)\s(?:up)?on\b[^.;]*\Z")
# What only a late step needs. "No application for condonation" may stay: a step in time needs none.
_CONDONED = re.compile(
    r"\b(?:for\scondonation|to\scondone)\b|\bdelay\s(?:was\s|is\s|has\sbeen\s)?(?:condoned|not\scondoned)\b|\bcause\sshown\b",
    re.IGNORECASE,
)
_IS_LATE = re.compile(r"\bfor\s(?:the|this)\s(?:delay|gap)\b|\bdelay\sof\b", re.IGNORECASE)
_NO_PLEA = re.compile(
    rf"\b(?:no|without(?:\san(?:y)?)?|nor(?:\san(?:y)?)?)\s{_APPLICATION}\s(?:for\scondonation|to\scondone)",
    re.IGNORECASE,
)
_NIGHTS = re.compile(r"\b(?:two|three|four|\d)\s(?:nights|days)\sin\b", re.IGNORECASE)
_MORE_THAN = re.compile(r"\b(?:more\sthan|over|above|in\sexcess\sof)\s\d", re.IGNORECASE)
_STEP_IN_TIME = re.compile(r"\b(?:in time|late|barred|out of time|came after|went (?:\w+ ){3}after|beyond the)\b")
_HYPOTHESIS = re.compile(r"(?:(?<=[.;:]\s)|(?<=\n)|\A)(?:Had|If|Were)\b")
_IN_TIME = re.compile(
    r"\b(?:in|within|well\sin)\stime\b|\bno\squarrel\b|\bwithin\slimitation\b|\bnot\s(?:time-)?barred\b|\bno\sdelay\b",
    re.IGNORECASE,
)
_OF_DELAY = re.compile(
    r"\bdelay(?:ed|s)?\b|\bcondon\w+|\bbelated\w*|\b(?:too|so)\slate\b|\btime\staken\b|\blimitation\b(?!\sAct)"
    r"|\bis\slate\b|\b(?:beyond|out\sof)\stime\b|\btime-?barred\b|\bthe\sgap\b|\bas\slate\b",
    re.IGNORECASE,
)
_BEFORE_STEP = 100  # characters before a step in which its delay may be discussed
# What a text supposes about a line without its number.
_TOPICS = {
    "ndps-": re.compile(r"\bcommercial\b|\bsmall\squantity\b|\bnotified\b|\b(?:section|s\.)\s?37\b", re.IGNORECASE),
}
_OF_AGE = re.compile(
    r"\bat\s(?:that|her|his|such\san?)\s(?:tender\s)?age\b|\btender\sage\b"
    r"|\bconsent\b[^.]{0,30}\b(?:consequence|immaterial|irrelevant|avail)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\d\s?(?:to|-|–)\s?\d")
_MADE_OF_AGE = re.compile(r"[^.;\n]{0,60}\b(?:major|adult|minor|child|juvenile|so\s(?:she|he))\b", re.IGNORECASE)
_SUPPOSES = re.compile(r"\b(?:[Hh]ad|[Ii]f|[Ww]ere)\s(?:he|she|it|they|the\s\w+)\s(?P<rest>[^.;\n]{3,60})")
_CLASS_OF_WEIGHT = re.compile(
    r"\b(?:quantity\s(?:is\s|was\s|being\s)?commercial|commercial\squantity|intermediate\squantity|small\squantity)\b",
    re.IGNORECASE,
)
_PURITY = re.compile(r"\bpur(?:e|ity)\b[^.;]{0,60}\d", re.IGNORECASE)
_LATE = re.compile(r"\blate\b(?!\s(?:Shri|Smt|Sri|[A-Z]))|\bfew\s(?:days|weeks|months)\b|\bbelated\w*|\btime-?barred\b")
_STEPS = word_keys(
    "declaration notice appeal petition complaint suit application award sanction charge-sheet revision reference"
    " report"
)
# What a court or a party makes of the paper that gives the old age.
_RELIES_ON_RECORD = re.compile(
    r"\b(?:went|goes|go|relie[sd]|rely|relying|acted|acts)\s(?:by|on|upon)\s(?:the\s)?(?:[\w-]+\s){0,2}"
    r"(?:register|certificate|entry|record|date)\b|\b(?:register|certificate)\s(?:is|was)\s(?:enough|conclusive|sufficient)\b"
    r"|\b(?:of|being)\sa\s(?:minor|child)\b|\bchild\sin\sconflict\swith\s(?:the\s)?law\b"
    r"|\bdetermin\w+\s(?:the\s|his\s|her\s)?age\s(?:on|by|from)\b",
    re.IGNORECASE,
)
_A_DAY = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?\s[A-Z][a-z]{2,8},?\s\d{4}")
_DELAY_WINDOW = 300  # characters after a step in which a delay is explained or condoned
# What the text makes of a number that moves, or measures from a date that moves.
_RANKED = re.compile(r"\bslabs?\s(?:too\s)?(?:high|low|up|down)|\bon\sthe\s(?:higher|lower)\sside\b", re.IGNORECASE)
_A_TIME_LATER = re.compile(
    r"\b(?:[Hh]ad|[Ii]f)\sthe\s(?P<step>\w+)\s[^.;\n]{0,50}\b(?:days?|weeks?|months?|years?)\s(?:earlier|later|sooner|before)\b"
)
_SHOULD_BE = re.compile(r"\b(?:should|ought to)\s(?:be|have)\b")
_TIME_UNIT = re.compile(r"hour|day|week|month|year")
_ADJACENT = 40  # characters between a value and what is said of it


def is_time_limit(line: LawLine) -> bool:
    """Whether the line limits the time for a step. If delay can be condoned, the text may discuss it."""
    return _STEP_IN_TIME.search(line.says) is not None and "condon" not in line.quantity + line.rule


def contradicts_line(narrative: str, places: Sequence[Span], line: LawLine) -> bool:
    """Whether a text edited across a line still has words that fit the old side only.

    The first of the places holds the changed words.
    """
    sentences = [bounds.of(narrative) for place in places if (bounds := sentence_bounds(narrative, place)) is not None]
    if (
        _contradicts_value(narrative, places[0], sentences, line)
        or _supposes_new_value(narrative, places[0], line)
        or (line.rule.startswith("ndps-") and _is_class_of_weight_used(narrative, places))
    ):
        return True
    is_period = line.quantity.startswith(("days", "period", "hours")) and "condon" not in line.quantity
    changed = places[0].of(narrative)
    if "charge-sheet" in line.quantity and "extended" not in line.quantity and _EXTENDED.search(narrative):
        return True  # the text tells of the longer time that was allowed
    if line.stands is Stands.CROSSED and _ONLY_THEN.search(narrative, 0, places[0].start):
        return True
    if not (is_time_limit(line) or is_period) or not (is_date(changed) or _COUNTED.search(changed)):
        return False
    nearby = " ".join([*(_nearby(narrative, place) for place in places), *sentences])
    if line.stands is not Stands.CROSSED:
        return bool(_IN_TIME.search(nearby))
    return (
        _MADE_OF_VALUE.search(nearby) is not None
        or _speaks_of_delay(narrative, places[0], nearby)
        or _calls_step_late(narrative, places[0])
    )


def _contradicts_value(narrative: str, place: Span, sentences: Sequence[str], line: LawLine) -> bool:
    """Whether the text still states the old count, age or funds, or supposes what is now a fact."""
    measured = list(_A_TIME_LATER.finditer(narrative))
    return bool(
        _states_old_count(narrative, place, sentences, line)
        or hypotheses(narrative, line, place)
        or ("multiplier" in line.rule and _RANKED.search(narrative))
        or (is_date(place.of(narrative)) and any(later["step"] in words for words in sentences for later in measured))
        # "used 16; should be 15"
        or ("multiplier" in line.rule and _SHOULD_BE.search(narrative, place.end, place.end + _ADJACENT))
        or ("age" in line.rule and (_OF_AGE.search(narrative) or _states_old_age(narrative, line, place)))
        or ("age" in line.rule and is_date(place.of(narrative)) and _RELIES_ON_RECORD.search(narrative))
        # "an ossification report of 18-20 years, and says she was major"
        or ("age" in line.rule and _RANGE.search(place.of(narrative)) and _MADE_OF_AGE.match(narrative, place.end))
        or (line.quantity.startswith("funds") and _NO_FUNDS.search(narrative))
        or ("light motor vehicle" in line.quantity and _HEAVY_VEHICLE.search(narrative))
        # "he applied on 10 May; no charge-sheet was there"
        or ("charge-sheet" in line.quantity and line.stands is Stands.CROSSED and _NO_SHEET.search(narrative))
    )


def _supposes_new_value(narrative: str, place: Span, line: LawLine) -> bool:
    """Whether the text supposes in passing what is now a fact: "observes that had he been below sixteen"."""
    at_line = _at_line(line)
    return any(
        pattern.search(match["rest"])
        for match in _SUPPOSES.finditer(narrative)
        if not Span(*match.span()).overlaps(place)
        for pattern in at_line
    )


def _is_class_of_weight_used(narrative: str, places: Sequence[Span]) -> bool:
    """Whether other sentences reckon from the weight of a drug: its pure content, or the class of quantity found."""
    own = [sentence_bounds(narrative, place) for place in places]
    around = list(narrative)
    for sentence in own:
        if sentence is not None:
            around[sentence.start : sentence.end] = " " * len(sentence)
    return _CLASS_OF_WEIGHT.search("".join(around)) is not None or _PURITY.search(narrative) is not None


def _calls_step_late(narrative: str, place: Span) -> bool:
    """Whether a sentence elsewhere calls the step late that now is in time: "a declaration late by a few weeks"."""
    sentence = sentence_bounds(narrative, place)
    if sentence is None:
        return False
    about = word_keys(sentence.of(narrative)) - word_keys(PLAIN_WORDS)
    return any(
        _LATE.search(other.of(narrative)) and not about.isdisjoint(word_keys(other.of(narrative)) & _STEPS)
        for other in split_sentences(narrative)
        if not other.overlaps(sentence)
    )


def _speaks_of_delay(narrative: str, place: Span, nearby: str) -> bool:
    """Whether the text still explains, condones or pleads a delay that is gone."""
    words_after = narrative[place.start : place.end + _DELAY_WINDOW]
    nearby, words_after = (_NO_PLEA.sub("", words) for words in (nearby, words_after))
    of_step = (_OF_DELAY, _IS_LATE, _COUNT_FROM_DATE)
    if "Delay?" in narrative or _DELAY_PLEA.search(narrative) or _CONDONED.search(words_after):
        return True
    return any(pattern.search(nearby) for pattern in of_step)


def _nearby(narrative: str, place: Span) -> str:
    """The words around a step in its paragraph, where a delay is explained or condoned."""
    first = max(narrative.rfind("\n", 0, place.start) + 1, place.start - _BEFORE_STEP)
    end = narrative.find("\n", place.end)
    return narrative[first : min(end if end >= 0 else len(narrative), place.end + _DELAY_WINDOW)]


def leaves_derived_words(narrative: str, changed: str, old: Span, new: Span) -> bool:
    """Whether the sentence of the change still has words that follow from the old value.

    These are "nineteen days beyond the last date", "on the 4th", the parts of a count, the sum that makes a share, the
    year in a case number; and a party does not rely on what speaks against it.
    """
    sentence = sentence_bounds(changed, new)
    if sentence is None:
        return False
    around = changed[sentence.start : new.start] + " " + changed[new.end : sentence.end]
    nearby = changed[max(0, new.start - _SUM_WINDOW) : new.end + _SUM_WINDOW]
    beside = _COUNT_BESIDE.match(changed, new.end)
    keeps_count = is_date(new.of(changed)) and beside is not None and narrative[old.end :].startswith(beside[0])
    if keeps_count or _RELIES_ON.search(changed, sentence.start, new.start) or _MADE_OF_VALUE.search(nearby):
        return True
    if not is_date(new.of(changed)):
        return _leaves_its_date(narrative, changed, old, new) or _leaves_parts_of_count(changed, new, around)
    is_repeated = _is_month_repeated(narrative, changed, old, new) or _is_day_repeated(narrative, changed, old)
    if is_repeated or _DATE_OF_NOTE.search(changed, sentence.start, new.start):
        return True
    years = day_of(old.of(narrative)), day_of(new.of(changed))
    if years[0] is not None and years[1] is not None and years[0].year != years[1].year:
        figures = around.translate(str.maketrans("lO", "10"))
        if re.search(rf"(?:/|\bof\s){years[0].year}\b", figures) or re.search(rf"\b\d+/{years[0].year}\b", changed):
            return True
    return bool(_COUNT_FROM_DATE.search(around) or _DAY_ALONE.search(around))


def _leaves_its_date(narrative: str, changed: str, old: Span, new: Span) -> bool:
    """Whether a count moves and the date or years from which it follows stay: "until 14.01.2025, i.e. 4 days"."""
    before, after = (_COUNTED_FROM.search(text, 0, span.start) for text, span in ((narrative, old), (changed, new)))
    return before is not None and after is not None and before[0] == after[0]


def _leaves_parts_of_count(changed: str, new: Span, around: str) -> bool:
    """Whether the text lists or adds up what a number counted: "we are four: me, two children and his mother"."""
    value = new.of(changed)
    is_share = _SHARE.search(value + changed[new.end : new.end + len(" per cent")]) is not None
    is_total = _COUNTED.search(value) and _PARTS_BEFORE_COUNT.search(
        changed, max(0, new.start - _SUM_WINDOW), new.start
    )
    nearby = changed[max(0, new.start - _SUM_WINDOW) : new.end + 2 * _SUM_WINDOW]
    if is_total or (("multiplier" in value or is_share) and _AWARD.search(nearby)):
        return True
    if _WEIGHT.search(value) and _GROSS.search(around):
        return True
    return bool(
        changed[new.end : new.end + 2] == ": "
        or _PARTS_OF_COUNT.match(changed, new.end)
        or _RESULT_OF_SUM.search(changed, new.end, new.end + _SUM_WINDOW)
        or (is_share and (re.search(r"\bRs\.?\s?\d", around) or _CLAIMED.match(changed, new.end)))
    )


def _is_month_repeated(narrative: str, changed: str, old: Span, new: Span) -> bool:
    """Whether the text also gives the month of the old date alone: "two years are over since June 2017"."""
    was, now = day_of(old.of(narrative)), day_of(new.of(changed))
    if was is None or now is None or (was.year, was.month) == (now.year, now.month):
        return False
    name = calendar.month_name[was.month]
    return bool(re.search(rf"(?<!\d\s)(?<!\d)\b{name[:3]}(?:{name[3:]})?\.?,?\s{was.year}\b", changed))


def _is_day_repeated(narrative: str, changed: str, old: Span) -> bool:
    """Whether the old date still stands elsewhere, where another event of the day is told: "FIR dt. 03.03.2025"."""
    day = _A_DAY.search(old.of(narrative))
    return day is not None and re.search(rf"(?<!\d){re.escape(day[0])}(?!\d)", changed) is not None


def _states_old_age(narrative: str, line: LawLine, place: Span) -> bool:
    """Whether the text still gives the old age ("juvenile, 15 y 9 m", "Imran, 23"), or the date is a copying error."""
    age = re.match(r"(\d+) years (\d+) months", line.value)
    if age is None:
        return False
    sentence = sentence_bounds(narrative, place) or place
    is_birth = is_date(place.of(narrative))
    if is_birth and _COPIED_WRONGLY.search(sentence.of(narrative)):
        return True
    if is_birth and re.search(rf"[A-Z][a-z]+\)?,?\s\(?{age[1]}(?:\s?(?:yrs?|years))?[).,;]", narrative):
        return True
    return bool(re.search(rf"\b{age[1]}\s?y(?:ea)?r?s?\.?,?\s(?:and\s)?{age[2]}\s?m", narrative, re.IGNORECASE))


def _states_old_count(narrative: str, place: Span, sentences: Sequence[str], line: LawLine) -> bool:
    """Whether the text still states the old count: "more than nine years had gone by", "all four", "two nights"."""
    years = re.match(r"(\d+) years\b", line.value)
    if years is not None and line.rule.startswith("marriage"):
        counts = [form for count in (int(years[1]), int(years[1]) + 1) for form in (str(count), in_words(count))]
        if re.search(rf"\b(?:{'|'.join(counts)})\s(?:years|yrs?)\b", narrative, re.IGNORECASE):
            return True
    if years is not None and is_date(place.of(narrative)):
        old_count = re.compile(rf"\b(?:{years[1]}|{in_words(int(years[1]))})\s(?:years|yrs?)\b", re.IGNORECASE)
        return any(old_count.search(sentence) for sentence in sentences)
    count = re.match(r"(\d+) persons", line.value)
    if "persons" in line.rule and count is not None:  # "all four made off; no fifth was seen"
        old_persons = re.compile(
            rf"\b(?:all|the)\s{in_words(int(count[1]))}\b|\bno\s(?:fifth|sixth)\b|\b(?:\d|one|two|three|four)\s(?:more|others)\b",
            re.IGNORECASE,
        )
        return bool(old_persons.search(narrative))
    days = re.match(r"(\d+) days\b", line.value)
    if days is not None and is_date(place.of(narrative)):  # "took 16 days (29 April to 14 May)", both counted
        old_count = re.compile(rf"\b(?:{days[1]}|{int(days[1]) + 1})\s(?:days|d\.)")
        return any(old_count.search(sentence) for sentence in sentences)
    if "production" in line.rule and _NIGHTS.search(
        narrative, max(0, place.start - _DELAY_WINDOW), place.end + _DELAY_WINDOW
    ):
        return True
    return line.rule.startswith("ndps-") and bool(_MORE_THAN.search(narrative, place.end, place.end + _ADJACENT))


def hypotheses(narrative: str, line: LawLine, place: Span) -> list[Span]:
    """The sentences of the text that suppose a value at the line: "Had the lorry been under 7,500 kg ..."."""
    at_line = _at_line(line)
    places = (Span(*match.span()) for match in _HYPOTHESIS.finditer(narrative))
    sentences = (sentence_bounds(narrative, Span(place.end - 1, place.end)) for place in places)
    return [
        sentence
        for sentence in dict.fromkeys(sentences)
        if sentence is not None
        and not sentence.overlaps(place)
        and any(pattern.search(sentence.of(narrative)) for pattern in at_line)
    ]


def _at_line(line: LawLine) -> list[re.Pattern[str]]:
    """Patterns of words about the line: its number with its unit, or its topic."""
    patterns = [pattern for topic, pattern in _TOPICS.items() if topic in line.rule]
    number = re.search(r"(\d[\d,.]*)\s*([A-Za-z]+)?", line.line)
    if number is not None:
        unit = "" if "age" in line.rule or number[2] is None else rf"\s*{number[2].removesuffix('s')}s?"
        if _TIME_UNIT.search(unit):
            return patterns  # "even two years late" may be about any time
        value = rf"(?<![\d,.])(?:{re.escape(number[1])}|{_in_words(number[1])}){unit}\b"
        patterns.append(re.compile(value, re.IGNORECASE))
    return patterns


def _in_words(number: str) -> str:
    figures = number.replace(",", "").rstrip(".")
    return in_words(int(figures)) if figures.isdigit() and int(figures) < 100 else re.escape(number)
