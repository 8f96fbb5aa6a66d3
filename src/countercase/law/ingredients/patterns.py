"""The pattern language of the ingredient tables, compiled to regular expressions that run in linear time.

`demand~` matches every inflection of a word, `strangulat*` every ending, `(a|b)` alternatives, `[x]` something
optional, `..` up to three words, `...` up to eight, `<n>` a class of words. Every repetition is bounded, so no text
can make a pattern slow.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from countercase.errors import LawError
from countercase.text.numbers import MONTH

# The classes that patterns name in angle brackets: <n>, <date>, <person>, <weapon> and so on.

_UNITS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen"
)
_TENS = "twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety"
_SCALES = "hundred|thousand|lakhs?|lacs?|crores?"
_NUMBER_WORD = rf"(?:(?:{_TENS})(?:[\s-](?:{_UNITS}))?|{_UNITS}|half)"
_NUMBER = (
    rf"(?:\d[\d,]*+(?:\.\d+)?(?:\s?(?:{_SCALES})\b)?|\b(?:a\s)?(?:{_NUMBER_WORD}|{_SCALES})"
    rf"(?:[\s-](?:and\s)?(?:{_NUMBER_WORD}|{_SCALES})){{0,5}}\b)"
)
_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?:\s(?:day\s)?of)?\s{MONTH}\b\.?,?(?:\s\d{{4}})?|{MONTH}\b\.?\s\d{{1,2}}(?:st"
    rf"|nd|rd|th)?"
    rf"(?:,?\s\d{{4}})?|{MONTH}\b\.?,?\s\d{{4}}|\d{{1,2}}[./-]\d{{1,2}}[./-](?:\d{{4}}|\d{{2}}))"
)
_MONEY = (
    rf"(?:(?:rs\b\.?|inr|₹|rupees|re\.)\s?(?:\d[\d,]*+(?:\.\d+)?|{_NUMBER_WORD})(?:\s?(?:lakhs?|lacs?|crores?"
    rf"|thousand|cr|l)\b)?"
    rf"(?:\s?/-)?|{_NUMBER}\s(?:rupees|lakhs?|lacs?|crores?))"
)
_NAME = r"(?-i:[A-Z][\w'’]*\.?(?:\s(?:@\s)?[A-Z][\w'’]*\.?){0,3})"


def _words(listed: str) -> str:
    alternatives = sorted(listed.split(";"), key=len, reverse=True)
    spaced = (
        word.strip().replace("-", r"[\s-]?").replace(" ", r"[\s-]{1,3}").replace(".", r"\.?") for word in alternatives
    )
    return rf"\b(?:{'|'.join(spaced)})\b"


_OF = r"(?:(?:the|his|her|their|our|my|said|a|an|one|both|each|other|two|three|four|ld|learned)\s){0,2}"
_WITNESS = (
    r"(?:\b[PDC]\.?\s?W\.?s?\s?-?\s?\d+[A-Z]?(?:(?:\s?,\s?|\s?and\s|\s?&\s?|\s?to\s)(?:[PDC]\.?W\.?\s?-?)?\d+)*\b|"
    + _words(
        "witness;witnesses;eye-witness;eye-witnesses;panch;panchas;panches;pancha;mediator;mediators;"
        "informant;prosecutrix;"
        "attesting witness;shadow witness;neighbour;neighbours;bystander;villager;villagers"
    )
    + ")"
)
_ROLES = (
    "accused;accused no.? ?\\d+;A-?\\d+;appellant;appellants;petitioner;petitioners;respondent;respondents;applicant;"
    "applicants;client;clients;defendant;defendants;plaintiff;plaintiffs;complainant;complainants;husband;wife;"
    "deceased;victim;victims;prosecutrix;informant;detenu;driver;owner;insurer;claimant;claimants;landlord;tenant;"
    "vendor;vendee;purchaser;seller;buyer;employee;employer;workman;delinquent;drawer;payee;father;mother;brother;"
    "sister;son;daughter;uncle;aunt;cousin;nephew;niece;father-in-law;mother-in-law;sister-in-law;brother-in-law;"
    "in-laws;parents;relatives;assailant;assailants;man;men;woman;women;boy;girl;child;minor;accd;co-accused;"
    "contractor;officer;company;bank;State;management;firm;director;directors"
)
_PRONOUNS = "he;she;they;it;we;i;him;her;them;us;who;someone;somebody;himself;herself;themselves"
_WOMEN = (
    "deceased;wife;prosecutrix;daughter;she;her;woman;girl;bride;victim;lady;sister;widow;mother;minor;child;"
    "deceased wife;young wife;victim girl;minor girl"
)
_KIN = (
    "husband;wife;father;mother;brother;sister;son;daughter;uncle;aunt;cousin;nephew;niece;father-in-law;"
    "mother-in-law;sister-in-law;brother-in-law;in-laws;inlaws;parents;parent;relatives;relative;kin;family;jeth;"
    "jethani;devar;nanad;grandfather;grandmother;widow;widower;spouse;children;sons;daughters;brothers;sisters;"
    "matrimonial family;family members"
)
_WEAPONS = (
    "knife;knives;dagger;sword;axe;kulhari;gandasa;gandasi;lathi;lathis;stick;sticks;danda;dandas;iron rod;rod;rods;"
    "pistol;country-made pistol;revolver;gun;rifle;firearm;katta;desi katta;country-made weapon;spade;kassi;sickle;"
    "koyta;chopper;hammer;stone;stones;brick;bricks;spear;bhala;barchhi;ballam;farsa;pharsa;razor;blade;bomb;bombs;"
    "acid;kerosene;petrol;rope;weapon;weapons;sharp-edged weapon;blunt weapon;deadly weapon;deadly weapons;bamboo;"
    "cycle chain;chain;pipe;iron pipe;screwdriver;scissors;khukri;chhura;churi;aruval;billhook;crowbar;bat;"
    "hockey stick;hockey;tabal;toka;kirpan;tangi;pickaxe;shovel;handle;plank;log;belt;gupti;sua;ice-pick"
)
_COURTS = (
    "court;courts;trial court;trial judge;sessions judge;sessions court;additional sessions judge;"
    "addl. sessions judge;asj;special judge;special court;spl. judge;high court;h.c.;district judge;magistrate;"
    "judicial magistrate;chief judicial magistrate;cjm;jmfc;tribunal;labour court;family court;children's court;"
    "juvenile justice board;board;first appellate court;appellate court;lower appellate court;court below;"
    "courts below;both courts;supreme court;single judge;division bench;learned judge;ld. judge;ld. trial judge;"
    "civil judge;civil court;motor accidents claims tribunal;mact;commission;state commission;national commission;"
    "district forum;district commission;nclt;nclat;rent controller;judge"
)
_POLICE = (
    "police;police officer;police officers;i.o.;io;investigating officer;s.h.o.;sho;s.i.;si;a.s.i.;asi;sub-inspector;"
    "inspector;head constable;constable;officer-in-charge;station house officer;dy.s.p.;dysp;dsp;"
    "deputy superintendent;deputy superintendent of police;superintendent of police;s.p.;sp;acp;ncb;cbi;vigilance;"
    "raiding party;seizing officer;raiding officer;searching officer;trap laying officer;t.l.o.;tlo;trap officer;"
    "investigating agency;crime branch;stf;ncb officer;ncb officers;dri;excise;acb;enforcement directorate;e.d.;"
    "police party"
)
_DOCTORS = (
    "doctor;doctors;dr;dr.;medical officer;m.o.;autopsy surgeon;surgeon;casualty doctor;medical board;radiologist;"
    "psychiatrist;physician;specialist;hospital;forensic expert;medical evidence;medical witness;medical expert;"
    "post-mortem doctor;doctor who conducted the post-mortem;post-mortem report;p.m. report;pm report;pmr;mlc;m.l.c."
)
_PAPERS = (
    "document;documents;paper;papers;report;reports;certificate;certificates;memo;memos;record;records;register;"
    "registers;statement;statements;letter;letters;receipt;receipts;deed;deeds;agreement;agreements;note;notes;diary;"
    "ledger;ledgers;account books;books of account;bill;bills;voucher;vouchers;affidavit;affidavits;notice;notices;"
    "fir;complaint;panchnama;panchanama;mahazar;seizure memo;recovery memo;inventory;sketch;passbook;invoice;"
    "invoices;challan;charge-sheet;file;files;order;orders;licence;license;permit;policy;plaint;written statement;"
    "will;cheque;cheques"
)

_CLASSES = {
    "n": _NUMBER,
    "date": _DATE,
    "money": _MONEY,
    "name": _NAME,
    "person": rf"(?:{_WITNESS}|{_OF}{_words(_ROLES)}|{_words(_PRONOUNS)}|{_NAME})",
    "woman": rf"(?:{_OF}{_words(_WOMEN)}|{_NAME})",
    "kin": rf"{_OF}{_words(_KIN)}",
    "weapon": rf"{_OF}{_words(_WEAPONS)}",
    "court": rf"{_OF}{_words(_COURTS)}",
    "police": rf"{_OF}{_words(_POLICE)}",
    "doctor": rf"{_OF}{_words(_DOCTORS)}",
    "witness": rf"{_OF}{_WITNESS}",
    "paper": rf"{_OF}{_words(_PAPERS)}",
}


# The language.

_SEPARATOR = r"[\W_]{1,6}"
_WORD = r"\w++(?:['’./&-]\w++){0,4}+"
# A gap is a group, so that a "not" in the skipped words is distinguished from one that the pattern requires.
_GAPS = {
    "..": rf"((?:{_SEPARATOR}{_WORD}){{0,3}}?){_SEPARATOR}",
    "...": rf"((?:{_SEPARATOR}{_WORD}){{0,8}}?){_SEPARATOR}",
}
_TOKEN = re.compile(r"\s+|\.\.\.?|…|<[a-z_-]+>|[()\[\]|~*?]|[^\s()\[\]|~*?<>.…]+|\.|<|>")
_VOWELS = "aeiou"
KEY_LENGTH = 4  # letters by which a word is looked up before a pattern is tried
_MOST_KEYS = 60
_LONGEST_CLAUSE = 5  # letters of a clause number: (viia)
_MOST_MATCHES = 4  # per pattern and sentence


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a pattern: its regular expression, and the keys of the words that may begin it."""

    regex: str
    keys: frozenset[str] | None = None
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """Where a pattern matches; `gaps` are the words that its gaps skipped."""

    start: int
    end: int
    gaps: str


