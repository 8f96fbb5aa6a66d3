"""The words that say what happened on a date, role by role.

Where two patterns begin at the same word, the one that stands first in the table wins; so the finer roles come first.
Patterns are for lower-case text, and none can run past the end of a clause.
"""

import re

_SECTION = r"(?:u/s\.?|under|of)?\s?(?:s(?:ec(?:tion|\.)?|\.)?)?\s?"
_BY = r"(?:was\s|were\s|is\s|has\sbeen\s|had\sbeen\s|stood\s|been\s|came\sto\sbe\s|got\s)?(?:duly\s|only\s|first\s)?"
_GAP = r"(?:[^.;\n]|(?<=rs)\.|\.(?=\d))"
_NOUN = r"(?:a|an|the|his|her|its|their|this|first|regular|second|criminal|civil)\s"

_ROLES: tuple[tuple[str, str], ...] = (
    ("birth", r"born\b(?!\s(?:to|out|from|in\sthe\swedlock))"),
    (
        "death",
        (
            r"d\.?o\.?d\b\.?|died\b|dies\b|death\b(?!\s(?:sentence|penalty))|(?:he|she|deceased|injured|patient|victim)\sexpired|succumbed"
            r"|passed\saway|ended\sher\slife|took\sher\s(?:own\s)?life|put\san\send\sto\sher\slife|jumped\sinto|found\s(?:dead|hanging)|hang(?:ed|ing)\s(?:herself|himself)|commit(?:ted|s)\ssuicide|suicide\b"
            r"(?!\snote)|set\sherself|immolat\w+|(?:dead\s)?body\s(?:was\s)?(?:found|recovered|fished)|brought\sdead"
            r"|declared\sdead|breathed\s(?:his|her)\slast"
        ),
    ),
    (
        "marriage",
        (
            r"d\.?o\.?m\b\.?|marri(?:age|ed)\b(?!\s(?:sister|daughter|woman|man|life|status))|marraige|wedding|wedded|nikah\b|got\smarried"
            r"|solemni[sz]ed|tied\sthe\sknot|wed\son"
        ),
    ),
    (
        "production before the board",
        r"(?:produced|put\sup|brought|presented|prod\.?)\sbef\w{0,3}\s(?:the\s)?(?:ld\.?\s)?(?:juvenile\sjustice\s|j\.?j\.?\s)?(?:board|jjb)|before\s(?:the\s)?jjb\b",
    ),
    ("preliminary assessment", r"preliminary\sassessment|assessment\sorder"),
    (
        "production",
        (
            r"produced(?:\s(?:him|her|them|the\saccused))?(?=\s?(?:bef\w{0,3}\b|next\b|b/f\b|the\snext|on\b|at\b|and\b|in\s(?:the\s)?court|to\sthe|[,;.]|\d|\Z))|production\sbefore"
            r"|presented\sbefore\s(?:the\s)?(?:ld\.?\s|learned\s)?(?:\w+\s)?(?:magistrate|(?:spl\.?|special)\sjudge|judge|c\.?j\.?m|j\.?m\.?f\.?c|a\.?c\.?j\.?m|duty)|first\sproduction|prod\.(?=\s)|brought\sbefore\sthe\s(?:court|magistrate)|(?:sent\sup|forwarded)\sto\s(?:the\s)?(?:court|magistrate)"
            r"|(?:took|taken)\s(?:him\s|her\s|them\s|my\s\w+\s)?(?:to|before)\s(?:the\s)?(?:magistrate|judge|court)\b|prod\.?\sbef\w{0,3}\b|production(?=\s?:|\s(?:on|at|dt|dated)\b)|put\s(?:up\s)?before\s(?!(?:the\s)?(?:j\.?j\.?b|board))"
        ),
    ),
    (
        "bail order",
        (
            r"(?:refus|reject|dismiss|declin|grant|allow)\w*\s[^.;\n]{0,40}\bbail\b(?!\sappl(?:ication|n|cn)\b\.?\sis\spending)"
            rf"|bail\s(?:appl(?:ication|n|cn)\b\.?\s|plea\s|petition\s)?{_BY}(?:refused|rejected|dismissed|declined|granted|allowed)"
        ),
    ),
    (
        "bail application",
        (
            r"appl(?:ication|n|cn)\b\.?\s(?:for|seeking)\s(?:\w+\s)?bail|appl(?:ication|n|cn)\b\.?\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?(?:167\s?\(2\)|187\s?\(3\)|43[789]|480|483)|bail\s(?:appl(?:ication|n|cn)\b\.?|plea)|applied\sfor\s(?:\w+\s)?bail"
            r"|bail\smoved|default\sbail\ssought"
        ),
    ),
    (
        "statement to a magistrate",
        r"(?:statement|stmt\b\.?|confession|t\.?i\.?p\b\.?|identification\sparade)[^.;\n]{0,50}?\b(?:164|183|bef\w{0,3}\s(?:the\s)?(?:ld\.?\s|learned\s)?(?:j\.?m\.?|magistrate|mag\b|c\.?j\.?m|m\.?m\b)[a-z.]{0,6})",
    ),
    (
        "before a magistrate",
        r"before\s(?:the\s)?(?:ld\.?\s|learned\s)?(?:duty\s|ilaqa\s|concerned\s|area\s)?(?:m\.?m|magistrate|mag|j\.?m\.?f\.?c|j\.?m\.?i\.?c|a?\.?c\.?j\.?m|(?:special|spl\.?)\sjudge)\b\.?(?=\s(?:on|at)\b|\s?[,:]?\s?\Z)|(?:ilaqa\s|duty\s)?mag(?:istrate)?\b\.?(?=\s?:?\s?\Z)|in\scourt(?=\s(?:on|at)\b|\s?[,:]?\s?\Z)",
    ),
    ("surrender", r"surrendered"),
    ("police custody", r"police\s(?:custody|remand)|p\.?c\.?(?=\s(?:from\s)?(?:\d|\Z))|\bpc\sremand|p\.?c\.?r\b"),
    (
        "remand",
        r"(?:first\s)?remand(?:ed)?\b|sent\s(?:him\s|her\s|them\s|my\s\w+\s)?to\s(?:judicial\scustody|jail|j\.?/?c\b)|j\.?/?c\b|judicial\scustody\s(?:from|on)",
    ),
    (
        "arrest shown",
        r"show(?:n|s|ed)\s(?:as\s|to\sbe\s|to\shave\sbeen\s)?arrest(?:ed)?|arrest\s(?:was\s|is\s)?shown|formal(?:ly)?\sarrest(?:ed)?",
    ),
    (
        "arrest",
        (
            r"arrest(?:ed|cd|d)?\b(?!\sof\sjudgment)|apprehended|(?:took|taken)\b[^.;\n]{0,25}?\bin(?:to)?\scustody|nabbed|caught\b(?=\s(?:on|at|by)\b|\s?\Z)|caught\sred[\s-]handed|picked\sup(?=\s(?:by|from|frm|on|at)\b|\s?\Z)|arr\b\.?(?=\s(?:on|at|dt)\b|\s?\Z)|lifted\s(?:by|from)|taken\s(?:away\s)?by\s(?:the\s)?(?:local\s)?police|police\s(?:took|picked)\b(?!\s[^.;\n]{0,20}\b(?:magistrate|court|judge|hospital))"
            r"|taken\sin\scustody"
        ),
    ),
    (
        "discharge application",
        (
            r"(?:appl(?:ication|n|cn)\b\.?|petition|prayer)\s(?:for|seeking|of)\sdischarge|discharge\s(?:appl(?:ication|n|cn)\b\.?|petition)"
            r"|(?:applied\sfor|sought)\sdischarge"
        ),
    ),
    (
        "charge-sheet",
        (
            r"(?:charge[\s-]{0,2}sheet(?:ed)?|challan\b|final\sreport)(?:\s(?:was\s|is\s)?presented)?|police\sreport|c\.?/?s\.?\s(?:filed|no|submitted|laid)|c/s\b|chargesheet"
            rf"|report\s{_SECTION}(?:173|193)\b"
        ),
    ),
    (
        "committal",
        r"committed(?=\s(?:to\s(?:the\s)?(?:court|sessions)|for\strial))|committal|case\s(?:was\s|is\s)?committed",
    ),
    ("cognizance", r"cogni[sz]ance|cogn?\b\.?(?=\s(?:was\s)?(?:taken|on)\b|\s?\Z)"),
    (
        "evidence of the child",
        (
            r"(?:evidence|testimony|deposition)\sof\sthe\s(?:child|victim|prosecutrix)|(?:child|victim|prosecutrix)(?:'s|’s)\s(?:evidence|testimony|deposition)"
            r"|(?:child|victim|prosecutrix)\b[^.;\n]{0,24}?\b(?:deposed|examined\s(?:in\scourt|in-chief|in\schief|as\spw))|(?:she\swas\s)?examined\sin\scourt"
            r"|(?:her|victim(?:'s|’s)?|child(?:'s|’s)?)\s(?:statement|evidence|deposition)\s(?:was\s)?(?:recorded\s)?(?:in|before)\s(?:the\s)?(?:trial\s|special\s)?court|victim\s\(?pw-?\s?1\)?\sexamined|(?:child|victim|prosecutrix)(?:'s|’s)?\s(?:chief|examination-in-chief|chief-?\s?examination)"
        ),
    ),
    (
        "medical examination",
        (
            r"(?:sent|taken|referred)\s(?:to|for)\s(?:the\s|a\s)?(?:doctor|medical|hospital)|medical(?:ly)?\sexamin\w+"
            r"|medico-legal\sexam\w+|m\.?l\.?c\b\.?|m\.?l\.?r\b\.?|examined\sby\s(?:the\s|a\s)?(?:lady\s)?doctor|examined\smedically|medical\s(?:done|test|check-?up)|medical(?=\son\b|\s?[:-]?\s?\Z)"
        ),
    ),
    (
        "fir",
        (
            r"f\.?\s?i\.?\s?r\b\.?|first\sinformation\sreport|crime\sno|cr\.\sno|d\.?d\.?\sentry|report\s(?:was\s)?lodged|case\s(?:was\s)?registered|crime\s(?:was\s)?registered"
            r"|lodged\s(?:a\s|the\s)?(?:report|complaint\swith\sthe\spolice)|fardbeyan"
        ),
    ),
    (
        "section 34 petition",
        (
            r"(?:petition|petn\.?|application|appln?\.?|objections?|o\.?p\.?|o\.?m\.?p\.?)\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?34\b|sec(?:tion|\.)?\s?34\s(?:arb\.?\s)?(?:o\.?p\b|petn\b|o\.?m\.?p\b)\.?(?:\s(?:was\s)?presented)?|section\s34\s"
            r"(?:petition|appl(?:ication|n|cn)\b)|s\.?\s?34\s(?:petition|appl(?:ication|n|cn)\b)|(?:petition|appln?\.?|application)\sto\sset\saside|arb\.?\s(?:petition|o\.?p)\b|o\.?m\.?p\b\.?(?:\s\([a-z]+\))?\s(?:u/s|under\ssection)\s34\b|e-filed\sa\spetition"
        ),
    ),
    (
        "section 11 application",
        r"(?:petition|appl(?:ication|n|cn)\b)\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?11\b|section\s11\s(?:petition|appl(?:ication|n|cn)\b)",
    ),
    ("arbitration notice", r"notice\s(?:invoking|of)\sarbitration|invoked\sarbitration|section\s21\snotice"),
    (
        "correction disposed",
        (
            rf"(?:request|appl(?:ication|n|cn)\b\.?\sunder\ssection\s33|section\s33\s(?:appl(?:ication|n|cn)\b\.?|request))\s{_BY}(?:disposed|decided|rejected"
            r"|dismissed|allowed)"
        ),
    ),
    (
        "correction request",
        (
            r"(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?33\b|section\s33\s(?:appl(?:ication|n|cn)\b\.?|request)|request(?:ed)?\s(?:for\s)?"
            r"correction|s\.?\s?33\s(?:appl(?:ication|n|cn)\b\.?|request)"
        ),
    ),
    (
        "award notice received",
        r"(?:received\s)?(?:the\s|a\s)?notice\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?12\s?\(2\)|(?:section\s|s\.\s?)?12\s?\(2\)\snotice|notice\sof\s(?:the\s)?award|award\snotice\s(?:was\s)?(?:rec'?d\b\.?|received|served)",
    ),
    (
        "award received",
        (
            rf"(?:signed\s)?copy\s(?:thereof\s)?(?:of\s(?:the\s)?(?:signed\s)?award\s)?{_BY}(?:delivered|received|served|handed|given|supplied|rec'?d\b\.?)|award\s{_BY}"
            r"(?:received|delivered|served)|rec(?:eiv(?:ed|es)|'?d)\.?\s(?:the\s|a\s|its\s)?(?:signed\s)?(?:copy\sof\s(?:the\s)?)?award"
            r"|(?:signed\s)?award\s(?:was\s)?(?:rec'?d\b\.?|rcvd|received|delivered|handed)|receipt\sof\s(?:the\s)?(?:signed\s)?award"
        ),
    ),
    (
        "pleadings completed",
        r"pleadings\b[^.;\n]{0,40}?\b(?:complete[d]?|closed)|complet(?:ion\sof|ing|ed)\s(?:the\s)?pleadings",
    ),
    ("reference entered", r"enter(?:ed|s)\s(?:upon|on)\sthe\sreference"),
    ("court award", r"award\sof\sthe\s(?:reference\s)?court|reference\scourt\s(?:award|enhanced)"),
    (
        "redetermination application",
        r"(?:appl(?:ication|n|cn)\b\.?\s)?(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?28-?a\b|section\s28-?a\sapplication",
    ),
    (
        "reference application",
        (
            r"(?:appl(?:ication|n|cn)\b\.?|applied)\sfor\s(?:a\s)?reference|reference\s(?:appl(?:ication|n|cn)\b\.?|petition)|sought\s(?:a\s)?reference|reference\s(?:was\s)?sought"
            r"|(?:appl(?:ication|n|cn)\b\.?|reference)\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?(?:18|64)\b"
        ),
    ),
    (
        "award",
        (
            r"award(?=\s(?:was|is|dated|dt|of\s\d|on|no|passed|made|announced|pronounced|declared|under|u/s|came|by|followed)\b|\s?[:.;-]|\s?\(|\s?\Z)"
            r"|(?:passed|made|announced|pronounced|declared|published)\s(?:an?\s|the\s|his\s|its\s)?(?:\w+\s)?award\b"
        ),
    ),
    (
        "notice received",
        (
            rf"notice\s{_BY}(?:received|served|delivered)|received\s(?:the\s|a\s|said\s)?(?:\w+\s)?notice|service\sof\s(?:the\s)?notice"
            r"|a\.?\s?/?d\.?\scard|acknowledge?ment\scard|notice\s(?:reached|was\stendered)|(?:notice\s)?refused\sby\s(?:the\s)?"
            r"(?:accused|drawer|addressee)|served\s(?:on|upon)\s(?:the\s)?(?:accused|drawer)|receipt\sof\s(?:the\s)?notice|notice\s(?:was\s)?(?:rec'?d\b\.?|recvd|rcvd)|a\.?d\.?\s(?:card\s)?(?:signed|returned|dated|dt)|(?:envelope|cover|notice|regd\.?\spost)\s[^.;\n]{0,50}?\brefused\b"
        ),
    ),
    (
        "section 80 notice",
        r"(?:section\s80|s\.?\s?80)\s(?:c\.?p\.?c\.?\s)?notice|notice\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?80\b",
    ),
    (
        "dishonour",
        (
            r"learnt\sof\s(?:this|it|the\s(?:return|dishonou?r))|"
            r"return(?:ed)?\smemo\w*|(?<!charge\s)(?<!recovery\s)(?<!seizure\s)(?<!arrest\s)(?<!search\s)memo\b(?!randum|\sof\sappeal)|bank(?:'s|’s)?\smemo|dishonou?r(?:ed)?|(?:came|come)\sback\s(?:unpaid|dishonou?red)|(?:came|come)\sback(?=\s(?:on|with)\b)|returned\s(?:unpaid|dishonou?red|with"
            r"|for|as|by\sthe\sbank)|bounced|intimation|cheque\s(?:was\s)?returned|unpaid\sreturn|information\sof\sdishonou?r"
        ),
    ),
    (
        "notice sent",
        (
            r"(?:demand|legal|statutory|lawyer(?:'s|’s)?|registered|advocate(?:'s|’s)?)\snotice|notice\s(?:was\s|is\s)?(?:sent|issued"
            r"|posted|despatched|dispatched|given|dated|dt|of)\b|(?:sent|issued|gave|posted|despatched|dispatched)\s(?:a\s|the\s|him\s"
            r"|her\s|it\s)?(?:\w+\s){0,2}notice|notice\b(?!\s(?:under|u/s)\s(?:s(?:ection|\.)?\s)?(?:41|34|35))"
        ),
    ),
    (
        "part payment",
        rf"part[\s-]payments?\b(?:{_GAP}{{0,60}}?\bcheque)?|(?:re)?paid\b{_GAP}{{0,80}}?\b(?:cheque|cash|draft|rtgs|neft)\b|last\spayment|repaid\b",
    ),
    (
        "presentation",
        (
            r"(?:re-?)?presented\b(?!\s(?:a\s|the\s)?(?:petition|plaint|appeal|complaint|suit|bef\w{0,3}\b))|presentation\b|cheque\s(?:was\s|were\s)?(?:deposited|tendered|lodged)|deposited\sfor\scollection|put\s(?:it\s|the\scheque\s|cheque\s)?(?:in|into)\s(?:the\s|his\s|her\s|my\s|our\s)?bank|banked\b|deposited\s(?:it|the\scheques?|the\ssame|cheque)\b"
            r"|lodged\sfor\scollection|sent\sfor\scollection|deposited\sin\s(?:the\s|his\s|her\s|its\s|\w+\s){0,2}bank"
        ),
    ),
    (
        "cheque",
        r"date\son\sthe\scheque|cheque\s(?:no\.?\s?\d*\s)?(?:was\s|is\s)?(?:dated|dt|of|bearing|issued|drawn|given)\b|cheques?\b|chqs?\b",
    ),
    (
        "written statement",
        r"written\sstatement|w\.?/?s\b\.?(?=\s(?:was\s|is\s)?(?:filed|dt|dated|on|came|taken))|filed\s(?:his\s|its\s|the\s)?w\.?/?s\b\.?",
    ),
    ("written version", r"(?:written\s)?version\b(?!\sof)"),
    (
        "summons served",
        r"served\swith\s(?:the\s)?summons|(?:summons|served)\s{0,1}(?:was\s|were\s)?served|service\sof\s(?:the\s)?summons|summons\sserved|summons\s(?:was\s)?(?:rec'?d\b\.?|received)|rec(?:eived|'?d\.?)\s(?:the\s)?(?:court\s)?summons",
    ),
    (
        "acknowledgement",
        r"acknowledg\w+|balance\sconfirmation(?:\sletter)?|confirm\w*\s(?:of\s)?(?:the\s)?balance|letter\sadmitting",
    ),
    ("letter", r"letter\b|reply(?:\snotice|\sletter)?\b(?=\s(?:dated|dt|of)\b)"),
    ("loan", r"loan\b|lent\b|borrowed|hand\sloan"),
    (
        "delivery",
        r"goods\s(?:were\s)?(?:delivered|supplied)|delivery\b|delivered\b|supplied\b|invoice\sdated|invoice\b",
    ),
    (
        "state appeal",
        r"(?:state|government|govt\.?|prosecution)(?:'s|’s)?\s(?:has\s|have\s|had\s)?(?:filed|preferred)\s[^.;\n]{0,20}appeal|state(?:'s|’s)?\s(?:criminal\s)?appeal|appeal\s(?:by|of)\s(?:the\s)?state|govt\.?\sappeal",
    ),
    (
        "appeal decided",
        (
            rf"(?:reject|dismiss|dispos|allow|decid)\w*\s(?:of\s)?(?:{_NOUN}){{0,2}}appeal|appeal\b(?:[^.;\n]|\.(?=\s?\d)){{0,90}}?\b(?:rejected|dismissed|allowed|decided|disposed)\b"
            r"|appellate\s(?:order|authority)"
        ),
    ),
    (
        "special leave petition",
        r"s\.?l\.?p\b\.?(?:\s?\((?:crl|c|civil|criminal)\.?\))?|special\sleave\spetition",
    ),
    (
        "application",
        r"original\sapplication|o\.?a\b\.?(?=\s(?:no|filed|was|before|in|dt|dated|instituted|:|\d))|(?:this|the)\sapplication(?!\s(?:for|under|u/s|to))|appl(?:ication|n|cn)\b\.?\s(?:was\s|is\s)?(?:filed|moved)|writ\spetition",
    ),
    (
        "appeal",
        r"appealed|(?:memo(?:randum)?\sof\s)?appeal\s(?:was\s)?(?:presented|lodged)|(?:r\.?f\.?a|r\.?s\.?a|f\.?a\.?o|l\.?p\.?a|m\.?f\.?a|crl\.?\s?a)\b\.?(?=\s)|appeals?\b(?!\s(?:pending|lies|is\spending))",
    ),
    (
        "decree",
        rf"(?:suit\s{_BY})?decreed?\b(?:\s(?:the\s|his\s)?suit)?|dismissed\s(?:the\s)?suit|suit\s{_BY}dismissed",
    ),
    (
        "suit",
        r"o\.s\.(?=\s)|suit\s(?:was\s)?presented|suit\b(?!\sland|\sproperty|\sschedule)|plaint\b(?:\s(?:was\s)?presented)?|sued\b",
    ),
    (
        "sentence",
        r"sentenced?\b|convict(?:ed|ion|s)\b|convn\b\.?|convd?\.|held\sguilty|found\sguilty|r\.?i\b\.?\s(?:for\s|of\s)?\d{1,2}\s(?:yrs|years)\b",
    ),
    ("acquittal", r"acquitt(?:ed|al|ing)|acqd\b\.?"),
    (
        "consumer complaint",
        (
            r"consumer\s(?:complaint|case)|complaint\s(?:was\s)?(?:filed\s)?before\sthe\s(?:district|state|national|consumer)\s(?:forum|commission)"
            r"|complaint\sbefore\sthe\s(?:consumer\s)?(?:forum|commission)"
        ),
    ),
    ("case filed", r"filed\s(?:the\s|a\s|our\s|my\s|this\s|his\s|her\s)?case\b|case\s(?:was\s|is\s)?filed\b"),
    (
        "complaint",
        r"(?:private\s|criminal\s)?complaint\b(?!\scase\sno)(?:\s(?:was\s|is\s|came\sto\sbe\s)?presented)?|complained\b|c\.?c\.?(?=\s(?:was\s)?filed\b)|compl(?:t|n)?\.\s(?=filed)",
    ),
    (
        "representation decided",
        r"representation\s[^.;\n]{0,60}(?:rejected|considered|decided|disposed)|(?:rejected|considered|decided)\s(?:the\s|his\s)?representation",
    ),
    ("representation", r"representation\b"),
    ("approval", r"approv(?:ed|al)\b"),
    (
        "grounds communicated",
        r"grounds(?=\s?[:-]?\s?\Z)|grounds\b[^.;\n]{0,40}?\b(?:communicated|served|supplied|furnished|given)|communicat\w+\b",
    ),
    (
        "board reference",
        r"(?:placed|referred|laid|reference|referral|sent|ref(?=\.))\b[^;\n]{0,40}?\b(?:b(?:oar)?d|[cs]\.?a\.?b)\b",
    ),
    (
        "board report",
        r"(?:board\b[^.;\n]{0,60}\b)?(?:reported|opined)\b|board\b[^.;\n]{0,60}\b(?:report|opinion)\b|(?:report|opinion)\sof\s(?:the\s)?(?:advisory\s)?board|b(?:oar)?d\.?(?:'s|’s)?\s(?:report|opinion)|board\sreports|b(?:oar)?d\.?\sopined|[cs]\.?a\.?b\.?(?:'s)?\s(?:report|opinion|opined)",
    ),
    (
        "order served",
        r"(?:order\s)?(?:was\s)?served\b(?!\sas)|service\sof\s(?:the\s)?order|order\s(?:was\s)?(?:communicated|received)",
    ),
    (
        "detention order",
        r"det(?:entio)?n\.?\sorder|order\sof\sdetention|order\s(?:of\s[^.;\n]{0,40}\s)?made|order\s(?:u/s|under|under\ssection)\s3\s?\(\d\)|detained\s(?:under|by|on)|nsa\sorder|d\.?o\.?\s(?=dated|dt|passed)",
    ),
    (
        "time fixed",
        r"time\sfor\s(?:regn|registration|execution|performance|completion|execn)\b\.?(?:\sof\s(?:the\s)?(?:sale\s)?deed)?\s(?:was|is|till|upto|up\sto|expired|being|:)|(?:to|shall|should|must)\sbe\s(?:executed|completed|taken|registered|performed|paid|done|made)\b[^.;\n]{0,70}?\b(?:on\sor\sbefore|by|before)|on\sor\sbefore|not\slater\sthan|(?:time|date)\s(?:was\s)?(?:fixed|stipulated)|date\sfixed|time\b[^.;\n]{0,40}?\bfixed|outer\slimit|due\sdate|(?:balance|price|deed)\b[^.;\n]{0,40}?\b(?:payable|due)\s(?:by|on)|time\s(?:expired|ended|ran\sout)\son|stipulated\s(?:date|time)|latest\sby|last\sdate\sfor\s(?:performance|payment|execution|registration|completion)(?:\sof\s(?:the\s)?(?:sale\s)?deed)?",
    ),
    (
        "refusal",
        r"refus(?:ed|al|es)\b(?:[^.;\n]{0,80}?\b(?:reply|letter|notice|communication)\b(?:\snotice)?)?|repudiat\w+|declined\sto|resiled|cancelled\sthe\sagreement",
    ),
    ("dispossession", r"dispossess\w+|forcibly\stook\spossession|encroach\w+"),
    (
        "agreement",
        r"agreement\b|ag(?:t|mt|rmt)\b\.?(?=\s(?:of|to|for|dt|dated)\b)|a\.?t\.?s\b(?=\s(?:dt|dated|of|\d))|agreed\sto\ssell|agree\sto\ssell",
    ),
    (
        "notification",
        r"not(?:ification|fn|ifn|if)\b\.?|the\slast\s(?:of\s(?:them|these|which)\s)?(?:being\s|was\s)?on\b|last\spubl?n\b\.?|last\s(?:of\s(?:its|the)\s)?publications?|notified\b|section\s4\s(?:\(1\)\s)?(?:notification|published)",
    ),
    ("declaration", r"declaration\b|decl(?:n|rn)?\b\.?(?=\s(?:dt|dated|on|u/s|was)\b|\s?\Z)"),
    ("objections", r"objections?\b|objected\b"),
    ("possession", r"possession\b"),
    (
        "claim",
        r"(?:petition|petn\b\.?|appl(?:ication|n)?\b\.?)\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?(?:166|163-?a)\b|claim\s(?:petition|petn\b\.?|case|appl(?:ication|n|cn)\b\.?)(?:\s(?:was\s|is\s)?(?:presented|filed))?|m\.?a\.?c\.?\s?(?:petition|petn\b\.?|case|p\b)|claims?\b(?!\sthat)",
    ),
    ("suspension review", r"(?:first\s)?review(?:ed)?\b(?:\sof\s(?:the\s|his\s|her\s)?suspension)?"),
    ("suspension", r"susp\.|suspen(?:ded|sion)\b(?!\sof\ssentence)"),
    (
        "sanction proposal",
        r"(?:proposal|request|requisition|papers|file|draft)\sfor\s(?:the\s)?(?:grant\sof\s)?sanction|sanction\s(?:was\s)?(?:sought|requested)|proposal\b",
    ),
    ("sanction", r"sanction(?:ed)?\b(?:\sorder)?"),
    (
        "information sent",
        r"(?:copy|info|information)\s(?:thereof\s|of\s(?:it|the\s(?:same|information))\s)?(?:was\s)?(?:sent|forwarded|conveyed|given)\sto\s(?:the\s|his\s)?(?:superior|senior|dy|c\.?o\b|circle\sofficer|s\.?p|d\.?s\.?p|a\.?c\.?p|s\.?d\.?p\.?o)\b|copy\s(?:sent\s|given\s)?to\s(?:the\s|his\s)?(?:superior|senior|dy|s\.?p|d\.?s\.?p|a\.?c\.?p)\b|(?:copy\sof\s(?:the\s)?)?information\s(?:was\s|is\s)?(?:only\s)?(?:sent|forwarded|conveyed|despatched)|(?:sent|forwarded|despatched|conveyed)\s(?:it\s|the\ssame\s|the\sinformation\s|a\scopy\s)?to\s(?:the\s|his\s)?(?:immediate\s)?(?:sho|superior|senior|superintendent|dy\b\.?|d\.?s\.?p|s\.?p\b|s\.?d\.?p\.?o|officer)",
    ),
    (
        "full report",
        r"s\.?\s?57\b(?=\s(?:compliance|intimation))|report\s(?:u/s|under|of|in\sterms\sof)\s?(?:s(?:ec(?:tion|\.)?|\.)?\s?)?57\b(?:[^.;\n]{0,24}?\b(?:sent|submitted|forwarded|made)\b(?:\sto\s(?:the\s)?(?:dy\.?\s?)?[a-z.]{2,12})?)?|section\s57\sreport|full\sreport|s\.?\s?57\s(?:ndps\s)?(?:report|intimation)|(?:intimation|information|compliance)\s(?:u/s|under\ssection)\s57",
    ),
    (
        "information",
        r"(?:secret\s|prior\s|source\s|spy\s)?(?:information\b|info\b\.?)|tip[\s-]?off\b|tip\sreceived|intelligence\s(?:was\s)?received",
    ),
    (
        "joint petition",
        r"13-?\s?b\s(?:\(1\)\s)?(?:petition|petn\b\.?)|mutual\s(?:consent\s)?(?:divorce\s)?petition|(?:petition|case)\s(?:for|of)\smutual\s(?:consent|divorce)|joint\spetition|first\smotion|petition\s(?:under|u/s)\s(?:s(?:ec(?:tion|\.)?|\.)?\s?)?13-?b",
    ),
    ("second motion", r"(?:second|2nd)\smotion"),
    (
        "divorce petition",
        r"divorce\s(?:petition|petn\b\.?|case|suit)|(?:petition|petn\.?|case|suit|(?:h\.?m\.?)?o\.?p\.?)\s(?:for|seeking)\s(?:a\s)?(?:decree\sof\s)?divorce|(?:filed|sued)\s(?:for\s)?divorce",
    ),
    ("petition", r"(?:petition|petn\b\.?)\s(?:was\s|is\s)?(?:presented|filed|instituted)\b"),
    (
        "separation",
        r"liv(?:ing|ed)\ssepar\w+|resid(?:ing|ed)\ssepar\w+|separated\s(?:since|from|on)|left\s(?:the\s|her\s|his\s|my\s|our\s)?(?:matrimonial\s(?:home|house)|husband|wife)|(?:husband|wife|respondent|he|she)\sleft\s(?:her|him|me)\b|deserted\b",
    ),
    (
        "knowledge",
        r"came\sto\sknow|first\sknew|learnt\sof(?!\s(?:this|it|the\s(?:return|dishonou?r)))|gained\sknowledge|acquired\sknowledge|date\sof\sknowledge|knowledge\sof\s(?:the\s)?(?:deed|fraud|decree|sale)|discovered\s(?:the\s)?(?:fraud|forgery|deed)",
    ),
    (
        "right to sue",
        r"right\sto\ssue\s(?:first\s)?(?:has\s)?accru\w+|cause\sof\saction\s(?:first\s)?(?:arose|accrued)",
    ),
    ("breach", r"breach(?:ed)?\b(?!\sof\s(?:trust|peace))"),
    ("attachment", r"provisional(?:ly)?\sattach\w*(?:\sorder)?|p\.?a\.?o\b\.?"),
    ("confirmed", r"confirm(?:ed|s|ation)\b"),
    ("preliminary enquiry", r"preliminary\s(?:e|i)nquiry|p\.?e\.?\s(?=u/s\s173)"),
    ("finished", r"(?:finished|completed|concluded|closed|ended|over)\b"),
    (
        "stay vacated",
        r"stay\s(?:was\s|stood\s)?(?:vacated|lifted|discharged|dissolved)|vacat(?:ed|ing)\s(?:the\s)?stay",
    ),
    (
        "stay",
        r"stay(?:ed)?(?:\sof|\sagainst|\son)?\s(?:the\s|further\s)?(?:dispossession|proceedings|acquisition|award)|(?:status\squo|interim\sstay|stay)\s(?:order\s)?(?:was\s)?(?:granted|ordered)|stay(?:ed)?\b(?!\s(?:with|at|in\b|for\b|there|together))",
    ),
    ("vacated", r"vacated\b|lifted\b"),
    ("secured measure", r"symbolic\spossession|possession\snotice|measures?\sunder\s(?:section\s)?13\(4\)"),
    ("search", r"search(?:ed)?\b|raid(?:ed)?\b"),
    (
        "seizure",
        r"seiz(?:ed|ure)\b|recover(?:ed|y)\b(?!\sof\s(?:money|the\sprice|price|possession|rs|rent|arrears|dues|damages|loan|the\samount))",
    ),
    ("judgment", r"judge?ment\b|judgt?\.|judgmt\b\.?|jgmt\b\.?|jdgt\b\.?|jt\.(?=\s(?:dt|dated|of|and|&))"),
    ("order", r"orders?\b|passed\b"),
    ("decided", r"(?:rejected|dismissed|allowed|disposed\sof|decided|turned\sdown|declined)\b"),
    ("received", r"(?:got|received)\s(?:it|the\ssame)\b|received\b|rec'?d\b\.?|rcvd\b|delivered\b|handed\sover\b"),
    ("published", r"publi(?:shed|cation)\b"),
    ("executed", r"executed\b|carried\sout\b"),
    ("policy", r"policy\b|cover\snote\b|insured\s(?=from|upto|till)"),
    ("report", r"(?:report|opinion)\b(?!\s(?:u/s|under|of|in)\b)"),
    (
        "offence",
        (
            r"d\.?o\.?a\b\.?(?=\s?[:-]|\s?\Z)|occur(?:red|rence|ence|ance)\b|incident\b|d\.?o\.?i\b\.?|accident\b|date\sof\soffence|offence\b|(?:fateful\s|the\s|in\s)(?:night|evening|morning)\b(?!\sof\s(?:his|her)\sarrest)"
            r"|fire\b|assault(?:ed)?\b|attack(?:ed)?\b|stab(?:bed|bing)\b|shot\b|fired\b|beat(?:en|ing)?\b|kill(?:ed|ing)\b|murder(?:ed)?\b|rap(?:e|ed)\b"
            r"|kidnapp\w+|abduct\w+|trap\b|collision|collided|\bhit\b|dashed|knocked|robb(?:ed|ery)\b|dacoity|taken\saway|taken\sfrom|enticed|lured|eloped|went\smissing|way-?laid|d\.?o\.?o\b\.?|occ\.|run\sover|quarrel\w*|struck\b|molest\w+|broke\s(?:open|into)|snatched|cheated|stolen|theft\b"
        ),
    ),
)

