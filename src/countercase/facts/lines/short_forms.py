"""Writes out the short forms of lists of dates before lines are read: "appeal pref.", "Stat. notice desp.".

The table of event words cannot hold every short form of every word. Spans in the text as written out map back to the
original text.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.facts import FactSheet
from countercase.domain.span import Span
from countercase.facts.abbreviations import WrittenOut, rewrite
from countercase.text.printed_pages import broken_words

# Short forms that need their full stop: without it they could be other words.
_WITH_STOP = {
    "adj": "adjourned",
    "app": "appellate",
    "appd": "approved",
    "arr": "arrested",
    "assmt": "assessment",
    "bd": "board",
    "cog": "cognizance",
    "comp": "compensation",
    "decl": "declaration",
    "depn": "deposition",
    "desp": "despatched",
    "enq": "enquiry",
    "hg": "hearing",
    "instd": "instituted",
    "instt": "instituted",
    "int": "interim",
    "mult": "multiplier",
    "opn": "opinion",
    "pref": "preferred",
    "prel": "preliminary",
    "pres": "presented",
    "ref": "reference",
    "rem": "remanded",
    "rep": "representation",
    "rev": "review",
    "sanc": "sanction",
    "susp": "suspended",
}
_WITHOUT_STOP = {
    "ch-sheet": "charge-sheet",
    "chgsheet": "charge-sheet",
    "convn": "conviction",
    "possn": "possession",
    "agrmt": "agreement",
    "agmt": "agreement",
    "decln": "declaration",
    "notifn": "notification",
    "notfn": "notification",
    "jgmt": "judgment",
    "judgmt": "judgment",
    "appl'n": "application",
    "pet'n": "petition",
    "petn": "petition",
    "aba": "anticipatory bail application",
    "a.b.a": "anticipatory bail application",
    "apptd": "appointed",
    "appvl": "approval",
    "apprvl": "approval",
    "applicn": "application",
    "appln": "application",
    "arrd": "arrested",
    "awd": "award",
    "cmpl": "complaint",
    "cmplt": "complaint",
    "cogn": "cognizance",
    "commn": "commission",
    "condn": "condonation",
    "confn": "confirmation",
    "cttee": "committee",
    "cr. rev": "criminal revision",
    "crl rev": "criminal revision",
    "crl. rev": "criminal revision",
    "crl. revn": "criminal revision",
    "civil rev": "civil revision",
    "d/a": "date of accident",
    "d/o/a": "date of accident",
    "declrn": "declaration",
    "depd": "deposed",
    "dismd": "dismissed",
    "dismsd": "dismissed",
    "dlvd": "delivered",
    "exn": "execution",
    "hrg": "hearing",
    "husb": "husband",
    "judgt": "judgment",
    "l/n": "legal notice",
    "lic": "licence",
    "m/o": "marriage",
    "mrge": "marriage",
    "objn": "objection",
    "objns": "objections",
    "prefd": "preferred",
    "prelim": "preliminary",
    "presd": "presented",
    "presntd": "presented",
    "prodd": "produced",
    "publn": "publication",
    "pubn": "publication",
    "reced": "received",
    "rejd": "rejected",
    "rejtd": "rejected",
    "remd": "remanded",
    "repn": "representation",
    "representn": "representation",
    "exam'n": "examination",
    "suspn": "suspension",
    "supld": "supplied",
    "surrd": "surrendered",
}
_SHORT_FORM = re.compile(
    rf"(?<![\w./-])(?:(?P<alone>{'|'.join(sorted(map(re.escape, _WITHOUT_STOP), key=len, reverse=True))})\.?(?![\w/])"
    rf"|(?P<stopped>{'|'.join(sorted(_WITH_STOP, key=len, reverse=True))})\.(?!\w)"
    r"|(?P<judgment>jt\.)(?=\s(?:dt\.?\s|dated\s|of\s)?\d{1,2}[./-]\d)"  # "Jt. 30.8.2016"; "Jt. Secretary" is joint
    r"|(?P<advisory>ad\.?)(?=\sb(?:oar)?d\b))",  # "Ad. Board" is the Advisory Board
    re.IGNORECASE,
)


# Lists of dates often use the present tense: "13.03.2025 State approves the order".
_PAST_TENSE = {
    "abducts": "abducted",
    "acknowledges": "acknowledged",
    "acquits": "acquitted",
    "admits": "admitted",
    "allows": "allowed",
    "applies": "applied",
    "apprehends": "apprehended",
    "approves": "approved",
    "arrests": "arrested",
    "asks": "asked",
    "assaults": "assaulted",
    "attaches": "attached",
    "attacks": "attacked",
    "beats": "beat",
    "borrows": "borrowed",
    "buys": "bought",
    "cancels": "cancelled",
    "confirms": "confirmed",
    "convicts": "convicted",
    "dashes": "dashed",
    "decides": "decided",
    "declares": "declared",
    "delivers": "delivered",
    "demands": "demanded",
    "denies": "denied",
    "deposes": "deposed",
    "dies": "died",
    "dismisses": "dismissed",
    "elopes": "eloped",
    "encroaches": "encroached",
    "enters": "entered",
    "executes": "executed",
    "expires": "expired",
    "files": "filed",
    "fires": "fired",
    "gets": "got",
    "gives": "gave",
    "goes missing": "went missing",
    "grants": "granted",
    "hits": "hit",
    "invokes": "invoked",
    "joins": "joined",
    "kidnaps": "kidnapped",
    "kills": "killed",
    "knocks": "knocked",
    "leaves": "left",
    "lends": "lent",
    "lodges": "lodged",
    "makes": "made",
    "marries": "married",
    "marry": "married",
    "moves": "moved",
    "notifies": "notified",
    "objects": "objected",
    "passes": "passed",
    "pays": "paid",
    "prefers": "preferred",
    "presents": "presented",
    "produces": "produced",
    "pronounces": "pronounced",
    "publishes": "published",
    "rams": "rammed",
    "reach": "reached",
    "reaches": "reached",
    "receives": "received",
    "recovers": "recovered",
    "refuses": "refused",
    "rejects": "rejected",
    "remands": "remanded",
    "reports to": "reported to",
    "repudiates": "repudiated",
    "retires": "retired",
    "rings": "rang",
    "runs over": "ran over",
    "seizes": "seized",
    "sells": "sold",
    "sends": "sent",
    "serves": "served",
    "shoots": "shot",
    "signs": "signed",
    "stabs": "stabbed",
    "submits": "submitted",
    "sues": "sued",
    "surrenders": "surrendered",
    "suspends": "suspended",
    "takes": "took",
    "takes cognizance": "took cognizance",
    "tenders": "tendered",
    "upholds": "upheld",
    "asserts": "asserted",
    "declines": "declined",
    "apply": "applied",
    "seeks": "sought",
    "recommends": "recommended",
    "orders": "ordered",
    "telephones": "telephoned",
    "awards": "awarded",
    "attempts": "attempted",
    "challenges": "challenged",
    "returns": "returned",
    "lays": "laid",
    "strikes": "struck",
    "turns down": "turned down",
    "complains": "complained",
    "withdraws": "withdrew",
    "terminates": "terminated",
    "assesses": "assessed",
    "deposits": "deposited",
    "writes": "wrote",
}
_DATED_ENTRY = re.compile(
    r"(?:\A|(?<=\n))[ \t]*(?:[-–—*•>»+][ \t]*|\(?\w{1,3}[.)][ \t]+)?(?:\d{1,2}[./-][\dOIl]{1,2}[./-][\dOIl]{2,4}"
    r"|\d{1,2}(?:st|nd|rd|th)?\s[A-Z][a-z]{2,8}\.?,?\s\d{4})[^\n]{0,160}"
)
_PRESENT_TENSE = re.compile(rf"\b(?:{'|'.join(sorted(_PAST_TENSE, key=len, reverse=True))})\b")
# A scan reads m as rn. Words that open with m are known by the vowel behind it ("rnotor"); of the others, these.
_RN_FOR_M = re.compile(r"\brn(?=[aeiou])")
_WITH_RN = re.compile(r"\b[A-Za-z]+rn[a-z]*\b")
_WORDS_WITH_M = frozenset(
    "acknowledgement acknowledgment admission admit admits admitted agreement amount amounts appointment arms"
    " assessment attachment came cement chamber claim claimant claimed claims climbed come comes coming command"
    " commercial commission commit committed committee common company compensation complain complainant complained"
    " complaint complaints complete completed computer confirm confirmation confirmed consumer crime criminal custom"
    " damage damages demand demanded demands department document documents employed employee employment enrolment"
    " examination examine examined family farm female film fireman firm firms foreman form formed forms from game"
    " government gram grams hammer harm him himself home human immediate immediately immovable impact important"
    " imported imprisonment improved informant information informed informer instalment instalments interim item"
    " items judgment judgments kilogram kilograms lamp limb limit limitation limited limits matrimonial member"
    " members name named names normal number numbered numbers ombudsman omission omitted panchanama panchnama"
    " payment payments permission permit permitted plumber premises premium presumption primary problem proclamation"
    " promise promised promissory prompt promptly ram redemption room same sample samples seemed settlement similar"
    " simple solatium some something sometime statement statements submission submit submitted sum summon summons"
    " suspended symptom system temple temporary term terms testament testimony them themselves time times treatment"
    " tumour unclaimed victim victims volume warm whom woman women".split()
)


def _misread_m(text: str) -> Iterator[tuple[int, int, str]]:
    """Each "rn" that stands for m: "rnotor", "grarns", "inforrnation"."""
    for match in _RN_FOR_M.finditer(text):
        yield match.start(), match.end(), "m"
    for word in _WITH_RN.finditer(text):
        if word[0].lower().replace("rn", "m") in _WORDS_WITH_M:
            for place in re.finditer("rn", word[0]):
                if place.start():
                    yield word.start() + place.start(), word.start() + place.end(), "m"


_TN_FOR_TION = re.compile(r"(?<=[a-z]{3}[aeiuc]t)n(?=s?\b)")  # "notificatn", "petitn", "actn"


# Event words that a scan may break in two; none whose halves are words themselves ("is sued", "in formation").
_EVENT_WORDS = frozenset(
    "acquittal acquitted agreement appeal application arrested charge cheque complaint confirmed conviction convicted"
    " decree despatched detention discharged dishonoured dismissed judgment marriage married notification possession"
    " presented production produced rejected remanded representation returned sanction sanctioned sentence sentenced"
    " served summons suspended suspension client".split()
)
_TWO_PARTS = re.compile(r"\b(?P<first>[A-Za-z][a-z]{1,9})(?P<gap> )(?=(?P<rest>[a-z]{2,9})\b)")


def _gaps_in_event_words(text: str) -> Iterator[tuple[int, int, str]]:
    """The gaps inside event words: "Sanc tion", "Sum mons"."""
    for match in _TWO_PARTS.finditer(text):
        if (match["first"] + match["rest"]).lower() in _EVENT_WORDS:
            yield (*match.span("gap"), "")


def write_out_events(text: str) -> WrittenOut:
    """The text with short forms written out, lists of dates put in the past tense, and broken words joined."""
    changes = [(match.start(), match.end(), _written_out(match)) for match in _SHORT_FORM.finditer(text)]
    changes += _misread_m(text)
    changes += [(match.start(), match.start(), "io") for match in _TN_FOR_TION.finditer(text)]
    changes += [
        (verb.start(), verb.end(), _PAST_TENSE[verb[0]])
        for entry in _DATED_ENTRY.finditer(text)
        for verb in _PRESENT_TENSE.finditer(text, entry.start(), entry.end())
    ]
    changes += [(span.start, span.end, "") for span in broken_words(text)]
    changes += _gaps_in_event_words(text)
    return rewrite(text, sorted(set(changes)))


def _written_out(match: re.Match[str]) -> str:
    if match["advisory"]:
        return "Advisory"
    if match["judgment"]:
        return "Judgment" if match[0][0].isupper() else "judgment"
    full = _WITHOUT_STOP[match["alone"].lower()] if match["alone"] else _WITH_STOP[match["stopped"].lower()]
    return full.capitalize() if match[0][0].isupper() else full


def with_moved_spans(sheet: FactSheet, written: WrittenOut) -> FactSheet:
    """The fact sheet with its spans moved to the text as written out."""
    facts = tuple(
        replace(
            fact,
            spans=tuple(Span(written.moved(span.start), written.moved(span.end - 1) + 1) for span in fact.spans),
        )
        for fact in sheet.facts
    )
    return FactSheet(narrative=written.text, facts=facts)
