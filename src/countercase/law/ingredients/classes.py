"""The classes of words that patterns name in angle brackets: `<n>`, `<date>`, `<person>`, `<weapon>` and so on."""

from countercase.text.numbers import MONTH

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
    "accused;accused no.? ?\\d+;A-?\\d+;appellant;appellants;petitioner;petitioners;respondent;"
    "respondents;applicant;applicants;client;"
    "clients;defendant;defendants;plaintiff;plaintiffs;complainant;complainants;husband;wife;"
    "deceased;victim;victims;prosecutrix;"
    "informant;detenu;driver;owner;insurer;claimant;claimants;landlord;tenant;vendor;vendee;purchaser;seller;buyer;"
    "employee;employer;workman;delinquent;drawer;payee;father;mother;brother;sister;son;daughter;"
    "uncle;aunt;cousin;nephew;niece;"
    "father-in-law;mother-in-law;sister-in-law;brother-in-law;in-laws;parents;relatives;assailant;assailants;"
    "man;men;woman;women;boy;girl;child;minor;accd;co-accused;contractor;officer;company;bank;State;"
    "management;firm;director;directors"
)
_PRONOUNS = "he;she;they;it;we;i;him;her;them;us;who;someone;somebody;himself;herself;themselves"
_WOMEN = (
    "deceased;wife;prosecutrix;daughter;she;her;woman;girl;bride;victim;lady;sister;widow;mother;minor;child;"
    "deceased wife;young wife;victim girl;minor girl"
)
_KIN = (
    "husband;wife;father;mother;brother;sister;son;daughter;uncle;aunt;cousin;nephew;niece;father-in-law;mother-in-law;"
    "sister-in-law;brother-in-law;in-laws;inlaws;parents;parent;relatives;relative;kin;family;jeth;jethani;devar;nanad;"
    "grandfather;grandmother;widow;widower;spouse;children;sons;daughters;brothers;sisters;"
    "matrimonial family;family members"
)
_WEAPONS = (
    "knife;knives;dagger;sword;axe;kulhari;gandasa;gandasi;lathi;lathis;stick;sticks;danda;dandas;iron rod;rod;rods;"
    "pistol;country-made pistol;revolver;gun;rifle;firearm;katta;desi katta;country-made weapon;"
    "spade;kassi;sickle;koyta;"
    "chopper;hammer;stone;stones;brick;bricks;spear;bhala;barchhi;ballam;farsa;pharsa;razor;blade;"
    "bomb;bombs;acid;kerosene;"
    "petrol;rope;weapon;weapons;sharp-edged weapon;blunt weapon;deadly weapon;deadly weapons;bamboo;"
    "cycle chain;chain;pipe;"
    "iron pipe;screwdriver;scissors;khukri;chhura;churi;aruval;billhook;crowbar;bat;hockey stick;hockey;tabal;toka;"
    "kirpan;tangi;pickaxe;shovel;handle;plank;log;belt;gupti;sua;ice-pick"
)
_COURTS = (
    "court;courts;trial court;trial judge;sessions judge;sessions court;additional sessions judge;"
    "addl. sessions judge;asj;"
    "special judge;special court;spl. judge;high court;h.c.;district judge;magistrate;"
    "judicial magistrate;chief judicial magistrate;"
    "cjm;jmfc;tribunal;labour court;family court;children's court;juvenile justice board;board;first appellate court;"
    "appellate court;lower appellate court;court below;courts below;both courts;supreme court;"
    "single judge;division bench;"
    "learned judge;ld. judge;ld. trial judge;civil judge;civil court;motor accidents claims tribunal;mact;commission;"
    "state commission;national commission;district forum;district commission;nclt;nclat;rent controller;judge"
)
_POLICE = (
    "police;police officer;police officers;i.o.;io;investigating officer;s.h.o.;sho;s.i.;si;a.s.i.;"
    "asi;sub-inspector;inspector;"
    "head constable;constable;officer-in-charge;station house officer;dy.s.p.;dysp;dsp;"
    "deputy superintendent;deputy superintendent of police;"
    "superintendent of police;s.p.;sp;acp;ncb;cbi;vigilance;raiding party;seizing officer;"
    "raiding officer;searching officer;"
    "trap laying officer;t.l.o.;tlo;trap officer;investigating agency;crime branch;stf;ncb officer;"
    "ncb officers;dri;excise;acb;"
    "enforcement directorate;e.d.;police party"
)
_DOCTORS = (
    "doctor;doctors;dr;dr.;medical officer;m.o.;autopsy surgeon;surgeon;casualty doctor;medical board;radiologist;"
    "psychiatrist;physician;specialist;hospital;forensic expert;medical evidence;medical witness;medical expert;"
    "post-mortem doctor;doctor who conducted the post-mortem;post-mortem report;p.m. report;pm report;pmr;mlc;m.l.c."
)
_PAPERS = (
    "document;documents;paper;papers;report;reports;certificate;certificates;memo;memos;record;"
    "records;register;registers;"
    "statement;statements;letter;letters;receipt;receipts;deed;deeds;agreement;agreements;note;"
    "notes;diary;ledger;ledgers;"
    "account books;books of account;bill;bills;voucher;vouchers;affidavit;affidavits;notice;notices;fir;complaint;"
    "panchnama;panchanama;mahazar;seizure memo;recovery memo;inventory;sketch;passbook;invoice;invoices;challan;"
    "charge-sheet;file;files;order;orders;licence;license;permit;policy;plaint;written statement;will;cheque;cheques"
)

CLASSES = {
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
STANDING_FOR = frozenset(CLASSES)
