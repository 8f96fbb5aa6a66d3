"""The words that parties to a case carry, and those that tell where a party ends."""

import re
from functools import lru_cache

_CONNECTORS = frozenset(
    "of and the for by through thr alias on behalf de la da du bin ul ur al others other another ors anr oth etc"
    " rep represented lrs lr legal heirs heir representatives representative dead since deceased minor s/o d/o w/o"
    " son wife daughter his her their its m/s a to be".split()
)
# A full stop after one of these ends an abbreviation, not a sentence.
_ABBREVIATIONS = frozenset(
    "ltd corp corpn corpns commr commrs commn comm assn assoc govt dept deptt univ bros mfg mfrs ors anr oth smt"
    " shri shrimati addl asst asstt dist distt hon engg const pvt etc mohd moh md ind inds insp supdt suptd secy"
    " prof spl messrs mrs kum km gen genl maj col capt bom mad cal del raj guj ker kant pat punj mah maha mun trav"
    " elec ele chem eng intl int natl nat coop op soc bd sri cos inc nos rep lrs lr others estt edn educ admn"
    " admin exch excl misc mgmt mktg dev devt org pub pvtltd sec secs st co co-op m/s dr mr ms jr sr no dy jt lt"
    " mst musstt sk syed sd bai t.n u.p m.p a.p corporations hosp inst tech tel trf ry rly rlys".split()
)
_TITLES = frozenset(
    "mr mrs ms dr shri sri smt kum justice hon hon'ble hon’ble prof messrs m/s sh adv advocate counsel j".split()
)
# Words that open a sentence or a reference, before the name of a case.
INTRODUCERS = frozenset(
    "In See Vide Also Thus However Further Cf Hence Therefore Similarly Again Moreover Per Where When While"
    " Judgment Judgement JUDGMENT Decision Decisions Case Cases"
    " Matter Held Learned Hon'ble Hon’ble Ld As That This These Those It Since If But Likewise Accordingly Para"
    " Paras Page Title Titled Cited Citing IN DETAILS Reports Ref Re Court's".split()
)
_NEW_THINGS = frozenset(
    "The In It This That These Those Thus However Held We He She They On At From Para Paras Page FIR Date Dated"
    " DATED Decided Reported Crl Crl. Cr. Criminal Writ W.P. WP C.A. SLP S.L.P. AIR A.I.R. ILR I.L.R. JT JUDGMENT"
    " ORDER Supra SUPRA Ibid See Vide Suit CC PS P.S. CIVIL CRIMINAL Cited CIT(A) Digital SUPREME Before But As"
    " When Where If Learned Apex Hon'ble Hon’ble Therefore Accordingly Mr. Shri Section Article u/s U/s C.C. CS"
    " Crl.A. C.S. M.A.C. RFA RSA Bail Sessions SC No.".split()
)
_INSTITUTION = re.compile(
    r"\b(?:State|STATE|Union of India|UNION|Commissioner|COMMISSIONER|Collector|Corporation|CORPORATION|Ltd|LTD"
    r"|Limited|LIMITED|Govt|Government|GOVERNMENT|Board|BOARD|Bank|BANK|Company|Co\.|University|UNIVERSITY"
    r"|Municipal|Council|Insurance|INSURANCE|Authority|Emperor|EMPEROR|Crown|King|Queen|Republic|Administration"
    r"|Ors|ORS|Others|OTHERS|Anr|ANR|Another|ANOTHER|others|another|M/s|Smt|CBI|C\.B\.I|UOI|U\.O\.I|CIT|Officer"
    r"|Director|Registrar|Society|Association|Trust|Police|Inspector)\b"
)
# Words after whose comma a place may follow: "Commissioner of Income Tax, Bombay".
_OFFICES = frozenset(
    "commissioner commr collector officer secretary director registrar manager inspector superintendent chairman"
    " administrator board magistrate engineer controller tribunal authority cit ito i.t.o conservator custodian"
    " governor principal deputy tax income-tax customs excise council committee department ltd mills estate college"
    " university school hospital state".split()
)
_ACRONYM = re.compile(r"(?:[A-Z]\.){2,}[A-Z]?,?$")
_BRACKET = re.compile(
    r"\((?!\s*(?:supra|infra|hereinafter|here|for|since|\d|see|AIR|ILR|SC|FB|DB|cited|in short|the"
    r"|i{1,3}\)|(?-i:[a-z])\)))[A-Za-z.&,'’\s-]{1,30}\)",
    re.IGNORECASE,
)
LEADING = re.compile(
    r"(?:of|and|[Tt]he|for|by|through|on|a|to|others?|anr|ors|etc|its|his|her|their|be|&|In|IN"
    r"|\(?[ivxIVX]{1,5}\)|\(?[a-zA-Z]\)|[.)])[\s.,:)]+|[@.,:&]+\s*"
)
_TRAILING = re.compile(r"\s(?:of|and|the|for|by|through|on|a|to|its|his|her|their|since|be|&|@|in)$|\s?[&@]$")
_CORE = re.compile(r"[A-Za-z][\w'’./&-]*")