@dataclass(frozen=True)
class Pattern:
    """One wording. `keys` are sets of word prefixes; a text that lacks any of the sets cannot match."""

    source: str
    keeps_polarity: bool
    regex: str
    keys: tuple[frozenset[str], ...]

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The regular expression, compiled on first use because most patterns of the tables are never needed."""
        try:
            return re.compile(self.regex, re.IGNORECASE)
        except re.error as error:
            raise LawError(f"The pattern {self.source!r} does not compile: {error}.") from None

    def finds(self, sentence: str, keys: frozenset[str]) -> list[PatternMatch]:
        """Where the pattern matches in a sentence whose words have these keys; only the first few matches."""
        for wanted in self.keys:
            if wanted.isdisjoint(keys):
                return []
        first = self.compiled.search(sentence)
        if first is None:
            return []
        matches = islice(self.compiled.finditer(sentence, first.start()), _MOST_MATCHES)
        return [PatternMatch(*match.span(), " ".join(filter(None, match.groups()))) for match in matches]


def word_keys(text: str) -> frozenset[str]:
    """The keys of all words of a text."""
    return frozenset(word[:KEY_LENGTH] for word in re.findall(r"[^\W_]+", text.lower()))


def compile_pattern(source: str, classes: Mapping[str, str] | None = None) -> Pattern:
    """Read a pattern; `classes` are those of the area, in addition to the shared ones."""
    text = source.strip()
    keeps_polarity = text.startswith("^")
    parser = _Parser(text.lstrip("^").strip(), source, {**_CLASSES, **(classes or {})})
    piece, keys = parser.read()
    return Pattern(source, keeps_polarity, piece, tuple(sorted(keys, key=_commonness)[:3]))


# Prefixes of words that occur in nearly every matter: a pattern is indexed by its other words.
_COMMON = frozenset(
    "accu appe case evid stat poli witn date day days give gave give file made not no the was were has have had been"
    " did does with from his her he she they him by on in of to at and or a an any is are be for it that this who whic"
    " afte befo when only even also time unde sect pros defe cert orde reco cour ther thei them will said says one"
    " two".split()
)


def _commonness(keys: frozenset[str]) -> tuple[bool, int, int]:
    """Put the keys of rare words first."""
    return not keys.isdisjoint(_COMMON), -min(map(len, keys)), len(keys)


class _Parser:
    """Reads one pattern from left to right."""

    def __init__(self, text: str, source: str, classes: Mapping[str, str]) -> None:
        self.source = source
        self.classes = classes
        self.signs = [match[0] for match in _TOKEN.finditer(re.sub(r"(?:^|(?<=\s))\?", "", text))]
        self.at = 0

    def read(self) -> tuple[str, list[frozenset[str]]]:
        regex, keys, is_nullable = self.sequence(frozenset())
        if self.at < len(self.signs):
            raise self.error(f"{self.signs[self.at]!r} closes nothing")
        if is_nullable:
            raise self.error("it may match nothing at all")
        return regex, keys

    def error(self, problem: str) -> LawError:
        return LawError(f"The pattern {self.source!r} cannot be read: {problem}.")

    def sequence(self, stops: frozenset[str], is_glued: bool = False) -> tuple[str, list[frozenset[str]], bool]:
        """Elements up to a stop: the regular expression, the keys it needs, and whether it may be empty."""
        out, keys, gap, has_required = "", [], "", False
        leading_optional = False
        while self.at < len(self.signs) and self.signs[self.at] not in stops:
            sign = self.signs[self.at]
            if sign.isspace():
                self.at += 1
                continue
            if sign in {"..", "...", "…"}:
                sign = "..." if sign == "…" else sign
                gap = max(gap, sign, key=len)
                self.at += 1
                continue
            piece = self.element(stops, is_glued and not out)
            separator = _GAPS[gap] if gap else _SEPARATOR
            if piece.is_optional:
                if not out:
                    out, leading_optional = f"(?:{piece.regex}{separator})?", True
                elif leading_optional and not has_required:
                    out += f"(?:{piece.regex}{separator})?"
                else:
                    out += f"(?:{separator}{piece.regex})?"
                continue
            if has_required:
                out += separator
            out += piece.regex
            gap, has_required = "", True
            if piece.keys:
                keys.append(piece.keys)
        return out, keys, not has_required

    def element(self, stops: frozenset[str], is_glued: bool) -> _Piece:
        """One word, class or group, with anything attached to it."""
        atoms: list[tuple[str, frozenset[str] | None, bool]] = []
        while self.at < len(self.signs):
            sign = self.signs[self.at]
            if sign.isspace() or sign in {"..", "...", "…"} or sign in stops:
                break
            atoms.append(self.atom(is_glued=bool(atoms)))
        regex = "".join(f"(?:{atom})?" if optional else atom for atom, _, optional in atoms)
        starts = next((atom for atom in atoms if not atom[2]), None)
        if starts is None:
            return _Piece("".join(atom for atom, _, _ in atoms), None, is_optional=True)
        keys = atoms[0][1] if not atoms[0][2] else None
        if len(atoms) > 1 and keys and any(len(key) < KEY_LENGTH for key in keys):
            keys = None  # a short prefix and what is attached to it form one longer word
        return _Piece(rf"\b{regex}" if _opens_word(regex) and not is_glued else regex, keys)

    def atom(self, is_glued: bool) -> tuple[str, frozenset[str] | None, bool]:
        sign = self.signs[self.at]
        self.at += 1
        if sign == "(" and self.is_clause_number():
            number = self.signs[self.at]
            self.at += 2
            return rf"\(\s?{re.escape(number)}\s?\)", None, False
        if sign == "(":
            return self.group(is_glued)
        if sign == "[":
            regex, _, _ = self.branches("]", is_glued)
            return regex, None, True
        if sign.startswith("<") and len(sign) > 2:
            return self.word_class(sign[1:-1])
        if sign in {")", "]", "|", "~", "?", "<", ">"}:
            raise self.error(f"{sign!r} is where a word should be")
        if sign == "*":
            return r"\w*", None, False
        return self.word(sign)

    def is_clause_number(self) -> bool:
        """Whether "(5)" is the clause of a section, as in 34(5), and not a group."""
        before = self.signs[self.at - 2] if self.at > 1 else ""
        is_closed = self.signs[self.at + 1 : self.at + 2] == [")"]
        return (
            is_closed
            and (before[-1:].isdigit() or before == ")" or before[:1].isdigit())
            and len(self.signs[self.at]) <= _LONGEST_CLAUSE
        )

    def group(self, is_glued: bool) -> tuple[str, frozenset[str] | None, bool]:
        regex, keys, may_be_empty = self.branches(")", is_glued)
        if self.at < len(self.signs) and self.signs[self.at] in {"~", "*"}:
            regex += r"\w*" if self.signs[self.at] == "*" else r"(?:e?s|e?d|ing)?\b"
            self.at += 1
            keys = None
        if self.at < len(self.signs) and self.signs[self.at] == "?":  # "(is|was)?" is another way to write "[is|was]"
            self.at += 1
            may_be_empty = True
        return regex, keys, may_be_empty

    def branches(self, mark: str, is_glued: bool) -> tuple[str, frozenset[str] | None, bool]:
        """Alternatives up to a closing mark; an empty one, as in "(-| )", makes the group optional."""
        branches: list[str] = []
        keys: set[str] | None = set()
        may_be_empty = False
        while True:
            regex, wanted, is_nullable = self.sequence(frozenset(f"|{mark}"), is_glued)
            branches += [regex] if regex else []
            may_be_empty = may_be_empty or is_nullable
            rarest: frozenset[str] | None = min(wanted, key=_commonness) if wanted else None
            keys = keys | rarest if rarest is not None and keys is not None else None
            if self.at >= len(self.signs) or self.signs[self.at] != "|":
                break
            self.at += 1
        self.close(mark)
        if not branches:
            raise self.error("a group is empty")
        few = keys is not None and len(keys) <= _MOST_KEYS
        return f"(?:{'|'.join(branches)})", frozenset(keys or ()) if few and not may_be_empty else None, may_be_empty

    def close(self, mark: str) -> None:
        if self.at >= len(self.signs) or self.signs[self.at] != mark:
            raise self.error(f"{mark!r} is missing")
        self.at += 1

    def word_class(self, name: str) -> tuple[str, frozenset[str] | None, bool]:
        if name not in self.classes:
            raise self.error(f"there is no class <{name}>; put it into AREA.classes.csv")
        return self.classes[name], None, False

    def word(self, sign: str) -> tuple[str, frozenset[str] | None, bool]:
        mark = self.signs[self.at] if self.at < len(self.signs) else ""
        goes_on = bool(mark) and not mark.isspace() and mark not in {"~", "*", "?", "|", ")", "]", "..", "...", "…"}
        if mark in {"~", "*", "?"}:
            self.at += 1
        if mark == "?":  # "seals?" is "seal[s]"
            return f"{_literal(sign[:-1])}{_literal(sign[-1])}?\\b", _keys_of(sign[:-1], is_open=True), False
        if mark == "~" and "-" not in sign:
            forms = inflections(sign.lower())
            return f"(?:{'|'.join(map(_literal, forms))})\\b", frozenset(form[:KEY_LENGTH] for form in forms), False
        regex = _literal(sign)
        if mark == "~":
            head, _, last = sign.rpartition("-")
            regex = _literal(f"{head}-") + f"(?:{'|'.join(map(_literal, inflections(last.lower())))})"
        ends = r"\w*" if mark == "*" else ""
        ends += "" if mark == "*" or goes_on or not _closes_word(sign) else r"\b"
        return regex + ends, _keys_of(sign, is_open=mark == "*"), False


def _keys_of(word: str, is_open: bool) -> frozenset[str] | None:
    parts = re.findall(r"[^\W_]+", word.lower())
    if not parts:
        return None
    if is_open and len(parts) == 1 and len(parts[0]) < KEY_LENGTH:
        return None
    joined = "".join(parts)
    return frozenset({parts[0][:KEY_LENGTH], joined[:KEY_LENGTH]})


def _literal(word: str) -> str:
    """A word as a text may write it: with or without its hyphen or dots, and with either apostrophe."""
    out = []
    for character in word:
        if character in "-–":
            out.append(r"[\s–-]{0,2}")
        elif character in "'’":
            out.append("['’]?")
        elif character == ".":
            out.append(r"\.?\s?")
        else:
            out.append(re.escape(character))
    return "".join(out)


def _opens_word(regex: str) -> bool:
    return regex[0].isalnum() or regex.startswith("(?:")


def _closes_word(word: str) -> bool:
    return word[-1].isalnum()


def inflections(word: str) -> list[str]:
    """The forms of a regular word: demand, demands, demanded, demanding; hit, hits, hitting; try, tries, tried."""
    forms = [word, f"{word}s", f"{word}ed", f"{word}ing"]
    if word.endswith("e"):
        forms = [word, f"{word}s", f"{word}d", f"{word[:-1]}ing"]
    elif word.endswith("y") and len(word) > 1 and word[-2] not in _VOWELS:
        forms = [word, f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"]
    elif word.endswith(("s", "x", "z", "ch", "sh")):
        forms.append(f"{word}es")
    elif len(word) > 2 and word[-1] not in f"{_VOWELS}wxy" and word[-2] in _VOWELS and word[-3] not in _VOWELS:
        forms += [f"{word}{word[-1]}ed", f"{word}{word[-1]}ing"]
    return forms


def class_regex(words: str, classes: Mapping[str, str] | None = None) -> str:
    """A class of an area from its list of words, which may be patterns themselves."""
    branches = [compile_pattern(word, classes).regex for word in words.split(";") if word.strip()]
    if not branches:
        raise LawError(f"The class of words {words!r} is empty.")
    return f"(?:{'|'.join(sorted(branches, key=len, reverse=True))})"
