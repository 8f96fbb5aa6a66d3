"""How long each reader takes over 200,000 characters of one repeated mention, and how that grows with the length.

A judgment that repeats itself, or a paste gone wrong, must not hold up the page: no reader may be worse than linear.
Seconds are of the processor, so that a busy machine does not count. Run: python -m benchmarks.readers
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

from benchmarks.record import write_result
from countercase.facts.checklist import read_checklist
from countercase.facts.extract import extract_facts
from countercase.facts.timeline import read_timeline
from countercase.law.citations import find_citations
from countercase.law.precedents import find_precedents
from countercase.law.provisions import find_provisions
from countercase.law.quantities import find_quantities
from countercase.text.sentences import split_sentences

LENGTH = 200_000
ALLOWED = 2.0  # seconds for each reader; the checklist is the facts and every reader of lines and ingredients
MENTIONS = (
    "aged 17 ", "17 years old, ", "He was 17 years old. ", "Section 302 IPC, ", "Article 21 of the Constitution, ",
    "Sections 302, 304, 306 and 307 of the Indian Penal Code. ", "Order XXXIX Rule 1 CPC ", "s. ", "Section ",
    "302/34 ", "(2010) 5 SCC 600 ", "AIR 1973 SC 1461, ", "2023 INSC 123 ", "Ram v. State of Bihar, ", "v. ",
    "on 4 May 2010 ", "4.5.2010 ", "No. 1 of 2010 ", "Rs. 5,00,000 ", "five lakh rupees ", "ninety nine thousand ",
    "2 kg of ganja ", "after 45 days ", "18% ", "the accused Ram ", "there was no eyewitness, ", "dying declaration ",
    "knife ", "not ", "and ", "of the ", "1,", "1.", "(", '"', "\n", "\n\n1. ", " ", ";", "—", "'", "twenty-", "RAM ",
    "Ram ", "a", "1234567890", "अभियुक्त की आयु 17 वर्ष है। ", "धारा 302 ", "notice dated 4 May 2010 was served ",
    "the cheque was dishonoured ", "he said that ", "if he had ", "whether ", "[", "Rs.", "the High Court held that ",
)  # fmt: skip
READERS: dict[str, Callable[[str], object]] = {
    "facts": extract_facts,
    "provisions": find_provisions,
    "citations": find_citations,
    "precedents": find_precedents,
    "quantities": find_quantities,
    "timeline": read_timeline,
    "checklist": lambda text: read_checklist(extract_facts(text)),
    "sentences": split_sentences,
}


def seconds(reader: Callable[[str], object], mention: str, length: int) -> float:
    """Processor time for this many characters of a mention."""
    text = (mention * (length // len(mention) + 1))[:length]
    started = time.process_time()
    reader(text)
    return time.process_time() - started


def measure(length: int = LENGTH, readers: tuple[str, ...] = tuple(READERS)) -> dict[str, Any]:
    """For each reader the slowest mention, its seconds, and the seconds of a quarter of the length."""
    rows: dict[str, Any] = {}
    for name in readers:
        READERS[name]("The accused, aged 17, was charged under Section 302 IPC on 4 May 2010.")  # tables are read once
        times = {}
        for mention in MENTIONS:
            times[mention] = seconds(READERS[name], mention, length)
            print(f"{name:11} {times[mention]:7.2f} s  {mention[:30]!r}", flush=True)
        slowest = sorted(times, key=lambda mention: -times[mention])[:5]
        rows[name] = [
            {
                "mention": mention,
                "seconds": round(times[mention], 3),
                "quarter": round(seconds(READERS[name], mention, length // 4), 3),
            }
            for mention in slowest
        ]
    worst = max((row["seconds"] for slow in rows.values() for row in slow), default=0.0)
    return {"length": length, "allowed_seconds": ALLOWED, "worst_seconds": worst, "slowest": rows}


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--length", type=int, default=LENGTH)
    options.add_argument("--reader", action="append", choices=sorted(READERS))
    options.add_argument("--no-record", action="store_true", help="print only")
    given = options.parse_args()
    result = measure(given.length, tuple(given.reader or READERS))
    if not given.no_record:
        write_result("readers", result)
