"""What a matter and a judgment share in law: an ingredient that both state, and the claim that both are about.

The tables of ingredients were written for briefs, and their patterns match many a sentence of a judgment that means
something else. So a sentence counts only if it also has words of the brief's own passage and of the ingredient's name.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from countercase.domain.case import SectionType, Speaker
from countercase.domain.checklist import ClauseReader, IngredientReading, IngredientStatus
from countercase.domain.facts import FactSheet, SectionFact
from countercase.explanation.charges import tells_of_a_charge, tells_of_a_proceeding
from countercase.explanation.quotations import StoredSentence, speaks_of_another_case
from countercase.explanation.relevant_passages import telling_keys
from countercase.explanation.tokens import content_keys
from countercase.explanation.worth_quoting import (
    can_state_a_fact,
    is_hearsay,
    says_nothing,
    states_law,
    tells_of_an_event,
)
from countercase.facts.governing_law import raised_subjects, read_cited_law
from countercase.facts.ingredients import read_ingredients, status_in
from countercase.facts.narrative import read_narrative
from countercase.files import packaged_rows
from countercase.law.ingredients import Ingredient, LegalSubject, SubjectKind, tables
from countercase.law.ingredients.patterns import word_keys
from countercase.law.provisions.statutes import find_statutes

# An ingredient is a question of law, which the case may have answered either way: only the facts are shared.
FACTS_FOR = "As in your matter, the case has facts for this ingredient"
FACTS_AGAINST = "As in your matter, the case has facts against this ingredient"
IS_ABOUT = "As in your matter, the case is about"
UNDER_ACT = "As in your matter, the case concerns the"

_PLAIN = frozenset({IngredientStatus.MET, IngredientStatus.CONTRARY})
_WORDS_OF_EACH = 2  # words that a sentence shares with the brief's passage, and with the ingredient's name
_LEAST_WEIGHT = 16.0  # rarity of all these words together; less may be a coincidence
_MOST = 6  # sentences of each kind; each must pass the strict check
_LENGTH = range(8, 61)  # words of a sentence that is quoted whole
_TOUCHED, _TAKEN_UP, _LEADING = 2, 4, 6  # sentences on a claim: a judgment touches on it, may be about it, surely is
_NOT_OF_THIS_CASE = frozenset({Speaker.COUNSEL, Speaker.EARLIER, Speaker.STATUTE, Speaker.SUMMARY})
# Pleadings, contentions and orders, which state no fact of the case.
_NO_FACT_OF_CASE = re.compile(
    r"^\W*(?:[\"“‘']|That\b)|\baver(?:red|s|ments?)\b|\bpleaded\b|\bin\s+the\s+plaint\b|\bso\s+(?:granted|awarded|ordered|made)\b|\bnot\s+(?:been\s+)?(?:disputed|in\s+dispute)\b|\bshall\b"
    r"|\bcontentions?\b|\bfinally\s+held\b|\bthe\s+said\s+(?:complaints?|suits?|petitions?)\b|\bwe\s+are\s+concerned\b|\bratio\s+of\b|\bproposition\s+of\s+law\b",
    re.IGNORECASE,
)
# A finding, which may be reversed or be that of another case; and what the Court itself orders.
_FINDS = re.compile(
    r"\b(?:court|tribunal|judge|commission|forum)\b[^.;]*\b(?:found|finding|held|holding|observ\w+|conclu\w+)\b"
    r"|\b(?:finally|was)\s+(?:\w+\s+)?held\s+that\b|\brequirements?\s+of\b|\bwe\b[^.;]*\b(?:direct|order|expand|grant|allow|quash)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:disputed|no|not|none|never|neither|nor|without|nobody)\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:suit|petition|application|complaint|claim|objections|proceedings?)\b[^;]{0,200}\b(?:for|under|seeking|claiming|praying|against)\b",
    re.IGNORECASE,
)
_RECURRING = 3  # sentences that have a word, from which the word belongs to the subject of a judgment
_SHARE_OF_NAME = 0.6  # share of the words in the name of a claim or an ingredient that a sentence about it has
_DECIDED = re.compile(
    r"\b(?:award\w*|assessed|claimed|decree\w*|repudiat\w*|impos\w+|initiated|suspended|subjected|terminat\w+)\b",
    re.IGNORECASE,
)
_MEANS_THE_SAME = {
    "agreement": "contract",
    "inquiry": "enquiry",
    "departmental": "disciplinary",
    "removed": "dismissal",
    "dismissed": "dismissal",
}
_OF_THE_WHOLE = 0.1  # share of its sentences on a claim from which a judgment is about that claim and little else
_STATED = 3  # ingredients of a subject that a matter states, from which the matter is about it
_CLAIMS = frozenset({SubjectKind.CLAIM, SubjectKind.SAFEGUARD})
_PROCEDURE = frozenset({"writ", "process", "proof", "witness"})  # areas of law that cases of every kind touch on
# Earlier cases of somebody, and points that are only raised.
_IN_OTHERS = re.compile(r"\b(?:previous|antecedents|counsel|points?\s+raised)\b", re.IGNORECASE)
_DONE_UNDER = re.compile(r"\bunder\b[^.;]{0,80}$", re.IGNORECASE)  # before the name of an Act
_IN_TIME = re.compile(r"\b(?:in\s+time|within)\b")  # in the name of an ingredient
_TIME = re.compile(r"\b(?:within|days?|weeks?|months?|years?|delay\w*|in\s+time)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")


IntroducedSentence = tuple[str, StoredSentence]  # the words before a quotation, and the sentence to quote


def shared_ingredients(
    sentences: Sequence[StoredSentence],
    narrative: str,
    rarity: Callable[[str], float],
    reader: ClauseReader | None = None,
) -> list[IntroducedSentence]:
    """Ingredients that the matter and the judgment state alike, those with the rarest words in common first."""
    readings = [reading for reading in _readings(narrative, reader) if reading.status in _PLAIN]
    shared = [
        (weight, sentence, reading)
        for sentence in sentences
        if readings and _states_a_fact(sentence)
        for reading in readings
        if not (reading.status is IngredientStatus.MET and _DENIES.search(sentence.text))
        and (weight := _weight(sentence, reading, narrative, rarity)) >= _LEAST_WEIGHT
        and all(
            status_in(tables(), reading.id, text) == reading.status
            for text in (sentence.text, _BRACKETS.sub(" ", sentence.text))  # "the doctor (not named) certified her fit"
        )
    ]
    shared.sort(key=lambda item: (-item[0], item[1].span))
    return [(_introduction(reading), sentence) for _, sentence, reading in shared[:_MOST]]


def _introduction(reading: IngredientReading) -> str:
    side = FACTS_FOR if reading.status is IngredientStatus.MET else FACTS_AGAINST
    return f"{side} ({shown_name(tables().ingredients[reading.id])})"


def _weight(
    sentence: StoredSentence, reading: IngredientReading, narrative: str, rarity: Callable[[str], float]
) -> float:
    """The rarity of the words that a sentence shares with the matter's passage and with the name of its ingredient."""
    words = _keys(sentence.text)
    of_matter = words & _passage_keys(tuple(span.of(narrative) for span in reading.spans))
    of_law = words & _row_keys(reading.id, reading.status)
    row = tables().ingredients[reading.id]
    is_untimed = _IN_TIME.search(row.name) is not None and _TIME.search(sentence.text) is None
    if is_untimed or min(len(of_matter), len(of_law)) < _WORDS_OF_EACH or not _is_named(row, sentence):
        return 0.0
    return sum(map(rarity, of_matter)) + sum(map(rarity, of_law))


