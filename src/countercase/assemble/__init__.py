"""Settings in, ready objects out: the only place that wires one package to another.

app = open_app(workspace=None)          # None: the built-in corpus
for precedent in app.search("The accused, aged 17, stabbed his cousin."):
    print(precedent.rank, app.case(precedent.case_id).name)
"""

from pathlib import Path

from countercase.assemble.builtin import builtin_workspace
from countercase.assemble.opened import language_model
from countercase.assemble.what_ifs import WhatIfs
from countercase.outbound import check_endpoints
from countercase.settings import Settings, load_settings

__all__ = ["App", "language_model", "open_app"]


class App(WhatIfs):
    """A workspace with everything that can be done with it: cases, search, explanations, what-ifs."""


def open_app(workspace: Path | None = None, settings: Settings | None = None) -> App:
    """The product over a workspace; without one, over the built-in corpus."""
    settings = load_settings() if settings is None else settings
    check_endpoints(settings)
    return App(builtin_workspace(settings) if workspace is None else workspace, settings, workspace is None)
