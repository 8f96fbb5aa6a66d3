"""Finds the decision that a name or a citation means: found, ambiguous, not fitting, or unknown, with the reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from countercase.citator.catalogue import Catalogue, Decision, catalogue
from countercase.citator.names import Fit, name_fit
from countercase.errors import LawError
from countercase.law.citations import Citation, normalise_citation
from countercase.law.precedents.names import split_parties

YEARS_LATE = 6  # years by which a report may follow the decision
_SEEN_ENOUGH = 3  # judgments that must cite a decision alike before its page counts against a name
YEARS_EARLY = 1  # dates in the list are sometimes those of a later order


class ResolutionOutcome(StrEnum):
    """How a resolution ended."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    NAME_DOES_NOT_FIT = "name does not fit"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The decision meant, or why none is named. `candidates` are the decisions it could be."""

    match: ResolutionOutcome
    reason: str
    decision: Decision | None = None
    candidates: tuple[Decision, ...] = ()


def resolve(name: str | None, citation: str | Sequence[str] = (), known: Catalogue | None = None) -> Resolved:
    """Resolve a name, one citation as written, or several parallel ones; at least one must be given."""
    written = (citation,) if isinstance(citation, str) else tuple(citation)
    citations = tuple(normal for text in written if (normal := _normal(text)))
    return resolve_normal(name, citations, known or catalogue())


def resolve_normal(name: str | None, citations: Sequence[str], known: Catalogue) -> Resolved:
    """The same for citations in normal form."""
    cited = {normal: decisions for normal in citations if (decisions := known.by_citation(normal))}
    if cited:
        return _by_citations(name, cited)
    if name and split_parties(name):
        return _by_name(name, citations, known)
    if not citations:
        return Resolved(
            ResolutionOutcome.UNKNOWN, f"{name!r} does not name both parties" if name else "nothing was given"
        )
    return Resolved(ResolutionOutcome.UNKNOWN, f"{', '.join(citations)} is not in the catalogue")


def _by_citations(name: str | None, cited: dict[str, tuple[Decision, ...]]) -> Resolved:
    written = ", ".join(cited)
    everyone = tuple(dict.fromkeys(decision for decisions in cited.values() for decision in decisions))
    fitting = tuple(d for d in everyone if not name or name_fit(name, d.name) is not Fit.DIFFERENT)
    if name and not fitting:
        titles = "; ".join(d.name for d in everyone[:3])
        if not any(is_sure(decision) for decision in everyone):
            reason = f"{written} is known from a single reference, as {titles}"
            return Resolved(ResolutionOutcome.UNKNOWN, reason, candidates=everyone)
        return Resolved(ResolutionOutcome.NAME_DOES_NOT_FIT, f"{written} is {titles}", candidates=everyone)
    shared = tuple(d for d in fitting if all(d in decisions for decisions in cited.values()))
    if len(shared) == 1:
        return Resolved(ResolutionOutcome.FOUND, f"cited as {written}", shared[0])
    same = [d for d in fitting if name and name_fit(name, d.name) is Fit.SAME]
    if len(shared) > 1 and len(same) == 1:
        return Resolved(ResolutionOutcome.FOUND, f"cited as {written}, by that name", same[0])
    reason = f"{len(shared)} decisions carry {written}" if shared else f"{written} mean different decisions"
    return Resolved(ResolutionOutcome.AMBIGUOUS, reason, candidates=shared or fitting)


def is_sure(decision: Decision) -> bool:
    """Whether the pages of a decision come from the Court's own list or from several judgments."""
    return decision.seen >= _SEEN_ENOUGH or any(" INSC " in citation for citation in decision.citations)


def _by_name(name: str, citations: Sequence[str], known: Catalogue) -> Resolved:
    years = [year for text in citations if (year := _year(text))]
    named = known.by_name(name)
    if not named:
        return Resolved(ResolutionOutcome.UNKNOWN, f"no decision of the catalogue is named {name!r}")
    agreeing = tuple(d for d in named if all(-YEARS_EARLY <= year - d.year <= YEARS_LATE for year in years))
    if not agreeing:
        decided = ", ".join(sorted({str(d.year) for d in named}))
        return Resolved(ResolutionOutcome.UNKNOWN, f"decisions of that name are of {decided}", candidates=named)
    same = tuple(d for d in agreeing if name_fit(name, d.name) is Fit.SAME)
    chosen = same or agreeing
    if len(chosen) > 1:
        return Resolved(ResolutionOutcome.AMBIGUOUS, f"{len(chosen)} decisions have that name", candidates=chosen)
    return Resolved(ResolutionOutcome.FOUND, "the only decision of that name in the catalogue", chosen[0])


def _normal(text: str) -> str | None:
    try:
        return normalise_citation(text).normal
    except LawError:
        return None


def _year(normal: str) -> int | None:
    try:
        return normalise_citation(normal).year
    except LawError:
        return None


def is_supreme_court(citation: Citation) -> bool:
    """Whether a citation is to a report that prints decisions of the Supreme Court of India."""
    return citation.reporter in {"INSC", "SCR", "SCC", "SCALE", "AIR SCW", "SCC (Cri)", "SCC (L&S)"} or (
        citation.reporter in {"AIR", "SCC OnLine", "JT"} and citation.court == "SC"
    )