def shared_claims(
    sentences: Sequence[StoredSentence], narrative: str, reader: ClauseReader | None = None
) -> Iterator[IntroducedSentence]:
    """Sentences that tell of the claim or the defence which both are about; the earliest first."""
    for subject in _claims(narrative, reader):
        on_claim = [sentence for sentence in sentences if _raises(subject, sentence.text)]
        if len(on_claim) < _TOUCHED:
            continue
        facts = [sentence for sentence in on_claim if _tells_of_this_case(sentence)]
        telling = [sentence for sentence in facts if _asks_for(subject, sentence)]
        if len(on_claim) < _OF_THE_WHOLE * len(sentences):
            telling = _opening_on(subject, facts, sentences)
        elif len(on_claim) < _TAKEN_UP:
            continue
        elif len(on_claim) >= _LEADING and _recurs(subject, sentences):
            telling += [sentence for sentence in facts if _tells_of(subject, sentence)]
        yield from ((f"{IS_ABOUT} {shown_name(subject)}", sentence) for sentence in telling[:_MOST])


def _opening_on(
    subject: LegalSubject, facts: Sequence[StoredSentence], sentences: Sequence[StoredSentence]
) -> list[StoredSentence]:
    """Sentences that tell of the claim among the facts with which a judgment opens.

    Either somebody asks for it by its whole name, or every word of the name comes up again and again: a court that
    sets aside the award of a tribunal is no case about arbitration.
    """
    name = content_keys(shown_name(subject))
    in_text = Counter(key for sentence in sentences for key in _words(sentence))
    recurs = all(in_text[key] >= _RECURRING for key in name)
    opening = sentences[len(sentences) // 3].span.start
    first = [sentence for sentence in facts if sentence.section is SectionType.FACTS and sentence.span.start < opening]
    return [
        sentence
        for sentence in first
        if (recurs and _is_named(subject, sentence)) or (name <= _words(sentence) and _asks_for(subject, sentence))
    ]


def _words(sentence: StoredSentence) -> frozenset[str]:
    """The content words of a sentence, with those that mean the same: an agreement to sell is a contract."""
    words = content_keys(sentence.text)
    return words.union(*(content_keys(means) for word, means in _MEANS_THE_SAME.items() if words & content_keys(word)))


def _recurs(subject: LegalSubject, sentences: Sequence[StoredSentence]) -> bool:
    """Whether most words of the claim's name come up more than once."""
    name = content_keys(shown_name(subject))
    in_text = Counter(key for sentence in sentences for key in _words(sentence))
    return sum(in_text[key] >= _TOUCHED for key in name) >= _SHARE_OF_NAME * len(name)


def shared_acts(
    sentences: Sequence[StoredSentence], matter: FactSheet, reader: ClauseReader | None = None
) -> Iterator[IntroducedSentence]:
    """Sentences that tell of a charge or a proceeding under an Act of the matter, though under another section."""
    raised = (*_claims(matter.narrative, reader), *_charges(matter.narrative, reader))
    claimed = {provision.act for subject in raised for provision in subject.provisions}
    cited = {fact.provision.act for fact in matter.facts if isinstance(fact, SectionFact)}
    named = {mention.act.short for mention in find_statutes(matter.narrative) if mention.act}
    meant = {act for act, words in _special_acts().items() if words.search(matter.narrative)}
    for act in sorted(_special_acts().keys() & (claimed | cited | named | meant)):
        under_act = [
            (sentence, mention)
            for sentence in sentences
            for mention in find_statutes(sentence.text)[:_MOST]
            if mention.act and mention.act.short == act
        ]
        if len({sentence.span for sentence, _ in under_act}) < _TAKEN_UP:
            continue
        telling = [
            (sentence, mention)
            for sentence, mention in under_act
            if _states_a_fact(sentence)
            and not _IN_OTHERS.search(sentence.text)
            and (
                tells_of_a_charge(sentence.text)
                or _ASKED.search(sentence.text)
                or _DONE_UNDER.search(sentence.text[: mention.span.start])
            )
        ]
        yield from (
            (f"{UNDER_ACT} {mention.span.of(sentence.text)}", sentence) for sentence, mention in telling[:_MOST]
        )


@cache
def _special_acts() -> dict[str, re.Pattern[str]]:
    """Acts that deal with one kind of case, so that two cases under them are alike whatever their sections.

    Each with the words by which a brief means the Act without naming it.
    """
    rows = packaged_rows("countercase.explanation", "data", "special_acts.csv")
    return {row["act"]: re.compile(row["in_matter"].replace(" ", r"\s+"), re.IGNORECASE) for row in rows}


def _is_named(row: Ingredient | LegalSubject, sentence: StoredSentence) -> bool:
    """Whether a sentence has most words of a name, or of its part before an "or"."""
    names = (content_keys(name) for name in (shown_name(row), shown_name(row).partition(" or ")[0]))
    words = _words(sentence)
    return any(len(words & name) >= _SHARE_OF_NAME * len(name) for name in names)


def _asks_for(subject: LegalSubject, sentence: StoredSentence) -> bool:
    """Whether somebody asks a court for what the claim is, by nearly its whole name."""
    text = sentence.text
    return _is_named(subject, sentence) and tells_of_a_proceeding(text) and _ASKED.search(text) is not None


def _tells_of(subject: LegalSubject, sentence: StoredSentence) -> bool:
    """Whether it tells what was done about the claim: enough where the whole judgment is about it.

    Bail is asked for in cases of every kind, so that it must be named in full.
    """
    text = sentence.text
    if subject.area == "bail" or _words(sentence).isdisjoint(content_keys(shown_name(subject))):
        return False
    return tells_of_an_event(sentence) and (tells_of_a_proceeding(text) or _DECIDED.search(text) is not None)


def _tells_of_this_case(sentence: StoredSentence) -> bool:
    """Whether the judgment itself tells in this sentence of its own case: what was asked, found or done."""
    if sentence.voice.speaker in _NOT_OF_THIS_CASE or sentence.section is SectionType.SUBMISSIONS:
        return False
    text = sentence.text
    if len(text.split()) not in _LENGTH or speaks_of_another_case(sentence) or _NO_FACT_OF_CASE.search(text):
        return False
    return can_state_a_fact(sentence) and tells_of_an_event(sentence) and not (states_law(text) or says_nothing(text))


def _states_a_fact(sentence: StoredSentence) -> bool:
    """Whether it tells what happened, and not what somebody claims, finds or orders."""
    is_certain = not (_FINDS.search(sentence.text) or is_hearsay(sentence.text))
    return is_certain and _tells_of_this_case(sentence)


@lru_cache(maxsize=32)  # a matter is explained against every precedent
def _readings(narrative: str, reader: ClauseReader | None) -> tuple[IngredientReading, ...]:
    """The ingredients of which the matter says something."""
    return tuple(reading for reading in read_ingredients(narrative, reader=reader) if reading.spans)


@lru_cache(maxsize=32)
def _claims(text: str, reader: ClauseReader | None) -> tuple[LegalSubject, ...]:
    """What the matter is about, by the subjects of which it states most.

    The learned reader knows a suit for specific performance that does not say so. Without it only the rules speak,
    which are certain of claims but not of defences.
    """
    narrative = read_narrative(text)
    law = tables()
    stated = Counter(reading.subject for reading in _readings(text, reader))
    if reader is not None:
        least = max([_STATED, *(count // 2 for count in stated.values())])
        subjects = [law.subjects[subject] for subject, count in stated.most_common() if count >= least]
        return tuple(subject for subject in subjects if _is_a_subject_of_cases(subject))
    raised = [law.subjects[subject] for subject in raised_subjects(narrative, read_cited_law(narrative), (), law)]
    claims = [subject for subject in raised if subject.kind in _CLAIMS and subject.area not in _PROCEDURE]
    return tuple(sorted(claims, key=lambda subject: (-stated[subject.id], subject.id)))


@lru_cache(maxsize=32)
def _charges(text: str, reader: ClauseReader | None) -> tuple[LegalSubject, ...]:
    """The charges of which the matter states enough: a note on a dishonoured cheque need not cite the Act."""
    stated = Counter(reading.subject for reading in _readings(text, reader))
    subjects = (tables().subjects[subject] for subject, count in stated.most_common() if count >= _STATED)
    return tuple(subject for subject in subjects if subject.kind is SubjectKind.CHARGE)


def _is_a_subject_of_cases(subject: LegalSubject) -> bool:
    """Whether a case can be about it, and not only touch on it: no rule of proof or procedure.

    The words of charges are too common. A case about the same charge cites its section.
    """
    return subject.kind not in {SubjectKind.PROOF, SubjectKind.CHARGE} and subject.area not in _PROCEDURE


@lru_cache(maxsize=4096)
def _keys(text: str) -> frozenset[str]:
    return telling_keys(text)


@lru_cache(maxsize=1024)
def _passage_keys(passages: tuple[str, ...]) -> frozenset[str]:
    return frozenset[str]().union(*map(telling_keys, passages))


@cache
def _row_keys(ingredient: str, status: IngredientStatus) -> frozenset[str]:
    """The words by which the tables name an ingredient and say that it is there, or that it is not."""
    row = tables().ingredients[ingredient]
    return telling_keys(f"{row.name} {row.suppose_met if status is IngredientStatus.MET else row.suppose_not}")


_OTHER_TRIBUNALS = re.compile(r"\bRailway\s+Claims\s+Tribunal\b", re.IGNORECASE)  # hears no motor claims


def _raises(subject: LegalSubject, text: str) -> bool:
    """Whether a text has the words by which the tables know a subject."""
    text = _OTHER_TRIBUNALS.sub(" ", text)
    keys = word_keys(text)
    return any(tables().pattern(words).finds(text, keys) for words in subject.words)


# The strict check: a sentence may name an ingredient or a claim only if its source states it.


def shown_name(row: Ingredient | LegalSubject) -> str:
    """The name of an ingredient or a claim as a sentence shows it: without remarks in brackets at the end."""
    return _IN_BRACKETS.sub("", row.name)


@cache
def named_law() -> re.Pattern[str]:
    """Matches a phrase that names an ingredient or a claim of the tables."""
    law = tables()
    ingredients = sorted({shown_name(row) for row in law.ingredients.values()}, key=len, reverse=True)
    claims = sorted({shown_name(subject) for subject in law.subjects.values()}, key=len, reverse=True)
    return re.compile(
        rf"(?P<status>{FACTS_FOR}|{FACTS_AGAINST}) \((?P<ingredient>{'|'.join(map(re.escape, ingredients))})\)"
        rf"|{IS_ABOUT} (?P<claim>{'|'.join(map(re.escape, claims))})(?!\w)"
    )


def unstated_law(sentence: str, source: str) -> tuple[str, ...]:
    """What a sentence says of an ingredient or a claim and its source does not say."""
    match = named_law().search(sentence)
    if match is None or _is_stated(match, source):
        return ()
    return (f"the source does not state: {match['ingredient'] or match['claim']}",)


def _is_stated(match: re.Match[str], source: str) -> bool:
    law = tables()
    if match["claim"]:
        subjects = [subject for subject in law.subjects.values() if shown_name(subject) == match["claim"]]
        return any(_raises(subject, source) for subject in subjects)
    status = IngredientStatus.MET if match["status"] == FACTS_FOR else IngredientStatus.CONTRARY
    rows = [row for row in law.ingredients.values() if shown_name(row) == match["ingredient"]]
    return any(status_in(law, row.id, source) == status for row in rows)
