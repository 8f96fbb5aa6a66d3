"""Quantities in sentences written as judgments write them."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.facts import Quantity
from countercase.law.quantities import QuantityMention, find_quantities
from countercase.text.numbers import parse_number

YEAR, MONTH = 365.25, 30.4375


def only(text: str, quantity: Quantity) -> QuantityMention:
    found = [mention for mention in find_quantities(text) if mention.quantity is quantity]
    assert len(found) == 1, [mention.span.of(text) for mention in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "quote", "rupees"),
    [
        ("He paid Rs. 1,50,000/- in cash.", "Rs. 1,50,000/-", 150_000),
        ("He paid Rs.1.5 lakhs in cash.", "Rs.1.5 lakhs", 150_000),
        ("A loan of ₹2 crore was taken.", "₹2 crore", 20_000_000),
        ("Rupees five lakhs were found.", "Rupees five lakhs", 500_000),
        ("a sum of Rs. 18 lacs 50 thousand", "Rs. 18 lacs 50 thousand", 1_850_000),
        ("a sum of Rs. 2 crores and 35 lakhs only", "Rs. 2 crores and 35 lakhs", 23_500_000),
        ("fifty thousand rupees as dowry", "fifty thousand rupees", 50_000),
        ("dowry of 2 lakhs was asked", "2 lakhs", 200_000),
        ("Rs. 1, 50, 000 in the scanned copy", "Rs. 1, 50, 000", 150_000),
        ("Rs 150,000 by bank draft", "Rs 150,000", 150_000),
        ("an amount of Rs.76,248.43 was due", "Rs.76,248.43", 76_248.43),
        ("रु. या Rs. ५,००० की राशि", "Rs. ५,०००", 5_000),
        (
            "(Rupees Six Lakhs Fifty Thousand One Hundred One only)",
            "Rupees Six Lakhs Fifty Thousand One Hundred One",
            650_101,
        ),
        ("fined Rs. 500 each", "Rs. 500", 500),
        ("a fare of Re. 1 a mile", "Re. 1", 1),
        ("Rupees One Crore Twenty Five Lakhs", "Rupees One Crore Twenty Five Lakhs", 12_500_000),
    ],
)
def test_money(text: str, quote: str, rupees: float) -> None:
    mention = only(text, Quantity.AMOUNT)
    assert mention.span.of(text) == quote
    assert mention.value == pytest.approx(rupees)
    assert mention.unit == "rupees"


@pytest.mark.parametrize(
    "text",
    [
        "a crowd of 2 lakh people",
        "Writ Petition No. 50 of 2001",
        "Sections 302, 307 and 120",
        "10 lakh tonnes of coal",
        "the offence under Section 21 years ago",
        "This was the 5th day of the hearing",
        "PW-4 G. Kumar was examined",
        "the 2G licences",
        "one Gram Sabha was excluded",
        "one day he came to the shop",
        "at about 1030 hours",
        "at 9 hours in the morning",
        "on 32.03.2019 and 12.13.2019 and 30 February 2019",
        "no one of them was the first to leave",
        "a minor dispute about a drain",
        "Exhibits A-2 to A-4 prove it",
        "S.C. No. 01/01/11 was tried",
        "two sentences, three shops and four cows",
        "one person and one accused",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert [mention.span.of(text) for mention in find_quantities(text)] == []


@pytest.mark.parametrize(
    ("text", "quote", "years", "role", "approximate"),
    [
        ("The accused, aged about 17 years, ran.", "17 years", 17, "accused", True),
        ("She was 17 years old.", "17 years old", 17, None, False),
        ("a boy of 12 was the only witness", "12", 12, None, False),
        ("a girl of tender build, 17 years and 10 months old", "17 years and 10 months old", 17 + 10 / 12, None, False),
        ("the deceased aged 25 yrs. was a clerk", "25 yrs", 25, "deceased", False),
        ("The age of the prosecutrix was 15 years.", "15 years", 15, "victim", False),
        ("a 17-year-old student", "17-year-old", 17, None, False),
        ("He was १७ years old then", "१७ years old", 17, None, False),
        ("he was only 15-1/2 years old", "15-1/2 years old", 15.5, None, False),
        ("a 20 days old baby was left", "20 days old", 20 / YEAR, None, False),
        ("a girl of 12 of that village", "12", 12, None, False),
        ("the appellant, aged 34, was tried", "34", 34, "petitioner", False),
        ("a child below five years of age", "five years of age", 5, None, False),
        ("his child aged about 9 months", "9 months", 0.75, None, True),
        ("aged 16-17 years at that time", "17 years", 17, None, True),
        ("the ossification test gave 18 to 20 years", "20 years", 20, None, True),
        ("The radiologist put it at 17 years", "17 years", 17, None, False),
        ("on attaining the age of fifty-eight years", "fifty-eight years", 58, None, False),
        ("P.W. 4, then 13 years of age, saw it", "13 years of age", 13, "witness", False),
        ("the accused and his brother aged 22 years", "22 years", 22, None, False),
    ],
)
def test_ages(text: str, quote: str, years: float, role: str | None, approximate: bool) -> None:
    mention = only(text, Quantity.AGE)
    assert mention.span.of(text) == quote
    assert mention.value == pytest.approx(years)
    assert (mention.unit, mention.role, mention.approximate) == ("years", role, approximate)


@pytest.mark.parametrize("text", ["a child of tender years", "the minor girl was found", "The victim was a minor."])
def test_a_minor_is_a_category_without_a_number(text: str) -> None:
    mention = only(text, Quantity.AGE)
    assert (mention.value, mention.category) == (None, "minor")


@pytest.mark.parametrize(
    ("text", "quote", "days", "role"),
    [
        ("three and a half years later", "three and a half years", 3.5 * YEAR, None),
        ("within seven years of her marriage", "seven years", 7 * YEAR, "marriage"),
        ("a delay of 33 days in filing", "33 days", 33, "delay"),
        ("after 14 months", "14 months", 14 * MONTH, None),
        ("a six-month course", "six-month", 6 * MONTH, None),
        ("sentenced to ten years rigorous imprisonment", "ten years", 10 * YEAR, "sentence"),
        ("in custody for 2 years and 3 months", "2 years and 3 months", 2 * YEAR + 3 * MONTH, "custody"),
        ("within 15 (fifteen) days", "15 (fifteen) days", 15, None),
        ("one hundred and twenty days had passed", "one hundred and twenty days", 120, None),
        ("2½ years ago", "2½ years", 2.5 * YEAR, None),
        ("11 1/2 years in all", "11 1/2 years", 11.5 * YEAR, None),
        ("produced within 24 hours", "24 hours", 1, None),
        ("some 7/8 months ago", "8 months", 8 * MONTH, None),
        ("the injuries were two days old", "two days", 2, None),
        ("worked for 240 days", "240 days", 240, None),
        ("the dispute was five years old", "five years", 5 * YEAR, None),
        ("rigorous imprisonment for\n  two weeks", "two weeks", 14, "sentence"),
    ],
)
def test_durations(text: str, quote: str, days: float, role: str | None) -> None:
    mention = only(text, Quantity.DURATION)
    assert mention.span.of(text) == quote
    assert mention.value == pytest.approx(days)
    assert (mention.unit, mention.role) == ("days", role)


@pytest.mark.parametrize(
    ("text", "quote", "grams", "substance"),
    [
        ("250 grams of charas was seized", "250 grams", 250, "charas"),
        ("ganja weighing 1.2 kg was found", "1.2 kg", 1_200, "ganja"),
        ("2 quintals of poppy husk", "2 quintals", 200_000, "poppy straw"),
        ("1 kg 200 grams of heroin", "1 kg 200 grams", 1_200, "heroin"),
        ("4 kgs. of heroin", "4 kgs", 4_000, "heroin"),
        ("5 g heroin in a packet", "5 g", 5, "heroin"),
        ("fifty gms. of smack", "fifty gms", 50, "heroin"),
        ("a stone of 2 1/2 kgs.", "2 1/2 kgs", 2_500, None),
    ],
)
def test_weights(text: str, quote: str, grams: float, substance: str | None) -> None:
    mention = only(text, Quantity.WEIGHT)
    assert mention.span.of(text) == quote
    assert mention.value == pytest.approx(grams)
    assert (mention.unit, mention.subject, mention.role) == ("grams", substance, None)


@pytest.mark.parametrize(
    ("text", "persons", "role", "approximate"),
    [
        ("five persons came armed", 5, None, False),
        ("accused Nos. 1 to 7 were tried", 7, "accused", False),
        ("accused nos. 2, 3 and 5 fled", 3, "accused", False),
        ("accused nos. 2, 3, and 4 fled", 3, "accused", False),
        ("A-1 to A-5 were armed", 5, "accused", False),
        ("accused Nos.1 to 4 and 6 were tried", 5, "accused", False),
        ("two other unknown persons", 2, None, False),
        ("all the fourteen accused", 14, "accused", False),
        ("seven accused persons", 7, "accused", False),
        ("about 200 persons came", 200, None, True),
        ("five or more persons", 5, None, True),
        ("four-five unknown assailants", 5, "accused", True),
        ("left six dependants", 6, "dependants", False),
    ],
)
def test_persons(text: str, persons: int, role: str | None, approximate: bool) -> None:
    mention = only(text, Quantity.PERSONS)
    assert (mention.value, mention.unit) == (persons, "persons")
    assert (mention.role, mention.approximate) == (role, approximate)


@pytest.mark.parametrize(
    "text",
    [
        "on 12.03.2019 he",
        "on 12-3-2019 he",
        "on 12/03/2019 he",
        "on 12 . 03 . 2019 he",
        "on 12th March, 2019 he",
        "on 12 March 2019 he",
        "on March 12, 2019 he",
        "on Mar. 12, 2019 he",
        "on the 12th day of March, 2019 he",
        "on 12.3.19 he",
        "on 12-Mar-2019 he",
        "on 2019-03-12 he",
        "on March, 12, 2019 he",
    ],
)
def test_dates(text: str) -> None:
    mention = only(text, Quantity.DATE)
    assert mention.date == date(2019, 3, 12)
    assert text[: mention.span.start].strip() in {"on", "on the"}
    assert text[mention.span.end :] == " he"


@pytest.mark.parametrize(("text", "year"), [("on 1.2.98", 1998), ("on 1.2.47", 1947), ("on 1.2.29", 2029)])
def test_two_digit_years(text: str, year: int) -> None:
    assert only(text, Quantity.DATE).date == date(year, 2, 1)


def test_a_two_digit_year_of_either_century_is_left() -> None:
    assert find_quantities("on 1.2.38") == []


def test_the_first_number_of_a_range_takes_the_scale_of_the_second() -> None:
    first, second = find_quantities("He wanted Rs. 5 to 10 lakhs.")
    assert (first.value, second.value) == (500_000, 1_000_000)
    assert first.approximate
    assert second.approximate


def test_only_a_date_has_a_day() -> None:
    assert only("five persons", Quantity.PERSONS).date is None


def test_several_in_one_sentence_keep_their_order() -> None:
    text = "On 3.4.2001 five persons took Rs. 500 and 2 kg of ganja from a boy of 12 after 3 days."
    assert [mention.quantity.value for mention in find_quantities(text)] == [
        "date", "persons", "amount", "weight", "age", "duration",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("one", 1),
        ("twenty-one", 21),
        ("ninety nine", 99),
        ("one hundred and five", 105),
        ("twelve hundred", 1_200),
        ("three thousand two hundred", 3_200),
        ("one lakh fifty thousand", 150_000),
        ("two crores", 20_000_000),
        ("1,23,456.50", 123_456.5),
        ("three and a half", 3.5),
        ("२५", 25),
    ],
)
def test_number_words(text: str, value: float) -> None:
    assert parse_number(text) == value


def indian_groups(value: int) -> str:
    """1234567 -> 12,34,567."""
    head, tail = divmod(value, 1000)
    if not head:
        return str(tail)
    pairs = []
    while head:
        head, pair = divmod(head, 100)
        pairs.append(f"{pair:02}")
    return f"{','.join(reversed(pairs)).lstrip('0')},{tail:03}"


@given(st.integers(1, 10**9))
def test_indian_grouping_is_read_back(value: int) -> None:
    assert only(f"He paid Rs. {indian_groups(value)}/- to her.", Quantity.AMOUNT).value == value


@given(
    st.dates(date(1800, 1, 1), date(2099, 12, 31)), st.sampled_from(["%d.%m.%Y", "%d/%m/%Y", "%B %d, %Y", "%d %b %Y"])
)
def test_dates_are_read_back(day: date, form: str) -> None:
    assert only(f"on {day.strftime(form)}, it", Quantity.DATE).date == day


PIECES = st.sampled_from(
    "1 5 17 1,50,000 rs. ₹ lakhs crore one five hundred and a half years months old aged about accused nos. to - / . , "
    "persons kg grams of heroin 12.03.2019 march 2019 th minor tender ½ ५ İ ( ) \n \x00".split(" ")
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["", " "]))
def test_any_heap_of_pieces_gives_ordered_spans_inside_the_text(pieces: list[str], glue: str) -> None:
    text = glue.join(pieces)
    ends = 0
    for mention in find_quantities(text):
        assert mention.span.start >= ends
        assert mention.span.of(text).strip()
        ends = mention.span.end


@given(st.text())
def test_any_text_is_read_without_a_crash(text: str) -> None:
    for mention in find_quantities(text):
        mention.span.of(text)


@pytest.mark.parametrize(
    "piece",
    [
        "1,",
        "one ",
        "twenty-",
        "aged about ",
        "rs. 5 lakh ",
        "a-1, ",
        "accused nos. 1, ",
        "12.",
        "5 years and ",
        "(fifteen) ",
        "\x00",
        "İ",
    ],
)
def test_long_repeats_end(piece: str) -> None:
    assert isinstance(find_quantities(piece * (100_000 // len(piece))), list)


def test_empty_and_binary() -> None:
    assert find_quantities("") == []
    assert find_quantities(bytes(range(256)).decode("latin-1") * 50) == []


def test_a_very_long_text_is_read_like_its_parts() -> None:
    part = "The accused, aged about 17 years, paid Rs. 5,000 on 12.03.2019; five persons saw it. "
    once = find_quantities(part)
    times = 120_000 // len(part)
    assert find_quantities(part * times) == [
        replace(mention, span=mention.span.shift(number * len(part))) for number in range(times) for mention in once
    ]
