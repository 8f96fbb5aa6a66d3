"""What the Court ordered, who won, and on which ground: one line each, anchored in the text, with any doubt stated."""

import re
from collections.abc import Iterator, Sequence

from countercase.domain.case import Case, Outcome, SectionType, Speaker
from countercase.domain.ranking import Holding, Point, Statement
from countercase.domain.span import Span
from countercase.explanation.labels import names_bare_sections
from countercase.explanation.party_kinds import APPELLANT, RESPONDENT, kind_of_party
from countercase.explanation.party_roles import PartyRole, is_criminal, is_petition, position_of
from countercase.explanation.quotations import (
    HELD,
    LEFT_OPEN,
    OUTCOME,
    SUMMARY,
    Split,
    StoredSentence,
    quotation,
    stored_sentences,
    summarised,
)
from countercase.explanation.strict import check
from countercase.explanation.winner import CANNOT_BE_TOLD, SENT_BACK_ONLY, MatterResult, find_result, is_of_the_loser
from countercase.explanation.worth_quoting import (
    ENDS,
    NOT_THE_COURT,
    gives_a_reason,
    is_fragment,
    is_on_an_application,
    is_particular,
)
from countercase.text.words import capitalised

# Finds the sentences of a judgment that state its order.

_LAST_SENTENCES = 8  # of a judgment, searched for its order if nothing is labelled Held
_LEAST_WORDS = 5  # words; anything shorter is a tag such as "Appeal dismissed"
_ORDERED = (
    r"(?:allowed|dismissed|acquitted|discharged|set\s+aside|quashed|upheld|affirmed|confirmed|restored|remanded|remitted"
    r"|granted|refused|rejected|enhanced|reduced|altered|converted|modified|released|disposed\s+of|maintained|convicted"
    r"|reinstated|sentenced|(?<!cannot\sbe\s)sustained)"
)
_FINAL = r"(?:allowed|dismissed|acquitted|discharged|set\s+aside|quashed|restored|remanded|convicted|reinstated)"
_ORDER = re.compile(
    rf"\b(?:appeals?|petitions?|suit|convictions?|acquittals?|sentence|orders?|judgments?|award|decree|complaint|bail"
    rf"|proceedings|prosecution|accused|appellants?|respondents?|FIR|matter|case|all|both|he|she|they|dismissal"
    rf"|reinstatement|detention)\b[^.;]{{0,120}}?\b(?:{_ORDERED}|succeed(?:s|ed)?|fail(?:s|ed)?|ordered)\b"
    rf"|\b(?:was|were|is|are|stands?)\s+(?:\w+ly\s+|hereby\s+)?{_FINAL}\b"
    r"|\bwe\s+(?:\w+ly,?\s+|therefore,?\s+|hereby\s+)?(?:allow|dismiss|quash|acquit|alter|set\s+aside|uphold|affirm|confirm"
    r"|restore|remand|remit|convert|modify|reduce|direct)\b"
    rf"|\bthe\s+Court\s+(?:\w+ly\s+)?{_ORDERED}\b",
    re.IGNORECASE,
)
_ORDERS_SOMETHING = re.compile(
    r"\bset\s+aside|\bquash|\bacquit|\bconvict|\brestor|\breman?[dt]|\breleas|\bup(?:held|hold)|\baffirm|\bconfirm|\balter|\bmodif"
    r"|\breduc|\benhanc|\breinstat|\bgrant|\brefus|\breject|\bremit|\bsucceed|\bfails?\b|\bconvert|\bdischarg|\bmaintain",
    re.IGNORECASE,
)
# The foot of a report, not the Court: "Asha Rao Appeals allowed".
_REPORTER = re.compile(
    r"\b[Hh]eadnotes?\s+prepared\b|(?:\b[A-Z]\.\s?){2,}(?:[A-Z]\.?\s)?\s*(?:Appeals?|Petitions?)\s(?:allowed|dismissed|disposed)"
    r"|\b(?:is|are)\s(?:Appeals?|Petitions?)\b|\(cid:"
    r"|^\W*(?!The|This|These|Those|All|Both|Civil|Criminal|Special|Present|Instant|Writ|Result|Accordingly|In)"
    r"(?:[A-Z][a-z]+\s){2,3}(?:Appeals?|Petitions?|SLPs?)\s(?:and\s[\w.]+\s)?(?:allowed|dismissed|disposed)\b"
)
_COURT_BELOW = re.compile(r"\b(?:trial\s+court|high\s+court|sessions|tribunal|magistrate)\b", re.IGNORECASE)


