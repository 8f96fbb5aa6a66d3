"""What shows the topic of a matter beside its words: the subjects that the learned reader sees raised, and events."""

# The subjects of law that show a topic as its words do, if the learned reader sees them raised.
SUBJECTS_OF_TOPIC: dict[str, frozenset[str]] = {
    topic: frozenset(subjects.split())
    for topic, subjects in {
        "arbitration": "arbitration-set-aside",
        "consumer": "consumer-complaint medical-negligence",
        "medical": "medical-negligence",
        "divorce": "divorce",
        "juvenile": "juvenility",
        "motor accident": "motor-claim no-fault-motor",
        "specific performance": "specific-performance",
        "suit for possession": "adverse-possession title-suit",
        "unpaid": "cheque-dishonour",
        "land acquisition 1894": "land-acquisition",
        "PC": "bribery disproportionate-assets",
        "drugs": "ndps-possession ndps-default ndps-bail",
        "atrocity": "scst-insult scst-aggravated",
        "secured creditor": "sarfaesi",
        "disciplinary": "disciplinary",
        "insolvency": "insolvency",
        "custody of a child": "custody",
        "suicide": "abetment-of-suicide",
        "thing deposited or pawned": "breach-of-trust",
        "private defence": "private-defence exceeding-private-defence",
        "retrenchment": "retrenchment",
        "reassessment": "reassessment",
        "contempt": "contempt",
        "adoption": "adoption",
        "will": "will",
        "crime": "murder dowry-death rape kidnapping cheating breach-of-trust robbery dacoity abetment-of-suicide"
        " cruelty-498a attempt-to-murder forgery theft ransom",
    }.items()
}

# The events at the end of a period that show a topic as its words do.
ROLES_OF_TOPIC: dict[str, frozenset[str]] = {
    topic: frozenset(roles.split("|"))
    for topic, roles in {
        "any written statement": "written statement",
        "adoption": "adoption",
        "arbitration": "section 34 petition|award received|arbitration notice|section 11 application",
        "consumer": "consumer complaint|written version|consumer order",
        "divorce": "divorce petition",
        "customs": "goods cleared",
        "election to a legislature": "election petition",
        "ex parte decree": "ex parte application",
        "execution": "execution application",
        "insolvency": "insolvency application|section 8 notice",
        "gratuity": "gratuity paid",
        "leave to contest": "leave to contest",
        "libel": "publication",
        "mutual consent": "joint petition|second motion",
        "national security": "board reference|board report|grounds communicated",
        "probate": "probate petition",
        "registration of a deed": "registration presented|registration refused|registration appeal",
        "revision": "revision",
        "requisitioned meeting": "requisition",
        "right to information": "information request|information second appeal|information reply",
        "second appeal": "second appeal",
        "secured creditor": "section 13(2) notice|securitisation application",
        "substitution": "substitution application|abatement application",
        "trade mark": "mark advertised|opposition received|counter-statement",
        "workplace harassment": "committee complaint|committee inquiry completed",
    }.items()
}
