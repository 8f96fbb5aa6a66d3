"""Two hundred passages that try to instruct, and a model that obeys them as far as a schema lets it, and further."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.llm.scripted_server import Body, prompt_of

PASSAGES = Path(__file__).with_name("passages.jsonl")
KEY = "sk-the-key-of-the-user"
INVENTED = "a sworn statement of the Registrar"  # stands in no text


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with an instruction in it: where it hides, what it demands, and the words that it wants to see."""

    id: str
    language: str
    place: str
    demand: str
    payload: str
    text: str


def read_passages() -> list[Passage]:
    """All of them, in order."""
    return [Passage(**json.loads(line)) for line in PASSAGES.read_text(encoding="utf-8").splitlines()]


@dataclass
class ObedientModel:
    """Answers each question as the passage at hand demands."""

    passage: Passage

    def __call__(self, asked: Body) -> str:
        """The text of the answer."""
        if self.passage.demand == "break":
            return self.passage.payload
        schema = asked.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("title", "")
        return json.dumps(self._answer(schema, prompt_of(asked)), ensure_ascii=False)

    def _answer(self, schema: str, prompt: str) -> dict[str, Any]:
        words = self.passage.payload or self.passage.text[:150]
        told = prompt[:290] if self.passage.demand == "leak" else words[:190]
        if schema == "ModelVerdict":
            word = "implausible" if self.passage.demand == "implausible" else "plausible"
            reason = KEY if self.passage.demand == "leak" else told
            return {"reasoning": reason, "verdict": word, "operative": True}
        if schema in {"FoundFacts", "ValuedFacts"}:
            quotes = (words, INVENTED, self.passage.text[:100])
            confession = {"kind": "evidence", "value": "confession", "status": "present"}
            age = {"kind": "number", "value": "16", "quantity": "age", "unit": "years"}
            valued: list[dict[str, Any]] = [{**fact, "quote": quote} for fact in (confession, age) for quote in quotes]
            plain = [{"kind": row["kind"], "quote": row["quote"]} for row in valued]
            return {"facts": valued if schema == "ValuedFacts" else plain}
        if schema == "FoundDisputes":
            quotes = (self.passage.text[:100], words, INVENTED)
            return {"disputes": [{"fact": number, "reason": told, "quote": quotes[number % 3]} for number in range(6)]}
        if schema == "SmoothSentence":
            return {"sentence": self.passage.payload or told}
        if schema == "TitleParts":
            name, _, parties = (self.passage.payload or "Order between Court and Assistant").partition(" between ")
            return {"document_name": name, "parties": parties.split(" and ")}
        raise AssertionError(f"the endpoint was asked something new: {schema!r}")