# Interim orders, which decide nothing between the parties.
ANCILLARY = re.compile(
    r"\b(?:pending\s+(?:interlocutory\s+)?applications?|interlocutory\s+applications?|interim|I\.?A\.?s?\b|contempt|substitution"
    r"|impleadment|(?:bail\s*-?\s*)?bonds?|sureties|during\s+the\s+pendency|surrender|expeditiously|registry|costs?|within\s+(?:a\s+period\s+of\s+)?\w+\s+(?:weeks|months|days)|intervention|at\s+liberty)\b",
    re.IGNORECASE,
)


def order_sentences(sentences: Sequence[StoredSentence]) -> Iterator[tuple[StoredSentence, Span]]:
    """Sentences of the Court or of our summary that state the order, likeliest first, with the deciding words."""
    candidates = [sentence for sentence in sentences if sentence.sure or sentence.voice.speaker is Speaker.SUMMARY]
    in_held_section = [sentence for sentence in candidates if sentence.section is SectionType.HELD]
    at_the_end = [
        sentence
        for sentence in candidates[-_LAST_SENTENCES:]
        if sentence.section not in NOT_THE_COURT or (sentence.sure and ENDS.search(sentence.text))
    ]
    for group in (in_held_section, at_the_end):
        orders = [
            (sentence, match)
            for sentence in group
            if (match := _ORDER.search(sentence.text) or ENDS.search(sentence.text))
        ]
        orders = [(sentence, match) for sentence, match in orders if not _REPORTER.search(sentence.text)]
        orders = [(sentence, match) for sentence, match in orders if _decides_the_matter(sentence)]
        orders = [
            (sentence, match)
            for sentence, match in orders
            if sentence.voice.speaker is Speaker.SUMMARY or not is_fragment(sentence.text)
        ]
        # The order comes last. An order of a court below is only reported; a tag like "Appeal dismissed" says least.
        orders.sort(key=lambda item: (_order_preference(item[0]), -item[0].span.start))
        yield from ((sentence, Span(*match.span())) for sentence, match in orders)


def _order_preference(sentence: StoredSentence) -> int:
    of_court_below, is_tag = _COURT_BELOW.search(sentence.text) is not None, len(sentence.text.split()) < _LEAST_WORDS
    is_minor = is_only_ancillary(sentence.text) or _ONLY_FOLLOWS.search(sentence.text) is not None
    return 4 * is_minor + 2 * of_court_below + is_tag


# What follows from an order, or concerns another appeal: a release, what is left of the findings, a cross-appeal.
_ONLY_FOLLOWS = re.compile(
    r"^(?!.*\b(?:set\s+aside|quash\w*|acquit\w*|allow\w*|only\s+after)\b).*\b(?:released?|set\s+at\s+liberty|set\s+free)\b"
    r"|\bcross[-\s](?:appeals?|objections?)\b|\binfructuous\b",
    re.IGNORECASE | re.DOTALL,
)


def _decides_the_matter(sentence: StoredSentence) -> bool:
    """Whether the sentence disposes of the matter, the order below or a person."""
    if sentence.voice.speaker is Speaker.SUMMARY:
        return True
    if (
        _OPENS_AS_NO_ORDER.match(sentence.text)
        or is_on_an_application(sentence.text)
        or _REQUESTS.search(sentence.text)
    ):
        return False
    return ENDS.search(sentence.text) is not None or (
        _ORDERS_SOMETHING.search(sentence.text) is not None and not is_only_ancillary(sentence.text)
    )


# What is only asked or announced, and what becomes of other proceedings.
_REQUESTS = re.compile(
    r"\bwe\s+request\b|\bno\s+necessity\b|\bfollowing\s+directions?\b|\ball\s+other\s+(?:\w+\s+)?appeals\b|\bshould\s+also\s+be\b",
    re.IGNORECASE,
)
_OPENS_AS_NO_ORDER = re.compile(
    r"\W*(?:If|In\s+case|We\s+understand|They\s+are|It\s+is|We\s+(?:also\s+)?make\s+it|Other\s+(?:findings|directions|observations))\b",
    re.IGNORECASE,
)


def is_only_ancillary(sentence: str) -> bool:
    """Whether the sentence only orders costs, bonds or the like and does not end the matter."""
    return ANCILLARY.search(sentence) is not None and ENDS.search(sentence) is None