NAMES = tuple(dict.fromkeys(role for role, _ in _ROLES))
TRIGGER = re.compile("|".join(f"(?P<r{number}>\\b(?:{pattern}))" for number, (_, pattern) in enumerate(_ROLES)))


# A verb alone takes its meaning from the event before it: "appeal preferred on ..., rejected on ...".
AFTERWARDS = {
    ("decided", "appeal"): "appeal decided",
    ("decided", "state appeal"): "appeal decided",
    ("decided", "correction request"): "correction disposed",
    ("decided", "representation"): "representation decided",
    ("decided", "bail application"): "bail order",
    ("executed", "detention order"): "order served",
    ("executed", "order"): "order served",
    ("published", "notification"): "notification",
    ("published", "declaration"): "declaration",
    ("received", "award"): "award received",
    ("received", "dishonour"): "dishonour",
    ("delivery", "order"): "order served",
    ("delivery", "notice sent"): "notice received",
    ("delivery", "award"): "award received",
    ("received", "notice sent"): "notice received",
    ("received", "detention order"): "order served",
    ("received", "order"): "order served",
    ("order served", "notice sent"): "notice received",
    ("order served", "award"): "award received",
    ("report", "board reference"): "board report",
    ("finished", "preliminary enquiry"): "enquiry completed",
    ("confirmed", "attachment"): "attachment confirmed",
    ("vacated", "stay"): "stay vacated",
    ("before a magistrate", "arrest"): "production",
    ("before a magistrate", "arrest shown"): "production",
}

