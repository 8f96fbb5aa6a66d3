"""What a judgment says about itself: title, parties, numbers, date, bench, outcome, and the law and cases it cites."""

import re
from collections.abc import Iterable, Mapping, Sequence

from countercase.corpus.metadata.caption import find_case_numbers, find_date, normal_case, party, split_title
from countercase.corpus.metadata.heads import (
    StatedHead,
    read_caption,
    read_judges,
    read_lines,
    read_print,
    read_report,
    read_untitled,
)
from countercase.domain.case import Case, CaseId, CitedCase, Outcome, Paragraph, Party, PrintedTreatment
from countercase.domain.provision import Provision
from countercase.law.citations import find_citations
from countercase.law.precedents import PrecedentMention, find_precedents
from countercase.law.precedents.names import name_key
from countercase.law.provisions import count_provisions
from countercase.text.sentences import split_sentences

# What the Court did with the matter: the reporter's line if there is one, else the Court's own last words. Reporters
# misspell the two words that they print most: aappeal, appela, petititon, dismissd, dimsissed.
_MATTER = (
    r"(?:[Aa]+p+e+a?l+a?s?|APPEALS?|[Pp]etiti?t?ons?|PETITIONS?|[Aa]pplications?|SLPs?|[Rr]eview|[Rr]eferences?"
    r"|[Ss]uits?|[Mm]atters?|[Cc]ases?|[Rr]evisions?|[Cc]laims?)"
)
_RESULT = re.compile(r"Result of the [Cc]ase\s*:?\s*(?P<result>[^†\n]{3,160})")
# `Ankit Gyan Appeals allowed. (Assisted by ...)`, `Headnotes prepared by: Appeal allowed. Divya Pandey`
_REPORTER_LINE = re.compile(
    rf"""
    (?P<result>{_MATTER}(?:\(s\))? (?:,? (?: \s and \s | \s & \s ) (?:\w+\s)? {_MATTER})?
        (?:\s(?:is|are|stands?))? (?:\s(?:partly|accordingly|allowed|dis\w+|dimsissed))+ (?:\s(?:of|in\spart))? )
    [^.\n]{{0,60}} \.? \s*
    (?: \(Assisted\sby [^)]* \)? [\sA-H]* | [A-H\s]+ | Headnotes\sprepared\sby .* | (?:[A-Z][\w.]+\s*){{0,4}} )? $
    """,
    re.VERBOSE,
)

