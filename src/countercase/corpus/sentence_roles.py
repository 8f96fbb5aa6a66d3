"""What each sentence of a judgment does, read with its surroundings: the model behind the speaker of a sentence.

A linear chain as in `countercase.corpus.roles`, with more evidence: the cues of a sentence, who it says is speaking,
the last speaker named before it, and the cues of the stretches before and after it. That is many times slower, so it
is used to explain a few judgments; sections, which every ingested judgment gets, come from the fast model.
The weights are learned by `training/sentence_roles.py`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.corpus.attribution import attributed
from countercase.corpus.roles import ROLES, SCALE, RoleModel, Scores, chain_probabilities, model_from

# Signs of what a sentence of a judgment does: each is a name and a pattern, present or absent in a sentence.


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_COURT_BELOW = (
    r"(?:(?:the\s+)?(?:learned\s+)?(?:high\s+court|trial\s+court|courts?\s+below|lower\s+courts?|sessions\s+(?:court|judge)"
    r"|(?:additional\s+|addl\.?\s+|special\s+|single\s+|district\s+|trial\s+|civil\s+|metropolitan\s+|chief\s+)*"
    r"(?:sessions\s+|judicial\s+)?(?:judge|magistrate)|(?:appellate\s+)?tribunal|division\s+bench"
    r"|(?:first\s+)?appellate\s+court|labour\s+court|commission|forum|commissioner|assessing\s+officer|collector|board))"
)
_RULED = (
    r"(?:held|found|observed|dismissed|allowed|convicted|acquitted|sentenced|confirmed|affirmed|reversed|upheld|directed"
    r"|concluded|rejected|set\s+aside|decreed|accepted|opined|disbelieved|believed|quashed|awarded|refused|granted|recorded"
    r"|came\s+to\s+the\s+conclusion|took\s+the\s+view|was\s+of\s+the\s+(?:view|opinion)|placed\s+reliance|relied)"
)
_ARGUE = (
    r"(?:submit(?:s|ted)?|contend(?:s|ed)?|argue[sd]?|urge[sd]?|canvassed|pleaded"
    r"|submission[s]?|contention[s]?|argument[s]?)"
)
_CASE_NAME = r"\b[A-Z][\w.'&-]*(?:\s+(?:[A-Z&][\w.'&-]*|of|and|the))*\s+(?:v|vs|versus)\.?\s"

CUES = {
    "argue": _any_case(rf"\b{_ARGUE}\b"),
    "counsel": _any_case(
        r"\b(?:learned\s+(?:senior\s+)?counsel|counsel|advocate|solicitor\s+general|attorney\s+general|amicus)\b"
    ),
    "mr": re.compile(r"\b(?:Mr|Shri|Sri|Ms|Smt|Dr)\b\.?"),
    "counsel_argue": _any_case(rf"\b(?:counsel|advocate|solicitor|mr|shri|sri)\b.{{0,160}}\b{_ARGUE}\b"),
    "onbehalf": _any_case(r"\bon\s+behalf\s+of\b"),
    "it_was_arg": _any_case(rf"\bit\s+(?:is|was|has\s+been|were)\s+(?:\w+\s+){{0,2}}{_ARGUE}"),
    "according_to": _any_case(
        r"\b(?:according\s+to|in\s+the\s+submission|case\s+of\s+the\s+(?:prosecution|appellant|respondent|plaintiff|defendant|accused|department|state))\b"
    ),
    "we": _any_case(r"\b(?:we|our|us)\b"),
    "we_think": _any_case(
        r"\b(?:we\s+(?:are|have|do|find|think|feel|hold|see|may|must|would|cannot|also|therefore|accordingly|see|agree|may)|in\s+our\s+(?:view|opinion|considered|judgment))\b"
    ),
    "i_think": re.compile(r"\bI\s+(?:am|have|do|find|think|hold|agree|would|cannot)\b|\bin\s+my\b"),
    "this_court": _any_case(r"\bthis\s+court\b"),
    "this_court_held": _any_case(rf"\bthis\s+(?:hon'?ble\s+)?court\b.{{0,60}}\b{_RULED}\b"),
    "cite": re.compile(r"\b(?:SCC|SCR|AIR|INSC|Indlaw|S\.C\.R|S\.C\.C|A\.I\.R|Cri\.?\s*L\.?J|ILR|All\s?ER|LR|ITR)\b"),
    "supra": _any_case(r"\bsupra\b"),
    "casename": re.compile(_CASE_NAME),
    "decision_of": _any_case(
        r"\b(?:decision|judgment|case|dictum|ratio|principle|observations?)\s+(?:of|in|laid|rendered|reported)\b"
    ),
    "constbench": _any_case(r"\b(?:constitution|full|larger|three[- ]judge|coordinate)\s+bench\b"),
    "below": _any_case(rf"\b{_COURT_BELOW}\b"),
    "highcourt": _any_case(r"\bhigh\s+court\b"),
    "trial": _any_case(r"\b(?:trial\s+court|sessions\s+(?:judge|court)|magistrate|tribunal)\b"),
    "below_ruled": _any_case(rf"\b{_COURT_BELOW}\b.{{0,80}}\b{_RULED}\b"),
    "ruled_by_below": _any_case(rf"\b{_RULED}\b.{{0,80}}\bby\s+{_COURT_BELOW}\b"),
    "ruled": _any_case(rf"\b{_RULED}\b"),
    "impugned": _any_case(r"\bimpugned\b"),
    "writ": _any_case(
        r"\b(?:writ\s+petition|review|revision|appeal|petition|application)\b.{0,60}\b(?:was|were|came\s+to\s+be|filed|preferred|moved)\b"
    ),
    "section": _any_case(r"\b(?:section|sections|article|rule|sub-?section|clause|proviso|s\.|ss\.|u/s)\b"),
    "provides": _any_case(
        r"\b(?:section|article|rule|act|clause|proviso|order)\b.{0,60}\b(?:provides?|reads?|lays?\s+down|says|states?|stipulates?|defines?|deals?|contemplates?|runs)\b"
    ),
    "reads": _any_case(r"\b(?:reads?|as\s+(?:follows|under)|thus|to\s+the\s+following\s+effect)\s*[:\-–]*\s*$"),
    "starts_section": re.compile(
        r"^\W*(?:\d+[A-Z]*\W+)?(?:Section|Article|Rule|Explanation|Proviso|Provided|Clause|Schedule|\([a-z0-9ivx]{1,4}\))"
    ),
    "provided": _any_case(r"^\W*(?:provided|explanation|notwithstanding)\b"),
    "shall": _any_case(r"\bshall\b"),
    "means": _any_case(r"\b(?:means|includes|expression)\b"),
    "date": re.compile(
        r"\b\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    ),
    "year": re.compile(r"\b(?:19|20)\d\d\b"),
    "pw": re.compile(r"\b(?:PW|P\.W|DW|Ex\.?|Ext)\b|\bP\.?W\.?\s?-?\s?\d"),
    "police": _any_case(
        r"\b(?:police|FIR|F\.I\.R|lodged|arrested|investigation|charge-?sheet|post-?mortem|seized|recovered)\b"
    ),
    "order_disp": _any_case(
        r"\b(?:appeals?|petitions?|writ|applications?)\b.{0,80}\b(?:is|are|stands?|stand|be|shall\s+stand|must)\b.{0,30}\b(?:allowed|dismissed|disposed|rejected|fails?|succeeds?)\b"
    ),
    "we_order": _any_case(
        r"\bwe\s+(?:\w+\s+){0,3}(?:allow|dismiss|set\s+aside|quash|direct|remit|uphold|affirm|confirm|restore|acquit|order)\b"
    ),
    "costs": _any_case(r"\bcosts?\b"),
    "setaside": _any_case(r"\bset\s+aside\b"),
    "leave": _any_case(r"^\W*(?:leave\s+granted|heard)\b"),
    "question": _any_case(
        r"\b(?:question|issue|point|controversy)s?\b.{0,80}\b(?:whether|arises?|consideration|determin)"
    ),
    "whether": _any_case(r"\bwhether\b"),
    "settled": _any_case(r"\b(?:settled|trite|well[- ]known|well\s+established|elementary|axiomatic)\b"),
    "therefore": _any_case(r"\b(?:therefore|thus|hence|accordingly|consequently|in\s+the\s+result|in\s+view\s+of)\b"),
    "present_case": _any_case(
        r"\b(?:present|instant)\s+(?:case|matter|appeal)|\bcase\s+(?:at|in)\s+hand\b|\bin\s+this\s+case\b"
    ),
    "heldthat": _any_case(r"\b(?:held|observed|opined|said|ruled)\b.{0,20}\b(?:that|as|thus|:)"),
    "reliance": _any_case(r"\b(?:relied?|reliance|relying|referred|reference|drew\s+(?:our\s+)?attention|invited)\b"),
    "appellant": _any_case(r"\bappellants?\b|\bpetitioners?\b"),
    "respondent": _any_case(r"\brespondents?\b"),
    "quote": re.compile(r"[\"“”]"),
    "qopen": re.compile(r"^\W*[\"“'‘]"),
    "qclose": re.compile(r"[\"”'’]\W*$"),
    "ellipsis": re.compile(r"\.\.\.|…|\* \*"),
    "colon": re.compile(r"[:\-–]\s*$"),
    "para": _any_case(r"\b(?:para|paragraph|paras|page)\b"),
    "numstart": re.compile(r"^\W*\d+[.)]"),
    "tense_past_perf": _any_case(r"\bhad\s+\w+(?:ed|en|n|t)\b"),
    "may_must": _any_case(r"\b(?:must|cannot|may|would|should|could)\b"),
    "is_are": _any_case(r"\b(?:is|are|has|have)\b"),
    "was_were": _any_case(r"\b(?:was|were|had)\b"),
    "further": _any_case(
        r"^\W*(?:he|she|they|it)\s+(?:further|also|then|next)\b|^\W*(?:further|also|lastly|next|secondly|thirdly|alternatively)\b"
    ),
    "short": re.compile(r"^.{0,25}$"),
}
NAMES = tuple(CUES)


def cue_table(sentences: Sequence[str]) -> NDArray[np.bool_]:
    """A row per sentence, a column per cue."""
    rows = [[pattern.search(sentence) is not None for pattern in CUES.values()] for sentence in sentences]
    return np.array(rows, bool).reshape(len(sentences), len(CUES))


WEIGHTS = "sentence_roles.json"
# Stretches around a sentence, in sentences from it: first, and one past the last.
STRETCHES = {"p4": (-4, -1), "p12": (-12, -4), "n4": (2, 5), "n12": (5, 13)}
STRETCH_CUES = tuple(
    """argue counsel_argue it_was_arg we we_think i_think this_court_held cite supra casename decision_of
    constbench below below_ruled impugned section provides reads starts_section shall date pw police
    order_disp leave question therefore present_case heldthat reliance appellant respondent quote qopen colon
    may_must""".split()
)
SHARES = ("we", "counsel_argue", "cite")  # cues whose share of all sentences before and after is a feature
_DISTANCES = ((2, "1"), (4, "3"), (8, "7"), (16, "15"))


def context_features(sentences: Sequence[str]) -> list[dict[str, float]]:
    """The features of each sentence beyond its words: name -> value."""
    cues = cue_table(sentences)
    rows: list[dict[str, float]] = [
        {f"c:{NAMES[cue]}": 1.0 for cue in np.flatnonzero(present).tolist()} for present in cues
    ]
    _add_speakers(rows, sentences)
    _add_stretches(rows, cues)
    return rows


def _add_speakers(rows: list[dict[str, float]], sentences: Sequence[str]) -> None:
    """Who the sentence and its neighbours say is speaking, and who spoke last before it."""
    voices = [attributed(sentence) for sentence in sentences]
    last, at = "", 0
    for index, row in enumerate(rows):
        for shift, name in ((0, "v"), (-1, "v-1"), (1, "v+1")):
            near = voices[index + shift] if 0 <= index + shift < len(voices) else None
            if near is not None:
                row[f"{name}:{near.speaker}"] = 1.0
        if last:
            far = next((name for limit, name in _DISTANCES if index - at < limit), "far")
            row[f"L:{last}:{far}"] = 1.0
        voice = voices[index]
        if voice is not None:
            last, at = str(voice.speaker), index


def _add_stretches(rows: list[dict[str, float]], cues: NDArray[np.bool_]) -> None:
    """How often cues occur in the stretches before and after a sentence, by running totals."""
    count = len(rows)
    totals: Scores = np.vstack((np.zeros((1, cues.shape[1])), np.cumsum(cues, axis=0))).astype(np.float64)
    columns = [NAMES.index(name) for name in STRETCH_CUES]
    indices = np.arange(count)
    for stretch, (first, end) in STRETCHES.items():
        low, high = np.clip(indices + first, 0, count), np.clip(indices + end, 0, count)
        counts: Scores = np.subtract(totals[high], totals[low])
        share = counts[:, columns] / np.maximum(high - low, 1)[:, None]
        for index, column in np.argwhere(share > 0).tolist():
            rows[index][f"{stretch}:{STRETCH_CUES[column]}"] = min(1.0, 2 * float(share[index, column]))
    for name in SHARES:
        column = NAMES.index(name)
        before = totals[:-1, column] / np.maximum(indices, 1)
        after = (totals[-1, column] - totals[1:, column]) / np.maximum(count - 1 - indices, 1)
        for index, row in enumerate(rows):
            row[f"sofar:{name}"], row[f"rest:{name}"] = float(before[index]), float(after[index])


@dataclass(frozen=True, slots=True)
class SentenceRoles:
    """The word model, with its factors for rare roles, and the weight of each context feature."""

    words: RoleModel
    context: Mapping[str, Scores]

    def probabilities(self, sentences: Sequence[str]) -> Scores:
        """How likely each role is for each sentence, given all sentences of the judgment in order."""
        if not sentences:
            return np.zeros((0, len(ROLES)))
        scores = self.words.scores(sentences)
        for index, row in enumerate(context_features(sentences)):
            for name, value in row.items():
                weight = self.context.get(name)
                if weight is not None:
                    scores[index] += value * weight
        return chain_probabilities(scores, self.words.transitions, self.words.start)

    def label(self, sentences: Sequence[str]) -> list[str]:
        """A role for each sentence; rare roles are favoured, since all roles count equally."""
        likely = self.probabilities(sentences) * self.words.priors
        return [ROLES[best] for best in likely.argmax(axis=1)]


@cache
def load_sentence_roles() -> SentenceRoles:
    """The model that comes with the package."""
    stored = resources.files("countercase.corpus").joinpath("data", WEIGHTS).read_text(encoding="utf-8")
    return sentence_roles_from(json.loads(stored))


def sentence_roles_from(stored: dict[str, Any]) -> SentenceRoles:
    """The model of a weights file."""
    context = {name: np.array(row) / SCALE for name, row in stored["context"].items()}
    return SentenceRoles(model_from(stored), context)