# A paper is dated by its filing; without a word of filing the date is of something else ("the appeal was heard on").
FILED = frozenset(
    {
        "appeal",
        "state appeal",
        "suit",
        "complaint",
        "application",
        "claim",
        "section 34 petition",
        "section 11 application",
        "consumer complaint",
        "special leave petition",
        "divorce petition",
        "case filed",
    }
)
FILING = re.compile(
    r"\b(?:filed|files|filing|laid|prefer(?:red|s)|presented|lodged|institut(?:ed|ion)|moved|brought|made|submitted|appealed|sued"
    r"|approached|e-filed|registered|complained|taken\sout|put\sin|laid)\b"
)
# What a court or authority did, which its order only records: "acquitted vide judgment dated ...".
DECISIONS = frozenset(
    {
        "appeal decided",
        "acquittal",
        "sentence",
        "decree",
        "bail order",
        "sanction",
        "representation decided",
        "detention order",
    }
)
BY_ORDER = re.compile(
    r"[^.;]{0,40}\b(?:vide|by|through)\s(?:(?:its|the|his|an?|impugned|common)\s){0,2}|\s\((?:vide\s)?"
)
VERBS = frozenset(
    {
        "decided",
        "executed",
        "received",
        "published",
        "report",
        "finished",
        "confirmed",
        "vacated",
        "before a magistrate",
    }
)

# Words that name an event only where nothing firmer stands in the clause.
WEAK = re.compile(
    r"(?:fateful\s|the\s|in\s)(?:night|evening|morning)|orders?|passed|judge?ment|cheque|fire|possession|claims?|agreement|quarrel\w*|(?:was\s)?served|received|rec'?d\.?|rcvd|delivered|handed\sover|publi(?:shed|cation)|executed|rejected|dismissed|allowed|disposed\sof|decided|declined|report|opinion|finished|completed|concluded|closed|ended|over|confirm(?:ed|s|ation)|vacated|lifted|breach(?:ed)?|version|medical|in\scourt|before\s(?!jjb)[^;]{1,40}|the\slast\s.{0,20}on|stay(?:ed)?|pet(?:itio)?n\.?\s(?:was\s|is\s)?(?:presented|filed|instituted)"
)


def role_of(match: re.Match[str]) -> str:
    """The role that a match of `TRIGGER` names."""
    return _ROLES[int((match.lastgroup or "r0")[1:])][0]