# The Court's own words. The past tense (`was dismissed`) is about the courts below and does not count.
_PASSIVE = re.compile(
    rf"""
    \b{_MATTER}\b [^;]{{0,160}}? (?<!was\s)(?<!were\s)(?<!been\s)(?<!had\s)(?<!\bCourt\s) \b
    (?P<act> (?:partly|partially)\s(?:allowed|succeeds?) | allowed(?:\s(?:in\spart|partly|partially))? | dismissed
           | disposed\s(?:of|in)\b | rejected | fails? | succeeds?(?:\sin\spart)? | has\ssucceeded\sin\spart | accepted
           | made\sabsolute ) \b
    """,
    re.VERBOSE,
)
_ACTIVE = re.compile(
    rf"""
    \b(?:[Ww]e|I)\b [^;]{{0,200}}?
    \b(?P<act> partly\sallow | allow | dismiss | dispose\sof | dispose | reject | accept )\b
    (?:[^;]{{0,40}}?\bset\saside\b)? [^;]{{0,60}}? \b{_MATTER}\b (?P<after>(?:\spartly|\sin\spart)?)
    | \b[Aa]greed?\s(?:with\s[^.;]{{0,60}})?(?:in|to|that)\s(?P<agreed>allow|dismiss|dispos)\w* [^;]{{0,30}} \b{_MATTER}
    """,
    re.VERBOSE,
)
_WANT = r"(?:no|any|without(?: any)?|devoid of|bereft of) (?:merits?|force|substance)"
_NO_MERIT = re.compile(rf"\b{_WANT}\b[^.;]{{0,60}}\b{_MATTER}|\b{_MATTER}\b[^.;]{{0,60}}\b{_WANT}\b")
_REMITTED = re.compile(r"\b(?:remand|remit)(?:ted|ed)?\b")
_SET_ASIDE = re.compile(
    r"""
    \b(?:is|are|stands?|shall\sstand|be|hereby|accordingly|therefore)\b [^.;]{0,40}?
        \b(?:set[-\s]aside|quashed|reversed|acquitted)
    | \b[Ww]e\b [^.;]{0,60}? \b(?:set[-\s]aside|quash|reverse|acquit|direct\s(?:that|the\srelease))\b
    """,
    re.VERBOSE,
)
_BELOW = r"(?:judgments?|orders?|decisions?|convictions?|sentences?|decrees?|findings?|view|award)"
_UPHELD = re.compile(
    r"\b(?:no|not (?:find|see) any|without any) (?:good |valid )?"
    r"(?:reason|ground|justification|infirmity|error|illegality)\b"
    r"|\bdecline to interfere\b|\bnot inclined to (?:interfere|entertain|accept|grant)\b"
    rf"|\b(?:affirm|uphold|confirm|maintain)(?:ed|ing|s)?\b[^.;]{{0,80}}\b{_BELOW}\b"
    rf"|\b{_BELOW}\b[^.;]{{0,80}}\b(?:affirm|upheld|uphold|confirm|maintain)(?:ed)?\b"
)
# "Pending applications stand disposed of": what becomes of them says nothing about the appeal.
_INCIDENTAL = re.compile(
    r"\W*(?:\d+\.\s*)?(?:(?:All|The|Consequently|Accordingly|In view of the above),?\s){0,2}"
    r"(?:[Pp]ending|[Ii]nterlocutory|[Mm]iscellaneous|I\.?A\.?s?\b|[Cc]onnected pending)"
)
_REFERRED = re.compile(
    r"\b(?:refer|plac|constitut|list)\w*\b[^.]{0,150}?"
    r"\b(?:(?:larger|appropriate|another) [Bb]ench|Chief Justice(?! of the High))\b"
)
_BROKEN = re.compile(
    r"\b([Aa]l|[Dd]is|[Pp]art)\s(?=lowed\b|missed\b|posed\b|ly\s+al)"
)  # words broken at the end of a line
_NUMBERED = re.compile(
    r"\bNos?\.?\s?[\d&,\s-]+(?:of\s\d{4}|/\d{2,4})\s((?:partly\s)?allowed|dismissed)\s?\.", re.IGNORECASE
)
_SENTENCE = 1200  # characters; longer sentences are quotations and lists
_LINE = 80  # characters; a longer last line is the Court's own paragraph, not the reporter's word
_SIGNS = (
    (Outcome.ALLOWED, r"allow|succe|accept|absolute|quashed"),
    (Outcome.DISMISSED, r"dism|dims|reject|fail|merit|discharged|withdrawn"),
    (Outcome.REMANDED, r"remand|remit"),
    (Outcome.DISPOSED, r"dispos|directions issued|settled"),
)


def find_outcome(text: str, stated: str = "") -> Outcome | None:
    """One of five outcomes; None if the text gives none, or another (referred to a larger Bench)."""
    if stated and (known := read_outcome(stated)):
        return known
    result = _RESULT.search(text, max(0, len(text) - 6000))
    if result:
        return read_outcome(result["result"])
    tail = _without_incidental(_BROKEN.sub(r"\1", text[-700:].rstrip()))
    last = tail.rpartition("\n")[2]
    if _ends_both_ways(tail[-200:]):
        return None
    if len(last) < _LINE and (known := read_outcome(last)):
        return known
    reporter = _REPORTER_LINE.search(tail)
    if reporter and (known := read_outcome(reporter["result"])):
        return known
    return _operative(text)


