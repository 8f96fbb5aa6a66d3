"""No pattern looks through the whole text from every position of it: that takes a minute for a long brief."""

import importlib
import pkgutil
import re

import countercase.facts
from countercase.facts.lines.topics import TOPIC_WORDS

# A look ahead to anywhere in the text that does not stand behind the anchor of the whole pattern.
_UNANCHORED = re.compile(r"(?:\A|\|)\(\?[=!]\[\\s\\S\]")


def patterns() -> dict[str, str]:
    """The patterns of the package, by module and name."""
    found = {f"topic {topic}": words.pattern for topic, words in TOPIC_WORDS.items()}
    for module in pkgutil.walk_packages(countercase.facts.__path__, "countercase.facts."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                found[f"{module.name}.{name}"] = value.pattern
    return found


def test_no_pattern_looks_ahead_through_the_text_from_everywhere() -> None:
    everywhere = patterns()
    assert len(everywhere) > 500
    assert [name for name, pattern in everywhere.items() if _UNANCHORED.search(pattern)] == []
