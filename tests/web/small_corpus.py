"""A workspace of a few cases, made on the spot and searched by words alone; one of them tries to run a script."""

import hashlib
from datetime import date
from pathlib import Path

from tests.corpus.written_pdf import lines, text_pdf

from countercase.app import App
from countercase.corpus.read import PageSpan, fingerprint
from countercase.corpus.sections import chunk_case
from countercase.corpus.store import Store
from countercase.domain.case import Case, CaseId, CitedCase, Outcome, Paragraph, PrintedTreatment, SectionType
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.settings import Settings, load_settings
from countercase.workspaces import Workspace

PDF_CASE = "dry-well"
ENCODER = Path(__file__).parents[1] / "models" / "tiny_encoder"
STABBING = (
    "The accused, aged 17 years, stabbed his cousin with a knife in a sudden quarrel over water. A dying declaration "
    "was recorded by a Magistrate. There was one eyewitness. He is charged under Section 302 of the Indian Penal Code."
)
PROVISIONS = {Provision.parse("IPC-302"): 1, Provision.parse("Constitution-Article-21"): 1}
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
CASES = {
    "knife-in-quarrel": "The accused stabbed the deceased with a knife in a sudden quarrel. Section 302 of the Indian "
    "Penal Code was reduced to Section 304.",
    "dying-words": "The conviction rested on a dying declaration recorded by a Magistrate after the wife was burnt.",
    "young-accused": "The accused, a juvenile aged 16 years, stabbed his neighbour; a school register decided.",
    "hostile-witness": "The only eyewitness turned hostile and the knife was recovered from a field.",
    "cheque-returned": "A cheque was returned unpaid; a notice under Section 138 of the NI Act went out.",
    "water-dispute": "Two brothers quarrelled over a share of water from a canal; one struck the other with a lathi.",
    "charas-on-bus": "Charas of 1.2 kg was found in a bag on a bus; Section 50 of the NDPS Act was not followed.",
    "gun-at-wedding": "A guest fired a pistol at a wedding and a bystander died; no motive and no enmity was shown.",
    "bad-markup": f"A quarrel over water led to a stabbing with a knife. {HOSTILE} The dying declaration was true.",
    "burnt-shop": "The tenant's shop was burnt at night; the landlord had threatened eviction for arrears of rent.",
    "late-report": "The FIR of a stabbing was lodged after five hours; the cousin of the deceased was a witness.",
    "blow-with-stone": "A single blow with a stone in a sudden fight, without plan, caused the death of a neighbour.",
    "old-enmity": "Old enmity over land was the motive; the deceased was stabbed in his field by three cousins.",
}  # fmt: skip


def make_app(folder: Path) -> App:
    """The app over these cases, indexed."""
    settings = small_settings()
    with Workspace(folder).create() as store:
        for number, (name, text) in enumerate(CASES.items()):
            case = _case(name, text, number)
            store.put(case, chunk_case(case, settings.chunks), name, hashlib.sha256(text.encode()).hexdigest())
        _put_pdf(store, folder, settings)
        store.resolve_links()
    app = App(folder, settings)
    app.index.build()
    return app


def pdf_of(folder: Path) -> Path:
    """Where the PDF lies that one of the cases was read from."""
    return folder / "originals" / f"{PDF_CASE}.pdf"


def _put_pdf(store: Store, folder: Path, settings: Settings) -> None:
    pages = ["The appeal is about a well that ran dry.", "The second page holds that the well belongs to all."]
    path = pdf_of(folder)
    path.parent.mkdir()
    path.write_bytes(text_pdf([lines([page]) for page in pages]))
    text = "\n".join(pages)
    spans = (PageSpan(1, 0, len(pages[0])), PageSpan(2, len(pages[0]) + 1, len(text)))
    paragraphs = tuple(Paragraph(Span(one.start, one.end), SectionType.FACTS, None, one.number) for one in spans)
    case = Case(CaseId(PDF_CASE), text, "Well Owners v. Village", decided=date(2015, 4, 1), paragraphs=paragraphs)
    sha = fingerprint(path.read_bytes())
    store.put(case, chunk_case(case, settings.chunks), str(path), sha, spans)


def small_settings() -> Settings:
    """A tiny encoder, and searches by words alone."""
    flags = {"models.encoder": str(ENCODER), "retrieval.plan": "bm25_only", "counterfactual.max_children": 4}
    return load_settings(environment={}, flags=flags)


def _case(name: str, text: str, number: int) -> Case:
    cited = CitedCase("Knife In Quarrel v. State", ("(1999) 1 SCC 1",), PrintedTreatment.FOLLOWED)
    return Case(
        id=CaseId(name),
        text=text,
        name=f"{name.replace('-', ' ').title()} v. State",
        decided=date(1999 + number, 3, 1),
        bench=("A", "B"),
        citations=(f"({1999 + number}) 1 SCC {number + 1}",),
        provisions=PROVISIONS if "302" in text else {},
        outcome=Outcome.DISMISSED if number % 2 else Outcome.ALLOWED,
        cites=(cited,) if name == "young-accused" else (),
        paragraphs=(Paragraph(Span(0, len(text)), SectionType.FACTS, "1", 1),),
        source=f"{name}.txt",
    )