def _without_incidental(tail: str) -> str:
    """The end of a judgment without a last sentence on pending applications."""
    sentences = split_sentences(tail)
    while sentences and _INCIDENTAL.match(sentences[-1].of(tail)) and len(sentences[-1]) < _LINE * 2:
        sentences.pop()
    return tail[: sentences[-1].end].rstrip() if sentences else tail


def _ends_both_ways(foot: str) -> bool:
    """Whether the reporter's last words allow one numbered matter and dismiss another."""
    return {words.lower().rpartition(" ")[2] for words in _NUMBERED.findall(foot)} >= {"allowed", "dismissed"}


def read_outcome(words: str) -> Outcome | None:
    """The outcome that a short phrase names."""
    low = words.lower()
    if re.search(r"part(?:ly|ially)|in part", low):
        return Outcome.PARTLY_ALLOWED if re.search(r"allow|succe", low) else None
    return next((outcome for outcome, sign in _SIGNS if re.search(sign, low)), None)


def _operative(text: str) -> Outcome | None:
    """The last words that dispose of the matter, then what was done to the order below, then an earlier opinion."""
    if _REFERRED.search(text[-500:]):
        return None
    return _last_disposal(text[-6000:]) or _done_below(text[-2500:]) or _last_disposal(text[-15000:])


def _last_disposal(tail: str) -> Outcome | None:
    for span in reversed(split_sentences(tail)):
        sentence = span.of(tail)
        is_operative = len(span) <= _SENTENCE and not _INCIDENTAL.match(sentence)
        known = _disposal(sentence) if is_operative else None
        if known:
            return known
    return None


def _done_below(tail: str) -> Outcome | None:
    signs = ((Outcome.REMANDED, _REMITTED), (Outcome.ALLOWED, _SET_ASIDE), (Outcome.DISMISSED, _UPHELD))
    return next((outcome for outcome, sign in signs if sign.search(tail)), None)


def _disposal(sentence: str) -> Outcome | None:
    acts = [match["act"] for match in _PASSIVE.finditer(sentence)]
    if not acts:
        acts = [f"{m['act'] or m['agreed']}{m['after'] or ''}" for m in _ACTIVE.finditer(sentence)]
    known = [outcome for act in acts if (outcome := read_outcome(act))]
    if known:
        return known[-1]
    return Outcome.DISMISSED if _NO_MERIT.search(sentence) else None


# The law and the cases that a judgment cites.


def cited_provisions(text: str) -> Mapping[Provision, int]:
    """Provisions of known Acts and how often each is cited, most cited first; ties by id."""
    return dict(sorted(count_provisions(text).items(), key=lambda item: (-item[1], item[0].id)))


def cited_cases(text: str, own_name: str, own_citations: Iterable[str]) -> tuple[CitedCase, ...]:
    """Each cited judgment once, in order of first mention, with its citations and the treatment printed after it."""
    own = {name_key(own_name), *own_citations}
    merged: dict[str, CitedCase] = {}
    key_of: dict[str, str] = {}  # name key or citation -> key in merged
    for mention in find_precedents(text):
        names = [f"name:{name_key(_name(mention))}"] if mention.name else []
        citations = [citation.normal for citation in mention.citations]
        if own & {*citations, *(name.removeprefix("name:") for name in names)}:
            continue
        key = next((key_of[sign] for sign in (*citations, *names) if sign in key_of), None)
        if key is None:
            if not citations:  # a bare name refers to a case already cited, or is not enough to identify one
                continue
            key = citations[0]
            merged[key] = CitedCase(_name(mention) or citations[0], tuple(citations), _treatment(mention))
        else:
            merged[key] = _joined(merged[key], mention, citations)
        key_of.update(dict.fromkeys([*citations, *names], key))
    return tuple(merged.values())


# The first name of a list may include the heading above it.
_HEADING = re.compile(r"(?:Case Law (?:Cited|Reference)|LIST OF CITATIONS AND OTHER REFERENCES)\s+", re.IGNORECASE)