_LEAST_REASON = 8  # words; a shorter sentence is an order, not a ground
_LATE = 0.7  # share of the judgment after which the Court states its ground; extracts come before


def find_holding(case: Case, split: Split) -> Holding:
    """The operative order, who won, and the ground, each only if the text says so."""
    sentences = stored_sentences(case, split)
    result = find_result(case)
    order, orders = _order(case, sentences, result)
    if order and (is_of_the_loser(case, order.quote, result.position) or _acquits_the_loser(case, order.quote, result)):
        result = MatterResult(None, "the order and the outcome that the report gives do not agree")
    order_span = order.anchor.span if order else None
    grounds = [sentence for sentence in _grounds(sentences) if sentence.span != order_span and sentence not in orders]
    grounds = [sentence for sentence in grounds if not ANCILLARY.search(sentence.text)]
    grounds = [sentence for sentence in grounds if result.position and not _is_partial(sentence.text)]
    ground = _first_supported(case, grounds, HELD, Point.HOLDING)
    winner, line = _winner(case, result)
    return Holding(order, winner, line, ground, result.position or "", result.partly)


_ACQUITS = re.compile(
    r"\bacquitting\s+(?:him|her|them|the\s+(?:appellants?|accused))\b|\b(?:he|appellants?|accused)\s+(?:is|are|stands?)\s+(?:\w+ly\s+)?acquitted\b",
    re.IGNORECASE,
)


def _acquits_the_loser(case: Case, order: str, result: MatterResult) -> bool:
    """Whether the order acquits an accused whose appeal is said to have failed."""
    is_failed = result.position == RESPONDENT and position_of(case, PartyRole.ACCUSED) == APPELLANT
    return is_failed and _ACQUITS.search(order) is not None


def find_order(case: Case, sentences: Sequence[StoredSentence]) -> Statement | None:
    """What becomes of the accused, the conviction or the order below, or else the order that the holding gives."""
    order, orders = _order(case, sentences, find_result(case))
    is_told = order is not None
    telling = [sentence for sentence in orders if _CHANGES.search(sentence.text)]
    telling = [sentence for sentence in telling if is_told and not _REPORTS_ON.search(sentence.text)]
    telling = [
        sentence
        for sentence in telling
        if not (_IS_PARTIAL.match(sentence.text) or _ONLY_FOLLOWS.search(sentence.text))
    ]
    return _first_supported(case, telling, OUTCOME, Point.OUTCOME) or order


_CHANGES = re.compile(
    r"\bset\s+aside|\bquash|\bacquit|\bconvicted\b|\brestor|\breman?[dt]|\breleas|\balter|\bmodif|\breduc|\benhanc|\breinstat|\bremit"
    r"|\bconvert|\bdischarged\b",
    re.IGNORECASE,
)
# The time in custody, time to pay, and an extent that another sentence gives.
_REPORTS_ON = re.compile(
    r"^\W*Their\b|\bfailed\s+to\s+make\s+out\b|\b(?:do|did|could|can)\s?not\s+(?:agree|be\s+discharged)\b|^\W*(?:Thus|Hence|Accordingly|Therefore),?\s+the\s+same\b|\bnot\s+think\s+it\s+(?:is\s+)?necessary\b|\bwe\s+restore\s+the\s+(?:CWP|file)\b|\bto\s+the\s+(?:aforesaid|above|said)\s+extent\b|\binformed\b|\btime\s+to\b|\bserved\s+out\b|\bremained\s+in\b|\bbeen\s+released\b|\baffidavit\b|\bgranted\s+\w+\s+(?:weeks|months)\b",
    re.IGNORECASE,
)


def _order(
    case: Case, sentences: Sequence[StoredSentence], result: MatterResult
) -> tuple[Statement | None, list[StoredSentence]]:
    """The operative order if the text says how the case ended, and every sentence that may state it."""
    orders = [sentence for sentence, _ in order_sentences(sentences) if not is_only_ancillary(sentence.text)]
    # An order that ends the appeal in favour of the winner comes first. A matter that is referred has no order.
    ended = case.outcome if case.outcome in _DECIDED or not result.position else _ENDED[result.position]
    orders = [
        sentence
        for sentence in orders
        if sentence.voice.speaker is Speaker.SUMMARY or not _contradicts(sentence.text, ended)
    ]
    orders = [order for order in orders if ENDS.search(order.text) or not _REPORTS_ON.search(order.text)]
    orders.sort(key=lambda sentence: not _disposes(sentence.text, ended))
    if result.position is None and _differ([order.text for order in orders]):
        orders = [order for order in orders if _differ([order.text])]
    order = _first_supported(case, orders, OUTCOME, Point.OUTCOME) if case.outcome or result.position else None
    return order, orders


