"""A judgment without a title is found by the parties its opening names."""

from training.bodies import Openings, own_names
from training.links import Mention, find_mentions

JUDGMENTS = [
    ("a", "The appellant Mohanlal Barjatya let the shop to the State of Bihar in 1958.", 1961),
    (
        "b",
        "Counsel relied on Mohanlal Barjatya v. State of Bihar. Here one Ganpat Deshmukh sued Vasant Kulkarni.",
        1964,
    ),
    ("c", "The petitioner Sitaram Agarwala of Madras was detained by the Union of India.", 1970),
]


def mention(text: str) -> Mention:
    """The one case that the text names."""
    (found,) = find_mentions(text)
    return found


def test_an_opening_names_the_parties_and_not_the_cases_it_cites() -> None:
    assert "barjatya" not in own_names(JUDGMENTS[1][1])
    assert {"ganpat", "deshmukh", "vasant", "kulkarni"} <= set(own_names(JUDGMENTS[1][1]))


def test_both_sides_must_stand_in_the_opening() -> None:
    openings = Openings(JUDGMENTS)
    assert openings.resolve(mention("in Mohanlal Barjatya v. State of Bihar it was held"), 1975) == "a"
    assert openings.resolve(mention("in Mohanlal Barjatya v. State of Assam it was held"), 1975) is None
    assert openings.resolve(mention("in Sitaram Agarwala v. Union of India it was held"), 1975) == "c"


def test_the_years_must_allow_it() -> None:
    openings = Openings(JUDGMENTS)
    assert openings.resolve(mention("in Ganpat Deshmukh v. Vasant Kulkarni it was held"), 1960) is None
    assert openings.resolve(mention("in Ganpat Deshmukh v. Vasant Kulkarni, (1985) it was held"), 1990) is None
    assert openings.resolve(mention("in Ganpat Deshmukh v. Vasant Kulkarni, (1966) it was held"), 1990) == "b"


def test_two_that_fit_are_none() -> None:
    openings = Openings([*JUDGMENTS, ("d", "Mohanlal Barjatya and the State of Bihar are here again.", 1962)])
    assert openings.resolve(mention("in Mohanlal Barjatya v. State of Bihar it was held"), 1975) is None