def _name(mention: PrecedentMention) -> str:
    return _HEADING.sub("", mention.name or "")


def _treatment(mention: PrecedentMention) -> PrintedTreatment:
    return mention.treatment or PrintedTreatment.CITED


def _joined(case: CitedCase, mention: PrecedentMention, citations: list[str]) -> CitedCase:
    name = _name(mention) if mention.name and case.name == case.citations[0] else case.name
    treatment = case.treatment if case.treatment is not PrintedTreatment.CITED else _treatment(mention)
    return CitedCase(name, tuple(dict.fromkeys((*case.citations, *citations))), treatment)


SUPREME_COURT = "Supreme Court of India"
_SUPREME_COURT_REPORT = re.compile(r"\bSCR\b|\bINSC\b|\bSCC\b|\bSC\b|\bSupp\. SCR|^\d{4} AIR ")
_REPORT_ID = re.compile(r"(?P<year>\d{4})_(?P<volume>\d{1,2})_(?P<page>\d{1,4})_\d{1,4}(?:_[A-Z]{2,3})?")


def describe_case(id: str, text: str, fields: Mapping[str, str], paragraphs: Sequence[Paragraph]) -> Case:  # noqa: A002
    """The case as its source (`fields`) and its text describe it; the source takes precedence."""
    head = read_head(text)
    petitioner, respondent = _parties(head, fields)
    name = _title(id, head, fields, petitioner, respondent)
    citations = _own_citations(id, head, fields)
    return Case(
        id=CaseId(id),
        text=text,
        name=name,
        court=fields.get("court") or head.court or _court_of(citations),
        decided=find_date(fields.get("decided", "")) or head.decided,
        bench=read_judges(fields.get("bench", "")) or head.judges,
        citations=citations,
        case_numbers=find_case_numbers(fields.get("case_number", "")) or head.numbers,
        petitioner=petitioner,
        respondent=respondent,
        provisions=cited_provisions(text),
        outcome=find_outcome(text, fields.get("outcome", "")),
        cites=cited_cases(text, name, citations),
        paragraphs=tuple(paragraphs),
        source=fields.get("source", ""),
    )


def read_head(text: str) -> StatedHead:
    """The head, as the first reader that knows its form reads it."""
    for reader in (read_report, read_print, read_caption, read_untitled, read_lines):
        head = reader(text)
        if head is not None:
            return head
    return StatedHead()


def _court_of(citations: Sequence[str]) -> str:
    """The Court whose reports print the case; empty if they are not the Supreme Court's."""
    return SUPREME_COURT if any(_SUPREME_COURT_REPORT.search(citation) for citation in citations) else ""


def _parties(head: StatedHead, fields: Mapping[str, str]) -> tuple[Party | None, Party | None]:
    stated = split_title(fields.get("title", "")) or ("", "")
    petitioner = fields.get("petitioner") or stated[0] or head.petitioner
    respondent = fields.get("respondent") or stated[1] or head.respondent
    return (party(petitioner) if petitioner else None, party(respondent) if respondent else None)


def _title(
    case_id: str, head: StatedHead, fields: Mapping[str, str], petitioner: Party | None, respondent: Party | None
) -> str:
    if petitioner and respondent:
        return f"{petitioner.name} v. {respondent.name}"
    return normal_case(" ".join((fields.get("title") or head.title).split())) or case_id


def _own_citations(id: str, head: StatedHead, fields: Mapping[str, str]) -> tuple[str, ...]:  # noqa: A002
    stated = " ; ".join((head.citations, fields.get("citations", ""), fields.get("neutral_citation", "")))
    citations = [mention.citation.normal for mention in find_citations(stated)]
    report = _REPORT_ID.fullmatch(id)
    if report and not any("SCR" in citation for citation in citations):
        citations.insert(0, f"[{report['year']}] {report['volume']} SCR {report['page']}")
    return tuple(dict.fromkeys(citations))
