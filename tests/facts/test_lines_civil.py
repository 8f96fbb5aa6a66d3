"""Lines of motor claims, land acquisition, specific performance, limitation of suits and arbitral awards."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines

SIDES = {"within": Stands.WITHIN, "crossed": Stands.CROSSED}


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


MOTOR = [
    (
        "MV-15",
        "within",
        "Claim before MACT Pune. Driving licence expired on 3 May 2012; he applied for renewal on 28 May 2012. The"
        " accident was on 10 May 2012.",
    ),
    (
        "MV-15",
        "crossed",
        "MACT. The licence of the truck driver was valid only till 02.02.2013. Accident 20.03.2013. He applied to renew"
        " it on 01.04.2013.",
    ),
    (
        "MV-158",
        "crossed",
        "MACT Agra. FIR registered on 4.4.2014. The SHO forwarded the report to the Claims Tribunal on 30.6.2014 only.",
    ),
    (
        "MV-158",
        "within",
        "Accident recorded in the daily diary on 2 March 2016; Form 54 submitted to the Claims Tribunal on 20 March 2016.",
    ),
    (
        "MV-157",
        "within",
        "MACT claim. The jeep was sold to Ravi on 1.6.2013 and he applied to the insurer for transfer of the policy on"
        " 10.6.2013; accident 5.9.2013.",
    ),
    (
        "MV-157",
        "crossed",
        "Transfer of the vehicle to the second owner 12.03.2011. He informed the insurance company of the change on"
        " 30.04.2011. Accident of 01.06.2011, claim before the Tribunal (MACT).",
    ),
    (
        "MV-168",
        "within",
        "MACT Kota. Award 5.6.2018. Insurer deposited the awarded amount in the Tribunal on 28.6.2018.",
    ),
    ("MV-168", "crossed", "Award of the MACT dated 04.01.2017. The amount awarded was deposited on 20.04.2017."),
    (
        "MV-43",
        "within",
        "New car hit a scooterist; MACT claim. Temporary registration granted on 2.1.2014; accident on 20.1.2014.",
    ),
    (
        "MV-43",
        "crossed",
        "MACT. Temporary regn. dated 10.08.2015 and no permanent mark obtained. Accident on 01.11.2015.",
    ),
    (
        "CPC-Order-41-Rule-22",
        "within",
        "First appeal by the insurer. Notice of the appeal was served on the claimants on 3.2.2016; their"
        " cross-objection was filed on 26.2.2016.",
    ),
    (
        "CPC-Order-41-Rule-22",
        "crossed",
        "RFA pending. We received notice of the date of hearing in the appeal on 5 July 2018 and lodged cross-objections"
        " on 20 September 2018.",
    ),
    (
        "MV-163A",
        "within",
        "Petition under section 163-A for the death of a labourer on 4.5.2011. His monthly income was Rs 3,000, says his"
        " employer.",
    ),
    (
        "MV-163A",
        "crossed",
        "Claim u/s 163A MV Act. Accident 12.6.2014. Deceased, a welder, earned Rs. 9,000 per month. Widow gets Rs 1,500"
        " p.m. as pension.",
    ),
    (
        "MV-140",
        "within",
        "Death of a cyclist on 2.2.2010. MACT granted Rs 50,000 under section 140 as interim relief.",
    ),
    ("MV-140", "crossed", "MACT, accident 5.5.2003, the man died. No-fault award of Rs 25,000 made to his widow."),
    (
        "MV-164",
        "within",
        "Claim under s.164 of the MV Act, accident 3.3.2023, claimant suffered grievous hurt. Tribunal awarded"
        " Rs 2,50,000.",
    ),
    (
        "MV-164",
        "crossed",
        "Petition u/s 164 MV Act for a death on 9.9.2023. The Tribunal gave Rs 3,00,000 to the parents.",
    ),
    (
        "MV-147",
        "crossed",
        "MACT, accident of 4.4.2009: truck broke the compound wall of a house. Statutory policy, no additional premium"
        " for property. Damage assessed at Rs 95,000.",
    ),
    (
        "MV-4",
        "crossed",
        "MACT. The lorry was driven by a lad; the driver was 19 years old on that day. Insurer pleads that he could hold"
        " no licence.",
    ),
    (
        "MV-4",
        "within",
        "MACT. Driver of the truck was aged 21 years at the accident and had no badge; insurer says no valid licence.",
    ),
    (
        "MV-4",
        "crossed",
        "MACT. Scooter driver aged 17 years had no licence; the owner is his father, aged 45.",
    ),
    (
        "MV-128",
        "crossed",
        "Motor accident claim. Three persons were riding on one motorcycle when the bus hit it from behind.",
    ),
    (
        "MV-173",
        "crossed",
        "Claimant's appeal u/s 173 MV Act, award of 2010. The enhancement sought is small: he seeks a further Rs 7,000.",
    ),
    (
        "MV-173",
        "crossed",
        "Insurer's appeal against the MACT award of 3.3.2016 for Rs 40,000. With the memo Rs 10,000 was deposited in the"
        " registry.",
    ),
    (
        "MV-168",
        "crossed",
        "MACT. Deceased, aged 44, kept a shop of his own; accident 2.2.2019. Tribunal added 40 per cent for future.",
    ),
]
LAND = [
    (
        "LAA-54",
        "within",
        "Land acquisition. The reference court decided on 3.3.2009. Appeal in the High Court filed 20.5.2009.",
    ),
    (
        "LAA-54",
        "crossed",
        "LAR 44/2004 answered by the District Judge on 04.02.2008. State's appeal to the High Court presented"
        " 03.08.2008.",
    ),
    (
        "LAA-18",
        "crossed",
        "Acquisition of 3 acres. Award of the Collector 2.2.2007. The owner was absent and no notice of the award was"
        " served. Reference application 5.12.2007.",
    ),
    (
        "LAA-28A",
        "crossed",
        "Section 28A. Reference court enhanced the rate on 1.3.2005. The others applied for re-determination on"
        " 20.9.2005 before the LAO.",
    ),
    (
        "LAA-17",
        "crossed",
        "Urgency clause invoked. Notice under section 9(1) published 2.5.2010; possession taken 10.5.2010 by the LAO.",
    ),
    (
        "LAA-17",
        "crossed",
        "Urgency clause, section 17, for a canal; acquisition of 2011. The SLAO tendered 50 per cent of the estimated"
        " compensation before possession.",
    ),
    (
        "LAA-23",
        "crossed",
        "Reference under the 1894 Act, notification of 1998. The LAO gave solatium at 15 per cent and additional"
        " compensation at 12 per cent.",
    ),
    (
        "RFCTLARR-30",
        "crossed",
        "Award of 4.4.2017 under the 2013 Act by the Collector. Solatium given is 30 per cent of the market value.",
    ),
    (
        "RFCTLARR-74",
        "crossed",
        "Award of the LARR Authority dated 3.1.2019, acquisition under the 2013 Act. Appeal to the High Court filed on"
        " 28.3.2019.",
    ),
    (
        "RFCTLARR-73",
        "crossed",
        "Re-determination under section 73. The Authority's award is of 2 May 2019; the others applied for"
        " re-determination on 30 September 2019 to the Collector.",
    ),
    (
        "RFCTLARR-64",
        "crossed",
        "2013 Act. Owners were present when the Collector made the award on 3.3.2018. Application for reference"
        " 20.6.2018.",
    ),
    (
        "RFCTLARR-25",
        "within",
        "Section 6 declaration of the old Act 3.8.2013; no award on 1.1.2014. Award made by the Collector 20.11.2014"
        " with compensation under section 24(1)(a).",
    ),
    (
        "RFCTLARR-2",
        "within",
        "Acquisition under the 2013 Act for a private company in 2018. Prior consent was given by 84 per cent of the"
        " affected families.",
    ),
    (
        "RFCTLARR-2",
        "crossed",
        "PPP metro project, land acquired under the Act of 2013 in 2019. Only 65% of the affected families consented.",
    ),
    (
        "RFCTLARR-38",
        "within",
        "Award under the 2013 Act 4.4.2019. The Collector credited the compensation on 20.5.2019 and took possession.",
    ),
    (
        "RFCTLARR-40",
        "within",
        "Urgency under section 40 of the 2013 Act. Notice under section 21 was published on 1.2.2020; possession was"
        " taken on 20.3.2020.",
    ),
    (
        "RFCTLARR-40",
        "crossed",
        "Section 40 invoked under the 2013 Act, 2020. The dwelling house was entered after 12 hours' notice. Collector's"
        " award awaited.",
    ),
    (
        "RFCTLARR-14",
        "crossed",
        "2013 Act. The SIA report was appraised by the Expert Group on 3.3.2017. Section 11 notification 30.6.2018.",
    ),
    (
        "RFCTLARR-21",
        "within",
        "2013 Act. Notice under section 21 issued on 1.3.2019 asking the owners to appear on 10.4.2019.",
    ),
    (
        "LAA-11A",
        "within",
        "LA Act 1894. Section 6 declaration 1.3.2006. Proceedings stayed from 1.6.2006 to 1.9.2007. Award 10.2.2009.",
    ),
]
PERFORMANCE = [
    (
        "SRA-20",
        "within",
        "Contractor in breach. Notice of substituted performance received by him on 3.3.2022; the work was given to"
        " another contractor on 20.4.2022.",
    ),
    (
        "SRA-20",
        "crossed",
        "Substituted performance. Notice sent 1 May 2023. Owner engaged a new firm to complete the work on 15 May 2023.",
    ),
    (
        "SRA-20C",
        "crossed",
        "Suit for specific performance. Summons served on the defendant 3.2.2020. Decree 4.9.2022.",
    ),
    (
        "SRA-28",
        "within",
        "Decree for specific performance dated 3.3.2015: the balance to be deposited within three months. Deposited on"
        " 20.5.2015.",
    ),
    (
        "CPC-Order-8-Rule-1",
        "within",
        "Suit for specific performance. Summons served 2.1.2012. Written statement filed 20.3.2012.",
    ),
    (
        "CPC-Order-6-Rule-18",
        "within",
        "Suit of 2014. Amendment of the plaint was allowed on 3.3.2015; amended plaint filed 12.3.2015.",
    ),
    (
        "CPC-Order-17-Rule-1",
        "crossed",
        "Suit for possession, 2015. The defendant was granted six adjournments for his evidence.",
    ),
    (
        "CPC-Order-39-Rule-3A",
        "within",
        "Suit. Ex parte injunction granted 2.2.2015; the application was finally disposed of on 25.2.2015.",
    ),
    (
        "Limitation-Article-124",
        "crossed",
        "Decree dated 3.3.2015 in the suit. The defendant filed a review on 30.5.2015.",
    ),
    (
        "Contract-11",
        "crossed",
        "Agreement to sell dated 3.3.2010. Vendor was a minor, he says: date of birth 5.5.1993 by the school record.",
    ),
    (
        "Contract-11",
        "within",
        "Suit on an agreement of sale. Minority of the seller is pleaded. Born on 2.2.1990; the agreement was signed on"
        " 5.5.2008.",
    ),
]
LIMITATION = [
    (
        "Limitation-Article-112",
        "crossed",
        "Government's suit for possession of poramboke land filed 3.3.2015. Defendant has held it adversely since"
        " 1.1.1980.",
    ),
    ("Limitation-Article-35", "within", "Demand pronote dated 3.3.2010. Suit filed 20.12.2012 for the money."),
    (
        "Limitation-Article-1",
        "crossed",
        "Mutual, open and current account. The accounting year ended on 31.3.2010. Suit filed 5.5.2013.",
    ),
    (
        "Limitation-Article-55",
        "within",
        "Contract for supply of 200 bags. Buyer repudiated it by letter of 3.3.2012. Suit for loss on resale filed on"
        " 4.4.2014.",
    ),
    (
        "Limitation-Article-61",
        "within",
        "Simple mortgage; the date fixed for repayment was 1.4.1985. Suit for redemption filed 3.3.2010.",
    ),
    (
        "Limitation-25",
        "within",
        "Easement by prescription claimed: path used openly and as of right for twenty-four years until the wall came"
        " up. Suit filed next year.",
    ),
    (
        "Limitation-25",
        "crossed",
        "Right of way claimed over nazul land of the State on 25 years' user till the fence of 2012.",
    ),
]
ARBITRATION = [
    (
        "Arbitration-33",
        "within",
        "Arbitral award dated 3.3.2015. The arbitrator issued a corrigendum of his own motion on 20.3.2015.",
    ),
    (
        "Arbitration-33",
        "crossed",
        "Award received 2.2.2016 from the sole arbitrator. Application for an additional award was made on 20.4.2016.",
    ),
    (
        "Arbitration-34",
        "within",
        "Section 34 petition. Notice of the petition was served on the other side on 3.3.2019. Petition dismissed"
        " 4.12.2019.",
    ),
    (
        "Arbitration-13",
        "crossed",
        "Arbitration. The party learnt of the arbitrator's link on 3.3.2018 and sent a written challenge to the tribunal"
        " on 30.4.2018.",
    ),
    (
        "Arbitration-10",
        "crossed",
        "Award by a tribunal of two arbitrators. Ground under section 34: the number of arbitrators was even.",
    ),
    (
        "MSMED-19",
        "within",
        "Award of the Facilitation Council for Rs 40,00,000. The buyer deposited Rs 30,00,000 with his section 34"
        " petition.",
    ),
    (
        "Arbitration-31",
        "within",
        "Arbitral award dated 3.3.2009, silent as to future interest. The executing court allowed 18 per cent from the"
        " award till payment.",
    ),
    (
        "Arbitration-11",
        "within",
        "Ad hoc arbitration of 2021 under the Fourth Schedule. Fee fixed at Rs 28,00,000 for each arbitrator.",
    ),
]


@pytest.mark.parametrize(
    ("provision", "side", "text"),
    [*MOTOR, *LAND, *PERFORMANCE, *LIMITATION, *ARBITRATION],
    ids=lambda value: value[:24],
)
def test_a_line_is_drawn_on_its_side(provision: str, side: str, text: str) -> None:
    assert SIDES[side] in sides(text, provision)
