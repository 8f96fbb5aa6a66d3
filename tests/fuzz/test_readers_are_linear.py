"""No reader is worse than linear: eight times the text takes about eight times the work, whatever is repeated.

Work is processor time of this process, and only a ratio of two sizes is judged: a quadratic reader has 64, not 8.
"""

import pytest
from benchmarks.readers import MENTIONS, READERS, seconds

SHORT, LONG = 3_000, 24_000
WORST = 28  # times the work for eight times the text
UNMEASURABLE = 0.03  # seconds; below that the clock is coarser than the work


@pytest.mark.parametrize("name", sorted(READERS))
def test_eight_times_the_text_is_no_quadratic_work(name: str) -> None:
    reader = READERS[name]
    reader("The accused, aged 17, was charged under Section 302 IPC on 4 May 2010.")  # tables are read once
    slow = {}
    for mention in MENTIONS:
        long = seconds(reader, mention, LONG)
        if long <= UNMEASURABLE:
            continue
        short = min(seconds(reader, mention, SHORT + extra) for extra in (0, 1))
        if long > WORST * short:  # once more: another process may have had the caches
            long = min(long, seconds(reader, mention, LONG + 1))
        if long > WORST * short:
            slow[mention] = round(long / short, 1)
    assert slow == {}
