"""Twenty changes of a matter in our own words: half of them could be, half could not, and the rules know which."""

from dataclasses import dataclass
from datetime import date

from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    ResultFact,
    RoleFact,
    SectionFact,
)
from countercase.domain.perturbation import Perturbation
from countercase.domain.provision import Provision


@dataclass(frozen=True, slots=True)
class Change:
    """A sheet, one change of it, and the sheet after it."""

    sheet: FactSheet
    perturbation: Perturbation
    changed: FactSheet


def section(provision: str) -> SectionFact:
    return SectionFact(spans=(), provision=Provision.parse(provision))


def number(quantity: Quantity, value: float, unit: str, role: str | None = None) -> NumericalFact:
    return NumericalFact(spans=(), quantity=quantity, value=value, unit=unit, role=role)


def item(name: str) -> EvidenceFact:
    return EvidenceFact(spans=(), item=name)


def role(name: str, holder: str) -> RoleFact:
    return RoleFact(spans=(), role=name, holder=holder)


MURDER, AGE = section("IPC-302"), number(Quantity.AGE, 24, "years", "accused")
STABBING = (
    "On 1 May 2010 the accused, aged {age}, stabbed his neighbour, who died. The charge is under {law}. {more}",
    {"age": "24", "law": "Section 302 of the Indian Penal Code", "more": ""},
    (
        MURDER,
        AGE,
        InstrumentFact(spans=(), instrument="knife"),
        ResultFact(spans=(), result="death"),
        number(Quantity.DATE, date(2010, 5, 1).toordinal(), "day", "offence"),
    ),
)
HURT = section("IPC-323")
BEATING = (
    "The accused hit his cousin with a stick. The cousin went home with bruises. The charge is under {law}. {more}",
    {"law": "Section 323 of the Indian Penal Code", "more": ""},
    (HURT, InstrumentFact(spans=(), instrument="lathi"), ResultFact(spans=(), result="hurt")),
)
SUM = number(Quantity.AMOUNT, 500_000, "rupees", "cheque")
CHEQUE = (
    "A cheque for Rs. {sum} was returned unpaid. The payee complains under Section 138, NI Act. {more}",
    {"sum": "5,00,000", "more": ""},
    (section("NI-138"), SUM),
)
TENANT, RENT = role("tenant", "respondent"), number(Quantity.AMOUNT, 4000, "rupees", "rent")
TENANCY = (
    "The landlord sues for eviction. The respondent is {who} of the shop and pays a rent of Rs. {rent} a month.",
    {"who": "the tenant", "rent": "4,000"},
    (TENANT, RENT),
)
YOUTH = (
    "The accused, {who}aged 17, took a bicycle from a yard. He is charged under Section 379 of the Indian Penal Code.",
    {"who": ""},
    (section("IPC-379"), number(Quantity.AGE, 17, "years", "accused")),
)

Matter = tuple[str, dict[str, str], tuple[Fact, ...]]
Row = tuple[Matter, Fact | None, Fact | None, dict[str, str], str]
ROWS: tuple[Row, ...] = (
    (STABBING, MURDER, section("IPC-304"), {"law": "Section 304 of the Indian Penal Code"},
     "What if the charge were Section 304 instead of Section 302?"),
    (STABBING, AGE, number(Quantity.AGE, 17, "years", "accused"), {"age": "17"}, "What if the accused were 17?"),
    (STABBING, AGE, number(Quantity.AGE, 130, "years", "accused"), {"age": "130"}, "What if the accused were 130?"),
    (STABBING, AGE, number(Quantity.AGE, -1, "years", "accused"), {"age": "-1"}, "What if the accused were -1?"),
    (STABBING, None, item("dying declaration"), {"more": "The neighbour made a dying declaration."},
     "What if there were a dying declaration?"),
    (STABBING, None, item("eyewitness"), {"more": "A shopkeeper saw it."}, "What if there were an eyewitness?"),
    (STABBING, MURDER, section("BNS-103(1)"), {"law": "Section 103(1) of the Bharatiya Nyaya Sanhita, 2023"},
     "What if the charge were under the Bharatiya Nyaya Sanhita, 2023?"),
    (STABBING, MURDER, section("POCSO-4"), {"law": "Section 4, Protection of Children from Sexual Offences Act, 2012"},
     "What if the charge were under the Act of 2012?"),
    (BEATING, HURT, section("IPC-325"), {"law": "Section 325 of the Indian Penal Code"},
     "What if the charge were Section 325 (grievous hurt)?"),
    (BEATING, None, item("post-mortem"), {"more": "The post-mortem report of the cousin is on record."},
     "What if there were a post-mortem report?"),
    (BEATING, None, item("dying declaration"), {"more": "The cousin made a dying declaration."},
     "What if there were a dying declaration?"),
    (BEATING, None, number(Quantity.PERSONS, 5, "persons", "accused"), {"more": "Five men took part."},
     "What if five men had taken part?"),
    (BEATING, None, number(Quantity.PERSONS, 2.5, "persons", "accused"), {"more": "Two and a half men took part."},
     "What if 2.5 men had taken part?"),
    (CHEQUE, SUM, number(Quantity.AMOUNT, 50_000, "rupees", "cheque"), {"sum": "50,000"},
     "What if the cheque were for Rs. 50,000?"),
    (CHEQUE, SUM, number(Quantity.AMOUNT, 0, "rupees", "cheque"), {"sum": "0"}, "What if the cheque were for Rs. 0?"),
    (CHEQUE, None, item("last seen"), {"more": "A neighbour last saw the victim alive with the drawer."},
     "What if there were last-seen evidence?"),
    (CHEQUE, None, item("documentary evidence"), {"more": "A written loan agreement is on record."},
     "What if there were a written loan agreement?"),
    (TENANCY, TENANT, role("sub-tenant", "respondent"), {"who": "a sub-tenant"}, "What if he were a sub-tenant?"),
    (TENANCY, RENT, number(Quantity.AMOUNT, 2000, "rupees", "rent"), {"rent": "2,000"},
     "What if the rent were Rs. 2,000?"),
    (YOUTH, None, role("adult", "accused"), {"who": "an adult "}, "What if the accused were an adult?"),
)  # fmt: skip


def changes() -> list[Change]:
    """The twenty, as the validator takes them."""
    return [_change(*row) for row in ROWS]


def _change(matter: Matter, before: Fact | None, after: Fact | None, words: dict[str, str], sentence: str) -> Change:
    text, values, facts = matter
    kept = [fact for fact in facts if fact is not before] + ([after] if after is not None else [])
    return Change(
        FactSheet(text.format(**values).strip(), facts),
        Perturbation(before, after, "benchmark", "", sentence),
        FactSheet(text.format(**{**values, **words}).strip(), tuple(kept)),
    )
