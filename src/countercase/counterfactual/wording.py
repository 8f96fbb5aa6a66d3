"""Whether an edit reads badly: "the no laboratory", "by no notice dated", "did not fell"."""

import re

_BAD = re.compile(
    r"\b(?:a|an|the|his|her|their|its|this|that|one|two|three|four|registered|written|said|per|of|by|on|from|with|under|to"
    r"|in|at|for|into|through|between|after|before)\s+no\s(?!less|more|doubt|time|one)"
    r"|\bno\s+(?:no|not|any|the|a|an|[Dd]isproved|alleged)\b|\bnot\s+(?:not|no|any\sno)\b"
    r"|\bdid\snot\s(?:\w+ed|fell|gave|took|made|was|were|had|went|came|saw|held|struck)\b"
    r"|\b(?:a|an)\s+(?:a|an|the)\b|\bthe\s+(?:the|a|an)\b|\ba\s[aeio](?!n\b|ne?\b|uro)\w+|\bNo\s[A-Z](?:[a-z]|\.)|\b[Dd]isproved\b|\blodged\sno\s|\b(?:No|no)\s[^.;]{0,120}?\b(?:was|were|is|are|has|have|had|did)\snot\b"
    r"|\b(?:stick|lathi|pistol|knife|axe|object)\s\(|\s,|\.\.|\bby\sby\b|\bliquors?\sControl\b"
    r"|(?:without\s\w+\s)?\btrespasser\swithout\snotice"
)
_AROUND = 130


def reads_badly(old: str, new: str) -> bool:
    """Whether the changed words, with what stands beside them, have a fault that the old text had not."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    known = {match[0] for match in _BAD.finditer(old)}
    start, end = max(0, head - _AROUND), min(len(new), len(new) - tail + _AROUND)
    return any(match[0] not in known for match in _BAD.finditer(new[start:end]))