_DECIDED = frozenset({Outcome.ALLOWED, Outcome.PARTLY_ALLOWED, Outcome.DISMISSED})
_ENDED = {APPELLANT: Outcome.ALLOWED, RESPONDENT: Outcome.DISMISSED}
_PROCEEDING = r"\b(?:appeals?|petitions?|references?|suit)\b"
_ENDS_AS = {
    Outcome.ALLOWED: re.compile(
        rf"{_PROCEEDING}[^;]{{0,100}}?\b(?:allowed|succeeds?)\b|\ballow\b[^.;]{{0,40}}?{_PROCEEDING}", re.IGNORECASE
    ),
    Outcome.PARTLY_ALLOWED: re.compile(rf"{_PROCEEDING}[^;]{{0,100}}?\b(?:part|allowed|succeeds?)\b", re.IGNORECASE),
    Outcome.DISMISSED: re.compile(
        rf"{_PROCEEDING}[^;]{{0,100}}?\b(?:dismissed|fails?|rejected)\b|\bdismiss\b[^.;]{{0,40}}?{_PROCEEDING}"
        rf"|\bno\s+(?:merit|substance|force)\s+in\b[^.;]{{0,40}}?{_PROCEEDING}",
        re.IGNORECASE,
    ),
    Outcome.REMANDED: re.compile(r"\b(?:remand|remit)(?:t?ed)?\b", re.IGNORECASE),
    Outcome.DISPOSED: re.compile(rf"{_PROCEEDING}[^;]{{0,100}}?\bdisposed\b", re.IGNORECASE),
}


def _disposes(sentence: str, outcome: Outcome | None) -> bool:
    """Whether the sentence disposes of the matter in the way the case ended."""
    return outcome is not None and _ENDS_AS[outcome].search(sentence) is not None


def _differ(sentences: Sequence[str]) -> bool:
    """Whether they dispose of one appeal in one way and of another in the opposite way."""
    return all(
        any(_disposes(sentence, outcome) for sentence in sentences) for outcome in (Outcome.ALLOWED, Outcome.DISMISSED)
    )


def _contradicts(sentence: str, outcome: Outcome | None) -> bool:
    """Whether the sentence disposes of an appeal only in the opposite way: that of a co-accused, say."""
    opposite = {Outcome.ALLOWED: Outcome.DISMISSED, Outcome.DISMISSED: Outcome.ALLOWED}.get(outcome or Outcome.DISPOSED)
    return opposite is not None and _disposes(sentence, opposite) and not _disposes(sentence, outcome)


def _first_supported(case: Case, candidates: Sequence[StoredSentence], opening: str, point: Point) -> Statement | None:
    """The first candidate that passes the strict check."""
    for sentence in candidates[:6]:
        if sentence.voice.speaker is Speaker.SUMMARY:
            text = f"{SUMMARY}: {summarised(sentence.text)}"
        else:
            lead = LEFT_OPEN if sentence.voice.left_open else opening
            text = f"{lead}: {quotation(sentence.text)}."
            if "…" in text:
                continue  # a sentence of more than sixty words is seldom a plain order, or a ground in one line
        if check(text, sentence.text, voice=sentence.voice).supported:
            return Statement(text, sentence.anchor(case), sentence.text, point, sentence.voice)
    return None