_KEPT = 8192  # the same words stand in name after name


@lru_cache(_KEPT)
def core(chunk: str) -> str:
    """The word inside a chunk of text, without brackets, quotes and closing punctuation."""
    found = _CORE.search(chunk)
    return found.group().rstrip(".,'’-/") if found else ""


@lru_cache(_KEPT)
def cannot_be_in_a_party(chunk: str) -> bool:
    """Whether no party's name holds this word: a lower-case word of running text, a number, an opening word."""
    if chunk[0].isdigit() or chunk[-1].isdigit():
        return True
    word = core(chunk)
    if not word:
        return chunk not in {"&", "@", ","} and not any(letter.isalpha() for letter in chunk)
    return word[0].islower() and word not in _CONNECTORS and "/" not in word and not _is_glued_name(word)


def _is_glued_name(word: str) -> bool:
    return "." in word and any(letter.isupper() for letter in word)


@lru_cache(_KEPT)
def ends_sentence(chunk: str) -> bool:
    """Whether the full stop after this word ends a sentence; that of an initial or an abbreviation does not."""
    word = core(chunk)
    return len(word) > 2 and "." not in word and word.lower() not in _ABBREVIATIONS and not _is_initials(word)


def is_more_parties(chunk: str) -> bool:
    """Whether this is the "Ors." or "another" that closes a side."""
    return core(chunk).lower() in {"ors", "anr", "oth", "others", "another"}


def drops_its_stop(chunk: str) -> bool:
    """Whether the full stop after the last word of a name is left out: that of a sentence, or of "& Ors."."""
    return ends_sentence(chunk) or is_more_parties(chunk) or core(chunk).lower() == "etc"


def _is_initials(word: str) -> bool:
    return word.isupper() and len(word) <= 3


def is_title(chunk: str) -> bool:
    """Whether a person's name follows this word: "Mr.", "Justice"."""
    return core(chunk).lower() in _TITLES


def names_an_institution(text: str) -> bool:
    """Whether the text names a party that is no person."""
    return _INSTITUTION.search(text) is not None


def is_office(chunk: str) -> bool:
    """Whether this word ends the name of an office or a body, after whose comma its place may follow."""
    return core(chunk).lower() in _OFFICES or _ACRONYM.match(chunk) is not None


def starts_something_new(chunk: str) -> bool:
    """Whether this word, after a party's name, cannot belong to it."""
    return chunk.rstrip(",:") in _NEW_THINGS


def opens_a_new_phrase(before: str, chunk: str) -> bool:
    """Whether "the" or "his" here begins something else: it belongs to a party only after "of", "and" and the like."""
    return chunk in {"the", "a", "its", "his", "her", "their"} and not (before in _CONNECTORS or before == "&")


def is_party_bracket(text: str) -> bool:
    """Whether a bracket belongs to a party's name, as in "(India) Ltd." or "(Dead) by LRs"."""
    return _BRACKET.match(text) is not None


def trailing(text: str, start: int, end: int) -> int:
    """Where the party ends once a connecting word at its end is left out."""
    found = _TRAILING.search(text, max(start, end - 10), end)
    return found.start() if found else end
