"""Reverses a clause with the fewest words: "no certificate was produced" becomes "a certificate was produced".

There are three reversals: a denial is withdrawn (`affirmations`), a statement is denied (`denials`), a dispute is
settled (`settled`). Each gives plain English or nothing. The caller must read the new text again.
"""

import re
from collections.abc import Collection, Iterator

from countercase.text.words import article, capitalised

_NEGATIONS = re.compile(
    r"\b(?:no|not|never|without|nor|neither|none|nobody|nothing|nowhere|cannot|hardly|fail\w*|refus\w*|lack\w*|absence)\b"
    r"|\w+n['’]t\b",
    re.IGNORECASE,
)
# Words that occur only in a negative clause, or that tie a clause to its neighbours.
_ONLY_IN_NEGATIVE = re.compile(
    r"\b(?:any|anyone|anybody|anything|ever|yet|either|at all|nor|until|till|whatever|even|except|save|other than"
    r"|beyond|more than|but|then or later|so far)\b",
    re.IGNORECASE,
)
_AT_ANY = re.compile(
    r",?\s+(?:at any (?:stage|time|point)(?: of the trial)?|then or later|at all|whatsoever|so far|till date)\b"
)
_AUX_NOT = re.compile(
    r"\b(?P<aux>was|were|is|are|has|have|had|could|would|can|will)\s+(?:not|never)\s+(?!only\b|merely\b)", re.IGNORECASE
)
_DO_NOT = re.compile(r"\b(?P<aux>did|does|do)\s+not\s+(?P<verb>[a-z]+)\b", re.IGNORECASE)
_NEVER = re.compile(r"\bnever\s+(?P<verb>[a-z]+)\b", re.IGNORECASE)
_FAILED = re.compile(r"\b(?P<aux>failed|fails|fail)\s+to\s+(?P<verb>[a-z]+)\b", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\A(?P<no>No|no)\s+(?P<rest>(?P<first>[\w'-]+).*?\s(?P<verb>was|were|is|are|has|have)\s)", re.DOTALL
)
_NO_ACTOR = re.compile(
    r"\A(?P<no>No|no)\s+(?P<rest>(?P<first>witness|court|doctor|outsider|officer|expert|panch|neighbour|villager|person"
    r"|magistrate|psychologist)\s(?P<verb>[a-z]+)\b)",
    re.IGNORECASE,
)
_NO_OBJECT = re.compile(
    r"\b(?P<verb>has|have|had|gave|gives|bears|bore|made|makes|contains|contained|mentions|mentioned|offered|took|filed|found"
    r"|produced|recorded|there (?:was|is|were|are))\sno\s(?P<noun>[a-z][\w-]*)\b"
)
# "No certificate for fifteen months": with "a" this would say how long the certificate was valid.
_FOR_A_PERIOD = re.compile(r"\bfor\s[\w-]+\s(?:days|weeks|months|years)\b")
# Nouns that take no "a": "no sanction was obtained" becomes "sanction was obtained".
_UNCOUNTED = frozenset("sanction evidence consent permission approval light part proof notice blood semen".split())
_AUX = re.compile(
    r"\b(?P<aux>was|were|is|are|has been|have been|had been)\s+"
    r"(?!(?:said|alleged|claimed|stated|reported|supposed|believed|understood|not|never)\b)(?=[a-z])",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"(?!seven\b|eleven\b|ten\b|often\b)(?:\w+(?:ed|en|wn|ung)|made|held|sent|put|given|taken|found|done|told|kept|paid|brought|heard|read|fit|conscious"
    r"|present|sufficient|available|pending|valid|competent|produced|served|admissible|reliable|natural|voluntary)\b"
)
_AFTER_AUX = re.compile(
    r"\s(?:and|or|but)\s|,|;|\b(?:only|also|already|both|each|every|some|still|merely|all)\b", re.IGNORECASE
)
_SUBORDINATE = re.compile(r"\b(?:that|who|which|when|if|because|where|while|whether)\b", re.IGNORECASE)
_TIME_CLAUSE = re.compile(r"\b(?:after|before|until|till|since|when|while)\b", re.IGNORECASE)
_PAST = {
    "hear": "heard", "see": "saw", "give": "gave", "take": "took", "make": "made", "say": "said", "tell": "told",
    "hold": "held", "come": "came", "go": "went", "find": "found", "know": "knew", "get": "got", "speak": "spoke",
    "send": "sent", "pay": "paid", "put": "put", "bring": "brought", "run": "ran", "stand": "stood", "lie": "lay",
    "have": "had", "do": "did", "be": "was", "write": "wrote", "keep": "kept", "leave": "left", "meet": "met",
    "read": "read", "show": "showed", "bear": "bore", "begin": "began", "draw": "drew", "lay": "laid", "sell": "sold",
    "strike": "struck", "break": "broke", "fall": "fell", "fight": "fought", "beat": "beat", "drive": "drove",
    "set": "set", "lend": "lent", "buy": "bought", "hit": "hit", "throw": "threw", "steal": "stole", "hide": "hid",
    "refer": "referred", "occur": "occurred", "incur": "incurred", "prefer": "preferred", "admit": "admitted",
    "commit": "committed", "submit": "submitted", "permit": "permitted", "stab": "stabbed", "stop": "stopped",
    "drop": "dropped", "plan": "planned", "rob": "robbed", "grab": "grabbed", "beg": "begged",
}  # fmt: skip
_REGULAR = (
    "abscond abuse accept accompany admit advance agree allow annex answer appear apply approve arrest ask assault"
    " assess assist attack attend attest aver bail call carry cause certify charge claim collect complain complete"
    " comply conduct confess confirm connect consent consider consult contain contract contribute convey cook"
    " corroborate cross-examine cultivate deliver demand deny depend depose deposit describe detain die direct disclose"
    " dismiss dispose dispatch divert draw encash endorse enquire enter entice entrust establish examine exclude"
    " execute exhibit explain extend fabricate file find fire follow force forge forward furnish grant handle harass"
    " hear hurt identify implicate inform injure inspect instigate instruct insure intend invest investigate invoke"
    " involve issue join kill knock last level listen load lock lodge mark marry match measure mention mix move name"
    " need negotiate note notice notify object observe obtain offer open operate order oppose overtake own pass perform"
    " permit place plead pledge point possess post pour present press prevent produce promise prove provide provoke"
    " publish punch purchase pursue push question quarrel raise reach realise receive record recover reduce refuse"
    " register reject relate rely remain remove renew repay reply report represent request require rescue resist"
    " resign respond return reveal revoke sanction seal search secure seize separate serve settle share shift shoot"
    " shout sign slap snatch squeeze start state stay submit suffer suggest summon supply support surrender suspend"
    " sustain talk tally tamper tender test testify thrash threaten tie touch trace transfer travel treat trespass try"
    " use utter vacate verify visit wait walk want warn weigh witness work wound yield"
).split()
_PARTICIPLE = {
    "given": "gave", "taken": "took", "gone": "went", "seen": "saw", "done": "did", "known": "knew", "written": "wrote",
    "spoken": "spoke", "driven": "drove", "beaten": "beat", "thrown": "threw", "shown": "showed", "fallen": "fell",
    "begun": "began", "drunk": "drank", "broken": "broke", "come": "came", "run": "ran", "become": "became",
    "stolen": "stole", "borne": "bore", "hidden": "hid", "drawn": "drew",
}  # fmt: skip
# Pairs of opposites as briefs use them: left is against, right is for.
_OPPOSITES = (
    (r"turned hostile", "supported the prosecution"),
    (r"(?:was|has been) declared hostile", "supported the prosecution"),
    (r"(?:were|have been) declared hostile", "supported the prosecution"),
    (r"(?:is|was) (?:still )?awaited", "has been received"),
    (r"(?:was|is) inconclusive", "was conclusive"),
    (r"(?:was|is) unregistered", "was registered"),
    (r"(?:was|is) unsigned", "was signed"),
    (r"(?:was|were) unexplained", "was explained"),
    (r"(?:was|were) unconscious", "was conscious"),
    (r"(?:was|is) unfit", "was fit"),
    (r"(?:was|is) invalid", "was valid"),
    (r"(?:remains?|is|was) unproved", "was proved"),
)
_DISPUTES = {
    "denies": "admits", "denied": "admitted", "deny": "admit", "disputes": "admits", "disputed": "admitted",
    "dispute": "admit", "disputing": "admitting", "denying": "admitting",
}  # fmt: skip
_DISPUTE = re.compile(
    rf"(?<!\bnot )(?<!\bnever )\b(?:{'|'.join(_DISPUTES)})\b"
    r"(?!\s(?:bail|any|every|the\s(?:application|prayer|petition)))"
)
_WITNESS = r"(?:PW|DW|CW)[-\s]?\d+"
_SPEAKER = (
    r"(?:(?:The|Our|His|Her|the|his|her|our)\s)?(?:(?:first|second|third|other|elder|younger|original|petitioner|respondent)\s)?(?:prosecution|defence|complainant|plaintiff|defendant|insurer|client|petitioner|respondent"
    r"|appellant|accused|applicant|informant|State|wife|husband|father|mother|brother|sister|widow|prosecutrix|child|victim"
    rf"|landlord|tenant|driver|claimants?|detenu|management|employer|workman|department|{_WITNESS}|[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)"
    rf"(?:\s?\({_WITNESS}\)|,?\s{_WITNESS},?|,\s[^,.;]{{2,40}},)?"
)
_SAYS = (
    r"(?:also\s)?(?:says?|said|states?|stated|alleges?|alleged|claims?|claimed|pleads?|pleaded|deposes?|deposed|contends?"
    r"|contended|testifies|testified|insists?|swears|swore)(?:\sin\s[Cc]ourt)?\sthat\s"
)
_ATTRIBUTED = re.compile(rf"(?P<speaker>{_SPEAKER})\s{_SAYS}(?=[A-Za-z])")
_IT_IS_SAID = re.compile(r"\b(?:It|it)\sis\s(?:said|alleged|claimed|stated)\sthat\s(?=[A-Za-z])")
_ACCORDING = re.compile(
    rf"\b[Aa]ccording\sto\s{_SPEAKER},?\s|,\saccording\sto\s{_SPEAKER}(?=[.,;]|\Z)|,\sas\salleged(?=[.,;]|\Z)"
)
_SAID_TO_HAVE = re.compile(
    r"\b(?P<aux>is|are|was|were)\s(?:said|alleged|stated|claimed|reported)\sto\shave\s(?P<been>been\s)?(?P<verb>[a-z]+)\b"
)
_ALLEGED = re.compile(r"\b(?P<article>[Aa]n?|[Tt]he)\salleged\s(?P<noun>[a-z])")
_INSTITUTION = re.compile(r"\b(?:prosecution|defence|insurer|State|management|employer|department)\b")
_REJECTED = re.compile(r"\b(?:reject|disbeliev|discard|overrul|repeat)\w*", re.IGNORECASE)
_ALLEGEDLY = re.compile(r"\b(?:allegedly|purportedly|reportedly)\s")
_SHOWS_NO = re.compile(
    r"\b(?P<verb>shows?|showed|found|finds?|reveals?|revealed|discloses?|disclosed|bears?|bore|notes?|noted|gives?|gave)\san?\s"
)
_A_SUBJECT = re.compile(r"\A(?P<article>An?|an?)\s(?P<noun>[a-z][\w-]*)\s(?P<verb>[a-z]+)\b")
_PERSON = re.compile(
    r"(?:(?:The|the|His|his|Her|her|Our|our|One|one|A|a)\s(?:[\w-]+\s)?(?:accused|appellant|complainant|doctor|expert|witness|panch|police|driver|Magistrate"
    r"|officer|plaintiff|defendant|vendor|tenant|landlord|husband|wife|father|mother|brother|widow|neighbours?|Board|Court"
    r"|Tribunal|arbitrator|applicant|detenu|prosecutrix|child|victim|deceased|Collector|insurer|laboratory|FSL|chemist|serologist)"
    r"|He|he|She|she|They|they|PW-?\d+|DW-?\d+|(?!The\b|A\b|An\b|This\b|That\b|No\b)[A-Z][a-z]+\b)"
)
_NOT_ACTIVE = re.compile(
    r"(?:\A|\s)(?:was|were|is|are|be|been|being|had|has|have|and|or|to|not|did|of|by|a|an|the|as|in|for|with)\Z",
    re.IGNORECASE,
)


def _finite(verb: str, auxiliary: str) -> str:  # noqa: PLR0911 - one line per form
    """The verb in the form that replaces its auxiliary: "did ... hear" becomes "heard"."""
    if auxiliary in {"do", "fail"}:
        return verb
    if auxiliary in {"does", "fails"}:
        return {"have": "has", "do": "does", "go": "goes"}.get(verb) or verb + (
            "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
        )
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    if re.fullmatch(r"[a-z]*[^aeiou][aeiou][bdgmnpt]", verb) and len(verb) <= 4:
        return f"{verb}{verb[-1]}ed"
    return f"{verb}ed"


_BASE = {**{_finite(verb, "did"): verb for verb in _REGULAR}, **{past: base for base, past in _PAST.items()}}
_PRESENT = {_finite(verb, "does") for verb in (*_REGULAR, *_PAST)} | {
    "says",
    "adds",
    "speaks",
    "directs",
    "frames",
}
_AUXILIARIES = frozenset("was were is are has have had did does do could can may might will would must shall".split())
# To deny that someone said a thing is not to deny the thing.
_REPORTING = frozenset("admitted stated deposed claimed mentioned spoke said told alleged pleaded".split())
_AMBIGUOUS_FORMS = frozenset(
    {"put", "set", "read", "hit", "lay", "found", "saw", "left", "felt", "run", "was", "did", "had"}
)


def is_negative(sentence: str) -> bool:
    """Whether a sentence denies something."""
    return _NEGATIONS.search(sentence) is not None


def affirmations(clause: str) -> Iterator[str]:
    """The clause with its denial withdrawn."""
    plain = affirmed(clause)
    if plain is not None:
        yield plain
    for against, other in _OPPOSITES:
        if len(re.findall(against, clause, re.IGNORECASE)) == 1:
            yield re.sub(against, other, clause, count=1, flags=re.IGNORECASE)


def affirmed(clause: str) -> str | None:
    """The clause without its only negation; None if plain grammar does not allow that."""
    if len(_NEGATIONS.findall(clause)) != 1 or re.search(r"\sor\s(?!later\b)", clause):
        return None
    affirmative = _affirmed(clause)
    if affirmative is None:
        return None
    affirmative = _AT_ANY.sub("", affirmative)
    return None if _ONLY_IN_NEGATIVE.search(affirmative) else affirmative


def _affirmed(clause: str) -> str | None:  # noqa: PLR0911 - one form after another
    noun = _NO_NOUN.match(clause)
    if noun is not None:
        return _with_noun(clause, noun)
    actor = _NO_ACTOR.match(clause)
    if actor is not None and actor["verb"].lower() in _BASE:
        return _with_noun(clause, actor)
    match = _AUX_NOT.search(clause)
    if match is not None:
        return clause[: match.start()] + match["aux"] + " " + clause[match.end() :]
    for pattern in (_DO_NOT, _FAILED):
        match = pattern.search(clause)
        if match is not None:
            verb = _finite(match["verb"], match["aux"].lower())
            return clause[: match.start()] + verb + clause[match.end() :]
    match = _NEVER.search(clause)
    if match is not None:
        return clause[: match.start()] + clause[match.start("verb") :]
    match = _NO_OBJECT.search(clause)
    if match is not None and not _FOR_A_PERIOD.search(clause, match.end()):
        is_plural = match["noun"].endswith("s") and not match["noun"].endswith("ss")
        determiner = "" if match["noun"] in _UNCOUNTED else "some " if is_plural else f"{article(match['noun'])} "
        return f"{clause[: match.end('verb')]} {determiner}{clause[match.start('noun') :]}"
    return None


def _with_noun(clause: str, match: re.Match[str]) -> str:
    rest = clause[match.start("rest") :]
    if match["verb"].lower() in {"were", "are", "have"} or match["first"].lower() in _UNCOUNTED:
        return capitalised(rest) if match["no"] == "No" else rest
    word = article(match["first"])
    return f"{word.capitalize() if match['no'] == 'No' else word} {rest}"


def denials(clause: str, law_words: Collection[str] = ()) -> Iterator[str]:
    """The clause with its predicate denied; a predicate that the law uses (`law_words`) may stand anywhere in it."""
    plain = denied(clause)
    if plain is not None:
        yield plain
    if not _NEGATIONS.search(clause):
        yield from _denied_predicate(clause, law_words)
        yield from _denied_deed(clause)


def absences(clause: str) -> Iterator[str]:
    """The clause with its subject or object denied: "no quarrel broke out", "the papers show no fracture"."""
    if not _NEGATIONS.search(clause):
        yield from _denied_subject(clause)
        yield from _denied_object(clause)


def has_finite_verb(words: str) -> bool:
    """Whether the words contain a verb that can carry a clause, as far as the lists here know."""
    return any(is_verb(word) for word in re.findall(r"[a-z]+", words))


def is_verb(word: str) -> bool:
    """Whether a word is an auxiliary or a listed verb in a finite form."""
    return word in _AUXILIARIES or word in _BASE or word in _PRESENT


def denied(clause: str) -> str | None:
    """The clause with "not" after its only auxiliary; None if the "not" would deny too little or too much."""
    matches = list(_AUX.finditer(clause))
    if len(matches) != 1 or _NEGATIONS.search(clause):
        return None
    match = matches[0]
    if not _PREDICATE.match(clause, match.end()) or re.search(r"\d|\bby\b", clause[match.end() :]):
        return None  # "not on 24 April" leaves another day open, and "not by him" another person
    if (
        re.search(r"\b(?:said|alleged|claimed)\sto\b", clause)
        or _AFTER_AUX.search(clause, match.end())
        or _SUBORDINATE.search(clause)
        or _TIME_CLAUSE.search(clause, 0, match.start())
    ):
        return None
    return _with_not(clause, match)


def _with_not(clause: str, match: re.Match[str]) -> str:
    first = match["aux"].split()[0]
    rest = match["aux"][len(first) :]
    return f"{clause[: match.start()]}{first} not{rest} {clause[match.end() :]}"


def _denied_predicate(clause: str, law_words: Collection[str]) -> Iterator[str]:
    """Deny the predicate that the law's sentence shares: "deposed that the fracture was not sufficient"."""
    matches = [
        match
        for match in _AUX.finditer(clause)
        if (word := re.match(r"[a-z]+", clause[match.end() :])) is not None
        and word[0] in law_words
        and not _TIME_CLAUSE.search(clause, 0, match.start())
    ]
    if (
        len(matches) == 1
        and not re.search(r"\d|\bby\b", clause[matches[0].end() :])
        and not _AFTER_AUX.search(clause, matches[0].end())
    ):
        yield _with_not(clause, matches[0])


def _denied_subject(clause: str) -> Iterator[str]:
    """Deny the subject: "A quarrel broke out" becomes "No quarrel broke out"."""
    match = _A_SUBJECT.match(clause)
    if match is None or not (match["verb"] in _BASE or match["verb"] in {"was", "is", "has"}):
        return
    if not re.search(r"\s(?:and|but)\s|[;:]", clause):
        no = "No" if match["article"][0] == "A" else "no"
        yield f"{no} {clause[match.start('noun') :]}"


def _denied_object(clause: str) -> Iterator[str]:
    """Deny the object: "The papers show a fracture" becomes "The papers show no fracture"."""
    matches = list(_SHOWS_NO.finditer(clause))
    if len(matches) == 1 and not re.search(r"\s(?:and|but)\s|[,;:]", clause[matches[0].end() :]):
        yield f"{clause[: matches[0].end('verb')]} no {clause[matches[0].end() :]}"


def _denied_deed(clause: str) -> Iterator[str]:
    """Deny the act: "PW-4 saw the two together" becomes "PW-4 did not see the two together"."""
    if re.search(r"\s(?:and|but|or)\s|[;:]", clause) or _SUBORDINATE.search(clause) or _A_SUBJECT.match(clause):
        return
    verbs = [
        match
        for match in re.finditer(r"(?<=\s)[a-z]+\b", clause)
        if match[0] in _BASE
        and match[0] not in _AMBIGUOUS_FORMS - {"saw"} | _REPORTING
        and not _is_participle(clause, match)
    ]
    if (
        len(verbs) == 1
        and _PERSON.match(clause)
        and not re.search(r"\d|\b(?:only|some|already|also|then)\b", clause[verbs[0].end() :])
    ):
        verb = verbs[0]
        yield f"{clause[: verb.start()]}did not {_BASE[verb[0]]}{clause[verb.end() :]}"


def _is_participle(clause: str, match: re.Match[str]) -> bool:
    before = clause[: match.start()].rstrip()
    closes_apposition = before.endswith(",") and before.count(",") % 2 == 0
    if before.endswith(",") and not closes_apposition:
        return True
    return bool(_NOT_ACTIVE.search(before)) or clause[match.end() :].startswith((" by ", "-"))


def settled(sentence: str) -> Iterator[str]:
    """A sentence that reports a dispute, with the dispute settled: "he denies it" becomes "he admits it"."""
    admitted = _DISPUTE.sub(lambda match: _DISPUTES[match[0]], sentence)
    stated = None if _REJECTED.search(sentence) else _stated(sentence)
    if admitted != sentence:
        yield admitted
    if stated is not None:
        yield stated
        stated_and_admitted = _DISPUTE.sub(lambda match: _DISPUTES[match[0]], stated)
        if stated_and_admitted != stated:
            yield stated_and_admitted


def _stated(sentence: str) -> str | None:
    """The sentence with a reported claim stated as fact."""
    match = _SAID_TO_HAVE.search(sentence)
    if match is not None:
        verb = "was" if match["aux"] in {"is", "was"} else "were"
        new = f"{verb} {match['verb']}" if match["been"] else _PARTICIPLE.get(match["verb"], match["verb"])
        return sentence[: match.start()] + new + sentence[match.end() :]
    match = _ALLEGED.search(sentence)
    if match is not None:
        word = match["article"]
        if word.lower() != "the":
            word = article(sentence[match.start("noun") :].split(maxsplit=1)[0])
            word = word.capitalize() if match["article"][0].isupper() else word
        return f"{sentence[: match.start()]}{word} {sentence[match.start('noun') :]}"
    for pattern in (_ATTRIBUTED, _IT_IS_SAID, _ACCORDING, _ALLEGEDLY):
        match = pattern.match(sentence) or (pattern.search(sentence) if pattern in {_ACCORDING, _ALLEGEDLY} else None)
        if match is not None and (pattern is not _ATTRIBUTED or " and that " not in sentence[match.end() :]):
            rest = sentence[match.end() :]
            if pattern is _ATTRIBUTED and re.match(r"(?:he|she)\s", rest) and not _INSTITUTION.search(match["speaker"]):
                rest = match["speaker"] + rest[rest.index(" ") :]
            if match.start() == 0 and sentence[0].isupper():
                rest = capitalised(rest)
            return sentence[: match.start()] + rest
    return None