# A finding on one piece of evidence or one argument, which the result may contradict.
_IS_PARTIAL = re.compile(
    r"\W*(?:(?:Insofar|In\s+so\s+far|So\s+far|As\s+far)\s+as|Though|Although|However|But|At\s+the\s+same\s+time|We\s+further|Further(?:more)?|Similarly|Likewise|Equally|Here"
    r"|Given\s+the\s+aforesaid|Even\s+(?:if|assuming)|(?:C\.?\s?A\.?|Civil\s+Appeals?|Criminal\s+Appeals?|W\.?\s?P\.?)(?:\s?\(\w+\))?\s*Nos?)\b",
    re.IGNORECASE,
)
# One witness or circumstance, an argument that is only said to fail, or what fits any appeal.
_ON_ONE_THING = re.compile(
    r"\b(?:arguments?|contentions?|submissions?)\s+(?:of|that|raised|advanced|urged)\b[^;]*\b(?:cannot\s+be\s+(?:accepted|sustained)|rejected)\b|\bno\s+reason\b[^.;]{0,15}\binterfer\w*|\bno\s+reason\s+to\s+give\s+(?:the\s+)?benefit\b"
    r"|\bprosecution\s+(?:has|had|have)\s+(?:not\s+|failed\s+to\s+)?(?:establish(?:ed)?|proved?)\s+(?:the|its|their)\s+case\b|\b(?:P\.?W\.?|DW)[-\s.]?\d+\b|\blearned\s+(?:senior\s+)?counsel\b|\bin\s+the\s+above\s+appeal\b|\bsaid\s+decisions?\b|\bunable\s+to\s+accede\b|^\W*In\s+view\s+of\s+the\s+same\b"
    r"|\b(?:this|that|these|those|the\s+said)\s+(?:\w+\s+)?(?:circumstances?|contentions?|witness(?:es)?|arguments?|submissions?)\b|\bcontention\b[^.;]{0,40}\breject"
    r"|\baccept\s+the\s+(?:finding|contention|submission|evidence|testimony)\b|\b(?:concurrent|consistent)\s+(?:findings?|views?)\b"
    r"|\b(?:re(?:mand|mit)\w*|fresh\s+(?:adjudication|consideration))\b|\b(?:no\s+(?:substance|merit|force)\s+in|any\s+merit\s+in\s+the\s+same|other\s+grounds|explanation\s+offered)\b"
    r"|^\W*For\s+(?:all\s+)?the\s+(?:above|foregoing|afore\w+)\s+reasons\b[^.;]*\bcannot\s+be\s+sustained|\b(?:concurrent\s+conclusions?|that\s+particular\s+fact|(?:this|that)\s+(?:test|principle|approach|criterion)|(?:two|three|both)\s+grounds|same\s+analogy|order\s+a\s+retrial|nexus\s+between)\b|\balready\s+undergone\b|\bcannot\s+(?:entirely\s+)?ignore\b|\bwe\s+(?:\w+ly\s+)?sentence\b|\bis\s+also\s+(?:un)?justified\b"
    # what an earlier sentence names, and how the Court came to its sentence or leaves the matter
    r"|\bboth\s+(?:the\s+)?(?:ingredients|conditions|tests|requirements)\b|\bends\s+of\s+justice\b|\bjudicial\s+discretion\b|\bown\s+merits\b|\brequiring\s+(?:our|any)\s+interference\b"
    r"|\bwe,?\s+(?:therefore,?\s+|accordingly,?\s+)?(?:uphold|affirm|confirm|maintain)\s+the\s+(?:conviction|judgment|order|sentence)|\bit\s+is\s+now\s+for\s+the\b|\bwe\s+so\s+direct\b|\bnothing\s+on\s+record\s+to\s+show\b|\bnone\s+of\s+the\s+grounds\b|\binconsequential\b|\bsuch\s+(?:statements?|Sections)\b|\bdisinclined\b|\boblivious\b|\bhighlighted\s+above\b|\ball\s+the\s+points\b"
    r"|^\W*As\s+(?:the|a)\s+result\s+of\b|\bnot\s+found\s+it\s+possible\b|\bcomplete\s+agreement\s+with\b|\bspeculat\w+|\bcannot\s+help\s+feeling\b|\bintend\s+to\s+interfere\b|\bexcept\s+in\s+accordance\s+with\s+law\b|\bnot\s+vitiated\b|^\W*In\s+such\s+a\s+case\b|\bthis\s+observation\b|\bit\s+would\s+not\s+cause\b|\ball\s+(?:two|three|four)\s+clauses\b",
    re.IGNORECASE,
)


def _is_partial(sentence: str) -> bool:
    return _IS_PARTIAL.match(sentence) is not None or _ON_ONE_THING.search(sentence) is not None


_GIVES_REASON = re.compile(
    r"\b(?:because|since|as\s+(?:there|the|no)|therefore|thus|hence|accordingly|in\s+(?:the\s+)?(?:absence|view|light)\s+of|we\s+hold|"
    r"(?:view|opinion|satisfied|convinced)\s+that|cannot|not\s+(?:proved|established|made\s+out))\b",
    re.IGNORECASE,
)


