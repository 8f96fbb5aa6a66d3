"""Titles from a language model. Parties and words must occur in the contract; otherwise rules make the title."""

import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

from pydantic import Field

from countercase.cuad.titles import Ask, create_title, is_a_name, is_document_name, tidy
from countercase.errors import Abstained, AnswerRefused, BudgetSpent, EndpointError, EndpointSilent, SchemaNotHeld
from countercase.llm.model import AnswerSchema, LanguageModel, excerpt, load_prompt

PROMPT = ("countercase.cuad", "title.v1.md")
SILENCES = 5  # contracts in a row without an answer, after which the endpoint counts as down
_EXHIBIT = re.compile(r"^exhibit\s+[\w.()-]*\d[\w.()-]*\s+", re.IGNORECASE)
_WORD = re.compile(r"\w+")
# Of the parties that CUAD's annotators name, 94 % stand after one of these; of 50 addresses none did.
_BEFORE_PARTY = re.compile(
    r"""(?:\b(?:between|among|amongst|and|by|with|behalf\ of)\b[\s:,]*(?:the\s+)?(?:\(?\w{1,3}[.)]\s*)?
        |[:;"“(&]\s*|[\n\f]\s*|\s{3,}|\A)[\s"“]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)


class TitleParts(AnswerSchema):
    """What the model answers."""

    document_name: str
    parties: list[str] = Field(max_length=8)


def ask_title(model: LanguageModel, text: str) -> str:
    """The title that a model gives a contract; AnswerRefused where it names what the contract does not."""
    data = {"contract": excerpt(text, 0, model.context_characters)}
    return model.ask(load_prompt(*PROMPT), data, TitleParts, lambda answer: checked_title(answer, text))


def checked_title(answer: TitleParts, text: str) -> str:
    """The title from its parts, each checked against the contract."""
    name = _EXHIBIT.sub("", " ".join(answer.document_name.split()))
    parties = [" ".join(party.split()) for party in answer.parties]
    if not is_document_name(name) or not stands_in(name, text):
        raise AnswerRefused(f"{name[:80]!r} is not what this contract is called.")
    if not parties:
        raise AnswerRefused("The model named no party.")
    for party in parties:
        if not is_a_name(party) or not stands_as_party(party, text):
            raise AnswerRefused(f"{party[:80]!r} is no party that the contract names.")
    return f"{tidy(name)} between {' and '.join(dict.fromkeys(parties[:2]))}"


def stands_in(name: str, text: str) -> bool:
    """Whether the words of the name occur in the text side by side; case, commas and spaces are ignored."""
    return next(_places(name, text), None) is not None


def stands_as_party(name: str, text: str) -> bool:
    """Whether the name occurs where a party would: after "between" or "and", or at the start of a line."""
    return any(_BEFORE_PARTY.search(text, max(0, place - 40), place) for place in _places(name, text))


def _places(name: str, text: str) -> Iterator[int]:
    words = _WORD.findall(name)
    side_by_side = r"\W+".join(re.escape(word) for word in words)
    return (found.start() for found in re.finditer(rf"\b{side_by_side}\b", text, re.IGNORECASE)) if words else iter(())


class AskedTitles:
    """Titles for all contracts, several at a time; `by_rules` says why a contract's title is not the model's."""

    def __init__(self, ask: Ask, workers: int = 2) -> None:
        self._ask = ask
        self._workers = workers
        self._silences = 0
        self.by_rules: dict[str, str] = {}

    def __call__(self, texts: Mapping[str, str]) -> dict[str, str]:
        """The titles by file name; an endpoint that is wrong or down is an error, not five hundred titles by rules."""
        workers = ThreadPoolExecutor(self._workers)
        try:
            return dict(zip(texts, workers.map(self._title, texts.keys(), texts.values()), strict=True))
        finally:
            workers.shutdown(cancel_futures=True)

    def _title(self, filename: str, text: str) -> str:
        try:
            title = create_title(filename, text, self._ask)
        except EndpointSilent as error:
            self._silences += 1
            if self._silences >= SILENCES:
                raise EndpointError(f"{error} {SILENCES} contracts in a row: giving up. Use --titles rules.") from None
            self.by_rules[filename] = str(error)
        except (AnswerRefused, Abstained, SchemaNotHeld, BudgetSpent) as error:
            self.by_rules[filename] = str(error)
        else:
            self._silences = 0
            return title
        return create_title(filename, text)
