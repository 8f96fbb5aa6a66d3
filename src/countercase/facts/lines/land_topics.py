"""Which of the two Acts on land acquisition governs a matter, and what it says of the notice of the award."""

from datetime import date
from typing import TYPE_CHECKING

from countercase.facts.lines.stated_years import day_told

if TYPE_CHECKING:
    from countercase.facts.lines.profile import MatterProfile

_ACT_OF_2013_FROM = date(2014, 1, 1)  # Right to Fair Compensation in Land Acquisition Act


def is_land_acquisition_1894(matter: "MatterProfile") -> bool:
    """Whether land was acquired under the Act of 1894."""
    if "LAA" in matter.acts or matter.has_words("land acquisition 1894"):
        return True
    notified = matter.timeline.first("notification")
    if notified is not None and matter.timeline.of("declaration") and notified.day < _ACT_OF_2013_FROM:
        return True
    return (
        matter.has_words("acquisition of land")
        and not matter.has_words("sections of the Act of 2013")
        and min((mention.day for mention in matter.timeline.mentions), default=day_told(matter)) < _ACT_OF_2013_FROM
        and "NationalHighways" not in matter.named_acts
    )


def is_land_acquisition_2013(matter: "MatterProfile") -> bool:
    """Whether land was acquired under the Act of 2013."""
    if "RFCTLARR" in matter.named_acts or _is_declared_since_2014(matter):
        return True
    if matter.has_words("Act of 2013") and matter.timeline.of("declaration", "notification"):
        return True
    return (
        matter.has_words("acquisition of land")
        and matter.has_words("sections of the Act of 2013")
        and day_told(matter) >= _ACT_OF_2013_FROM
        and "NationalHighways" not in matter.named_acts
    )


def had_no_notice_of_award(matter: "MatterProfile") -> bool:
    """Whether the owner was absent when the award was made and had no notice of it."""
    return (
        matter.has_words("no notice of the award")
        and not matter.timeline.of("award notice received")
        and not matter.topic("present at the award")
    )


def _is_declared_since_2014(matter: "MatterProfile") -> bool:
    """Whether land was notified and declared under the Act of 2013. The Highways Act has declarations of its own."""
    stages = matter.timeline.of("declaration", "notification")
    return (
        bool(matter.timeline.of("declaration"))
        and all(stage.day >= _ACT_OF_2013_FROM for stage in stages)
        and matter.has_words("land acquisition 1894")
        and "NationalHighways" not in matter.named_acts
    )
