"""What the API is sent, read strictly."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr

Text = Annotated[StrictStr, Field(max_length=64)]
Count = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]


class Form(Schema):
    """A body that may say nothing else than its fields."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Form):
    """What to deal; without a number a random deal, with ``winnable`` one that the solver has proved."""

    game: Text
    options: Annotated[tuple[Text, ...], Field(max_length=16)] = ()
    number: StrictInt | Annotated[StrictStr, Field(pattern=r"^[0-9]{1,20}$")] | None = None
    winnable: StrictBool = False


class StepForm(Form):
    """One step of a player."""

    after: Count
    key: Annotated[StrictStr, Field(pattern=r"^[!-~]{1,64}$")]
    do: Literal["move", "turn", "click", "undo", "redo", "restart", "give up"]
    move: Text | None = None
    pile: Text | None = None
    count: Count = 1
    seconds: Count | None = None  # what the player's timer says; None where it is off


class HintForm(Form):
    """The state that a hint is asked for."""

    after: Count


class SolutionForm(Form):
    """Where the line to watch starts."""

    start: Annotated[Literal["here", "deal", "last winnable"], Field(alias="from")]


class SettingsForm(Form):
    """Any of the settings but for the language, which has an address of its own."""

    autoplay: StrictBool | None = None
    auto_complete: StrictBool | None = None
    winnable: StrictBool | None = None
    lamp: StrictBool | None = None
    leaderboard: StrictBool | None = None
    results: StrictBool | None = None
    timer: StrictBool | None = None
    sounds: StrictBool | None = None
    speed: Literal["off", "fast", "normal", "slow"] | None = None
    theme: Literal["system", "light", "dark", "contrast"] | None = None
    deck: Literal["two", "four"] | None = None
    faces: Literal["pictures", "plain"] | None = None
    hand: Literal["right", "left"] | None = None