# What answers the question of a case: a thing is proved or not, a person entitled or liable, an order right or wrong.
_ANSWERS = re.compile(
    r"""
    \b(?:not|never|nor|neither|cannot|no|failed|without)\b [^.;]{0,120}?
      \b(?:prov(?:e|ed|en|ing)|establish\w*|demonstrat\w*|made\sout|attract\w*|fulfil\w*|applicable|application|available|sustain\w*|maintained
      |denied|entitled|entrusted|liable|convict\w*|reduced|justified|disproportionate|held\sto\s(?:be|have)|said\sto\s(?:be|have)
      |intended|complian\w+|breach|exceed\w*|accepted|disbelieved|relied\supon|be\sallowed|perverse|due\sregard)\b
    | \bentitled\sto\b | \bliable\s(?:to|for)\b | \bliability\b | \bbenefit\sof\s(?:the\s)?doubt\b
    | \b(?:stands?|is|are|was|were|been|fully|be)\s(?:\w+ly\s)?
      (?:proved|established|barred|void|invalid|illegal|vitiated|mandatory|valid|attracted|justified|erroneous|linked)\b
    | \bviolat\w+
    | \b(?:acted\sillegally|bereft\sof|in\sbreach\sof|contrary\sto|barred\sby|amounts?\sto|erred|error\sin|right\sin
      |misplaced|erroneous|guilty\sof|substituted|restricted\sto|ought\sto|corroborat\w+|common\sintention|consent|compliance
      |hurried|departure\sfrom)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


def _grounds(sentences: Sequence[StoredSentence]) -> list[StoredSentence]:
    """Sentences that may be the ground: the Held part of our summary, or the Court's own words, latest first."""
    long_enough = [
        sentence
        for sentence in sentences
        if len(sentence.text.split()) >= _LEAST_REASON and not sentence.voice.left_open
    ]
    in_summary = [
        sentence
        for sentence in long_enough
        if sentence.voice.speaker is Speaker.SUMMARY and sentence.section.value == "Held"
    ]
    if in_summary:
        return [sentence for sentence in in_summary if not names_bare_sections(sentence.text)] or in_summary
    late_start = sentences[int(len(sentences) * _LATE)].span.start if sentences else 0
    certain = [sentence for sentence in long_enough if sentence.sure and sentence.span.start >= late_start]
    return sorted(
        (
            sentence
            for sentence in certain
            if _GIVES_REASON.search(sentence.text)
            and _ANSWERS.search(sentence.text)
            and gives_a_reason(sentence.text)
            and is_particular(sentence.text)
        ),
        key=lambda sentence: -sentence.span.start,
    )


# Who won, named by role if that is certain.

_NAMES = {
    PartyRole.DETENU: "the detenu",
    PartyRole.ASSESSEE: "the assessee",
    PartyRole.REVENUE: "the Revenue",
    PartyRole.LANDLORD: "the landlord",
    PartyRole.TENANT: "the tenant",
    PartyRole.CLAIMANT: "the claimant",
    PartyRole.INSURER: "the insurer",
    PartyRole.WIFE: "the wife",
    PartyRole.HUSBAND: "the husband",
    PartyRole.EMPLOYEE: "the employee",
    PartyRole.EMPLOYER: "the employer",
    PartyRole.LANDOWNER: "the landowner",
    PartyRole.PLAINTIFF: "the plaintiff",
    PartyRole.DEFENDANT: "the defendant",
}


def _winner(case: Case, result: MatterResult) -> tuple[str, str]:
    """A short name and a line that gives the reason, or says that it cannot be told."""
    if result.position is None and result.why == SENT_BACK_ONLY:
        return CANNOT_BE_TOLD, "Neither side has won yet: the case was sent back."
    if result.position is None:
        return CANNOT_BE_TOLD, f"Who won cannot be told: {result.why}."
    name = _winner_name(case, result.position)
    return name, f"{capitalised(name)} won{' in part' if result.partly else ''}: {result.why}."


def _winner_name(case: Case, position: str) -> str:
    """The winner by role (the accused, the State, the insurer), or else by position."""
    by_name = kind_of_party(case.petitioner if position == APPELLANT else case.respondent)
    if by_name:
        return by_name
    if is_criminal(case):
        for role, name in (
            (PartyRole.DETENU, "the detenu"),
            (PartyRole.ACCUSED, "the accused"),
            (PartyRole.COMPLAINANT, "the complainant"),
        ):
            if position_of(case, role) == position:
                return name
    else:
        for role, name in _NAMES.items():
            if position_of(case, role) == position:
                return name
    return "the petitioner" if position == APPELLANT and is_petition(case) else f"the {position}"
