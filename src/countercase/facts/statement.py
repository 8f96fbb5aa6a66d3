"""A sentence that states one fact, in the words of judgments, and where in it the fact stands."""

from countercase.domain import facts as f
from countercase.domain.span import Span
from countercase.facts.vocabulary import entry_of
from countercase.facts.words import PARTY_WORDS, number_words, section_words, with_article, words_for

_AMOUNTS = {
    "compensation": "The compensation was {}.",
    "cheque": "The cheque was for {}.",
    "fine": "The fine was {}.",
    "dowry": "A dowry of {} was demanded.",
    "bribe": "A bribe of {} was demanded.",
    "ransom": "A ransom of {} was demanded.",
    "loan": "The loan was of {}.",
    "rent": "The rent was {} a month.",
    "income": "The income was {} a month.",
    "maintenance": "The maintenance was {} a month.",
    "consideration": "The consideration was {}.",
    "earnest money": "The earnest money was {}.",
    "stolen property": "The stolen property was worth {}.",
    "fraud": "The sum misappropriated was {}.",
    "damage": "The damage was {}.",
    "claim": "The claim was for {}.",
    "tax evaded": "The tax evaded was {}.",
    "medical expenses": "The medical expenses were {}.",
    "bill": "The bill was for {}.",
}
_DURATIONS = {
    "marriage": "It was within {} of the marriage.",
    "sentence": "The sentence was imprisonment for {}.",
    "custody": "The accused was in custody for {}.",
    "delay": "There was a delay of {}.",
    "notice": "The notice was of {}.",
    "service": "There was service of {}.",
    "limitation": "The period of limitation was {}.",
    "cheque": "The cheque was presented after {}.",
    "cheque notice": "The notice of the dishonour was sent after {}.",
    "cheque payment": "The amount of the cheque was paid after {}.",
    "cheque complaint": "The complaint was filed after {}.",
    "suit": "The suit was filed after {}.",
    "appeal": "The appeal was filed after {}.",
    "complaint": "The complaint was filed after {}.",
    "written statement": "The written statement was filed after {}.",
    "probation": "There was probation of {}.",
    "suspension": "There was suspension for {}.",
    "absence from duty": "There was absence from duty for {}.",
    "separation": "They had lived separately for {}.",
    "desertion": "There was desertion for {}.",
    "dispossession": "The dispossession was {} before.",
    "confinement": "There was wrongful confinement for {}.",
    "lease": "The lease was for {}.",
}


def state(fact: f.Fact) -> tuple[str, Span]:
    """The sentence, and the span of the words that carry the fact."""
    frame, words = _frame(fact)
    start = frame.index("{}")
    sentence = frame.replace("{}", words)
    if start == 0:
        sentence = sentence[:1].upper() + sentence[1:]
    return sentence, Span(start, start + len(words))


def _frame(fact: f.Fact) -> tuple[str, str]:  # noqa: PLR0911 - one line a kind
    match fact:
        case f.SectionFact():
            return "The case is under {}.", section_words(fact.provision)
        case f.PartyFact():
            return f"The {fact.side} is {{}}.", PARTY_WORDS[fact.party_type]
        case f.RoleFact():
            return (f"The {fact.holder} was {{}}." if fact.holder else "There was {}."), with_article(words_for(fact))
        case f.RelationFact():
            return "They were {}.", fact.relation
        case f.EvidenceFact():
            return _evidence(fact)
        case f.InstrumentFact():
            return "It was done with {}.", _instrument(fact)
        case f.ResultFact():
            return "The result was {}.", words_for(fact)
        case f.ActFact():
            return "There was {}.", words_for(fact)
        case f.NumericalFact():
            return _number(fact), number_words(fact)
    raise TypeError(f"no sentence for a {type(fact).__name__}")


def _instrument(fact: f.InstrumentFact) -> str:
    is_stuff = entry_of(fact).group in {"substance", "contraband"}
    return words_for(fact) if is_stuff else with_article(words_for(fact))


def _evidence(fact: f.EvidenceFact) -> tuple[str, str]:
    known = entry_of(fact)
    if fact.status is f.EvidenceStatus.DISPUTED:
        return "{} is disputed.", f"the alleged {known.written('one') or fact.item}"
    return "{}.", (known.present if fact.status is f.EvidenceStatus.PRESENT else known.absent).removesuffix(".")


def _number(fact: f.NumericalFact) -> str:
    if fact.quantity is f.Quantity.AGE and fact.role == "retirement":
        return "The age of retirement was {}."
    if fact.quantity is f.Quantity.AGE:
        return f"The {fact.role or 'person'} was aged {{}}."
    if fact.quantity is f.Quantity.AMOUNT:
        return _AMOUNTS.get(fact.role or "", "The amount was {}.")
    if fact.quantity is f.Quantity.DURATION:
        return _DURATIONS.get(fact.role or "", "The period was {}.")
    if fact.quantity is f.Quantity.WEIGHT:
        return "The quantity was {}."
    return "There were {}." if fact.quantity is f.Quantity.PERSONS else "It was on {}."
