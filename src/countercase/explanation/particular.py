"""Whether a sentence says something about its own case, beyond who is right and that a court erred."""

from countercase.explanation.tokens import TokenKind, tokenise
from countercase.law.provisions import find_provisions
from countercase.text.words import stem

_LEAST = 2  # words that only some cases have
# What any judgment may say of any appeal.
_OF_ANY_CASE = frozenset(
    stem(word)
    for word in """
    accept cannot accordingly accuse accused act acted add adduced adjudicate adjudicating adopt adoption advance
    advanced adverted affirm agree allege allow ample analysis answer answered appeal appear appellant
    appellants applicant apply appreciate appreciation approach appropriate argue argument arguments arise
    arrive arrived aside aspect aspects assail attack authority base basis behalf below beyond bring brought
    call canvassed careful carefully case cases charge charged charges circumstance circumstances clear clearly
    cogent come commit committed complainant complete completely conclude concluded conclusion conclusions
    concur concurrent confirm conflict consequence consequently consider consideration considered constrained
    contend contention contentions contrary convict convicted conviction convictions convince convinced correct
    correctly correctness counsel course court courts cumulative deal dealt decide decided decision decree deem
    defendant defendants deserve detail difficult difficulty disagree discuss discussed discussion dismiss
    dispute disturb doubt due duly effect elaborate elaborately entire entirely err erred erroneous erroneously
    error errors establish established evaluation evidence examine examined explanation express facie fact facts
    factual fail failed fall fault faulted favour fell find finding findings firm firmly flaw following force
    foregoing fully give given go good grievance ground grounds guilt guilty hand hear heard held herein
    hereinabove hereinbefore hesitation high hold hon impugned inclined individual indulgence infirmity inform
    instant interfere interference interfering irrelevant issue issues judge judgement judges judgment judicial
    justice justifiable justification justified justify keep keeping know large last law learned leave legal
    legally liable liberty light made maintain make manner material materials matter matters mean mention
    mentioned merit merits mind misconceived miserable miserably mistake necessary need note noted notice object
    observation observations observe offence offences opine opinion opposed order orders overall palpable part
    parties partly party pass passed pending perusal perverse petition petitioner petitioners plaintiff
    plaintiffs plea point points position possible present prima proper properly prosecution prove proved
    purpose question questions raise raised ratio read reason reasonable reasoned reasoning reasons record
    records regard reject rejected relevancy relevant reliance relied relief rely require required respect
    respectful respondent respondents result reversal reverse reversed reversing right rightly satisfactory
    satisfied say scope second see senior serious seriously serve served set settled share show shown side
    single society special stand state stated statement stress submission submissions submitted substance
    substantial succeed succeeded successfully such sufficient support supreme sustain sustainable sustained
    take taken tenable tests therefore thing think thorough thoroughly thus trial tribunal true unable
    undisputed unhesitatingly unsustainable upheld uphold upholding urge urged valid various view views vitiated
    warrant warranted way well whole wholly writ wrong wrongly
    """.split()
)


def is_particular(sentence: str) -> bool:
    """Whether it names a provision, or has two words that not every judgment has."""
    if find_provisions(sentence):
        return True
    words = {token.key for token in tokenise(sentence) if token.kind is TokenKind.WORD and len(token.key) > 2}
    return len(words - _OF_ANY_CASE) >= _LEAST
