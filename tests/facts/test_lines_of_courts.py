"""What a court may do: the sentence it passes, the police custody it gives, the arrest it must allow."""

import pytest

from countercase.facts.lines import read_lines


def lines(narrative: str, rule: str) -> list[tuple[str, str]]:
    """The value and the side of each line of a rule."""
    return [(line.value, line.stands.value) for line in read_lines(narrative) if line.rule.startswith(rule)]


@pytest.mark.parametrize(
    ("narrative", "rule", "expected"),
    [
        (
            "Client aged 67 hit an intruder; FIR u/s 115(2) BNS alone, max one year, 8.8.2024. Arrested on 9.8.2024 without"
            " leave of any DySP. The intruder is 22.",
            "bnss-35-7-age",
            [("67 years", "crossed")],
        ),
        (
            "S. 179 BNSS notice in a 318(4) BNS case, Nov 2024. His date of birth is 9.2.1961; told to attend on 25.11.2024."
            " I.O. says the limit is sixty-five.",
            "bnss-179",
            [("63 years", "crossed")],
        ),
        (
            "318(4), 336(3) BNS (both upto 7 yrs). Produced on 9.8.2024, sent to JC. PCR - 3 days from 12.08, 4 days from"
            " 02.09. CJM gave 2 more days. Default bail u/s 187(3).",
            "police custody",
            [("9 days", "within")],
        ),
        (
            "UAPA, S. 43D(2). First remand 2.8.2019. Police had him for 14 days at the start, and then NIA got him for a"
            " further ten days, from jail, on affidavit.",
            "police custody",
            [("24 days", "within")],
        ),
        (
            "S. 386 IPC, default bail u/s 167(2). Police remand to 12.6.2019; on 24.6.2019 fresh PCR for 3 days.",
            "police custody",
            [],
        ),
        (
            "S.302 IPC, 2014. Police remand of 8 days given on 3.3.2014; time extended by a further 9 days of judicial"
            " custody.",
            "police custody",
            [],
        ),
        (
            "Ss. 304B, 498A IPC and 4 D.P. Act; she died on 10.1.2005. Convicted. 304B: five years. 498A: two years. D.P. Act: six"
            " months.",
            "least IPC-304B",
            [("5 years", "crossed")],
        ),
        (
            "Trial u/s 302 IPC. Occurrence on 19.11.1996. His complaint u/s 323 agst PW-5 was filed on 2.12.1997.",
            "crpc-limitation-b",
            [("1 year 13 days", "crossed")],
        ),
        (
            "S.302 IPC. Convicted and sentenced to imprisonment for life; the State says that the minimum was passed.",
            "least IPC-302",
            [("life", "within")],
        ),
        (
            "Theft u/s 379 IPC of 3.4.2012. Convicted and sentenced to life imprisonment.",
            "most IPC-379",
            [("life", "crossed")],
        ),
        (
            "Notice u/s 138 N.I. Act of 25.9.2019. Cheque of Rs 4,80,000 dishonoured 28.8.2019. The notice demands Rs 5,40,000"
            " in one figure.",
            "ni-138-demand",
            [("Rs 5,40,000", "crossed")],
        ),
        (
            "S. 138 N.I. Act. Cheque of Rs 4,80,000 dishonoured 28.8.2019. Notice of 25.9.2019 demands Rs 5,40,000, that is the"
            " cheque of Rs 4,80,000 and interest of Rs 60,000.",
            "ni-138-demand",
            [],
        ),
        (
            "S. 138 N.I. Act, cheque of 2 lakh dishonoured in 2012. Fine Rs 3 lakhs, and failing that S.I. for 1 year. No"
            " substantive term.",
            "default of fine",
            [("1 year", "crossed")],
        ),
        (
            "He shot from his house, private defence. On the night of 12 October 2024 at about 11 the back door was broken by"
            " three men. S. 103(1) BNS.",
            "night",
            [("at about 11", "within")],
        ),
    ],
)
def test_a_line_is_drawn_on_its_side(narrative: str, rule: str, expected: list[tuple[str, str]]) -> None:
    assert lines(narrative, rule) == expected


def test_sections_of_a_case_of_a_cheque_are_no_riot() -> None:
    narrative = "138 case, cheque of 2013 dishonoured, tried summarily (S. 143). Sentence S.I. 18 months."
    assert not [line for line in read_lines(narrative) if line.provision.act == "IPC"]


def test_a_death_on_the_fifth_day_is_not_counted_from_the_marriage() -> None:
    narrative = "306 IPC. Married 30.11.2009. She set herself alight and died of septicaemia on the 5th day."
    assert not [line for line in read_lines(narrative) if line.value == "5 days"]
