"""What the API's answers look like, for ``/api/openapi.json``. The answers themselves are not checked against it."""

from datetime import date
from typing import Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from winnable.rules.position import EventKind
from winnable.session import State

Json = dict[str, Any]
Number = Annotated[
    int | str, Field(description="a deal number; a text from 2^53 on, because JavaScript would round it")
]
CardText = Annotated[str, Field(description="rank and suit, such as 7H or 10S")]
MoveText = Annotated[str, Field(description="a move, such as T3-F1")]
Count = Annotated[int, Field(ge=0)]


class Shape:
    """Describes a JSON answer by a schema that costs nothing when it is sent; checking it would take a third as long
    as making it.
    """

    def __init__(self, schema: type[Schema]) -> None:
        self.schema = schema

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """A reference to the schema, which is described once."""
        described: Any = self.schema.__pydantic_core_schema__
        parts = described["definitions"] if described["type"] == "definitions" else []
        whole = described["schema"] if described["type"] == "definitions" else described
        name = f"{self.schema.__module__}.{self.schema.__qualname__}:{id(self.schema)}"
        reference = core_schema.definition_reference_schema(name)
        return handler(core_schema.definitions_schema(reference, [*parts, {**whole, "ref": name}]))


class Part(Schema):
    """Something that has no other keys than these."""

    model_config = ConfigDict(extra="forbid")


class Refusal(Part):
    """Why a call is refused: a code for programs, and one sentence in the player's language."""

    code: str
    message: str


class OptionPart(Part):
    """A rule that can be chosen; of several values one."""

    name: str
    values: list[str]
    meaning: str


class GamePart(Part):
    """A game."""

    name: str
    title: str
    summary: str
    options: list[OptionPart]


class SettingsPart(Part):
    """A player's settings."""

    autoplay: bool
    auto_complete: bool
    winnable: bool
    lamp: bool
    leaderboard: bool
    results: bool
    timer: bool
    sounds: bool
    speed: Literal["off", "fast", "normal", "slow"]
    theme: Literal["system", "light", "dark", "contrast"]
    deck: Literal["two", "four"]
    faces: Literal["pictures", "plain"]
    hand: Literal["right", "left"]
    language: Literal["", "en", "de"]
    changed: Annotated[int, Field(description="when one was changed last, ms since 1970; 0 for never")]
    player: Annotated[str, Field(description="another text for another player")]


class EventPart(Part):
    """One thing that a move does; cards that end face down are only counted."""

    kind: EventKind
    source: str
    target: str
    cards: list[CardText]
    count: Count


class PilePart(Part):
    """A pile: ``hidden`` cards face down, and ``cards`` on them, bottom first."""

    name: str
    group: Literal["F", "T", "R", "W", "S"]
    hidden: Count
    cards: list[CardText]
    next: Annotated[str | None, Field(description="what a foundation takes next: a card, or a rank of any suit")]
    suit: str | None
    limit: Annotated[int, Field(ge=0, description="how many cards from the end may be lifted together")]
    note: str | None


def _named_pass(schema: Json) -> None:
    """Give the key its name, which Python has for itself."""
    schema["properties"]["pass"] = schema["properties"].pop("pass_")
    schema["required"] = ["pass" if name == "pass_" else name for name in schema["required"]]


class ViewPart(Part):
    """What the player may know of a position."""

    model_config = ConfigDict(json_schema_extra=_named_pass)

    piles: list[PilePart]
    base: str | None
    pass_: Annotated[int, Field(ge=1, title="Pass")]
    passes: int | None
    turn: Literal["deal", "recycle", "none"]
    supermove: int | None


class MovePart(Part):
    """A legal move, and what it would do."""

    move: MoveText
    idle: bool
    events: list[EventPart]


class TablePart(Part):
    """A game on the table."""

    id: str
    seq: Count
    game: str
    options: list[str]
    full_name: str
    title: str
    number: Annotated[Number | None, Field(description="null while it is hidden: an attempt at a board of the day")]
    daily: date | None
    state: State
    can_undo: bool
    can_redo: bool
    moves_made: Count
    undos: Count
    hints: Count
    result: Literal["", "won", "given up"]
    seconds: Count | None
    shareable: bool
    uncounted: Literal["save", "again", "wiped"] | None
    settings: SettingsPart
    view: ViewPart
    did: list[EventPart]
    moves: list[MovePart]
    clicks: Annotated[dict[str, dict[str, MoveText]], Field(description="what a click on so many cards would play")]
    message: str | None


class ShortTable(Part):
    """A game in the list of a player's tables."""

    id: str
    game: str
    options: list[str]
    full_name: str
    number: Number | None
    daily: date | None
    state: State
    moves_made: Count
    touched: bool


class HintPart(Part):
    """What to play."""

    kind: Literal["move", "lost", "unknown", "stuck", "busy"]
    move: MoveText | None
    text: str


class VerdictPart(Part):
    """Whether it can still be won; ``busy``: ask again; ``moved on``: the table is past the position asked for."""

    verdict: Literal["winnable", "lost", "undecided", "busy", "moved on"]


class SolutionPart(Part):
    """A line to watch: one more frame than moves, or nothing without a line; ``busy``: ask again."""

    verdict: Literal["winnable", "lost", "undecided", "busy"]
    start: Annotated[int, Field(ge=0, description="how many moves lead from the deal to the first frame")]
    line: list[MoveText]
    events: list[list[EventPart]]
    frames: list[ViewPart]


class SituationPart(Part):
    """Sentences on how the table stands."""

    lines: list[str]


class SavePart(Part):
    """A game in its save form."""

    version: Annotated[int, Field(ge=1)]
    game: str
    options: list[str]
    number: Annotated[int, Field(ge=1)]
    past: Annotated[list[str], Field(description="the line of each step, the one played first first")]
    future: Annotated[list[str], Field(description="the steps taken back, the one to redo first first")]
    undos: Count
    hints: Count
    given_up: bool


class ReplayHead(Part):
    """What a replay is of."""

    title: str
    game: str
    full_name: str
    number: Number
    result: Literal["won", "given up"]
    moves: Count


class ReplayPart(ReplayHead):
    """At most 100 moves of a replay, with one more frame than moves."""

    start: Count
    line: list[MoveText]
    events: list[list[EventPart]]
    frames: list[ViewPart]


class Address(Part):
    """The public address of a replay, or null."""

    shared: str | None


class OwnReplay(ReplayPart, Address):
    """A part of a replay of one's own."""


class SharedHead(ReplayHead, Address):
    """What a replay that is now public is of."""


Game = Annotated[Json, Shape(GamePart)]
Settings = Annotated[Json, Shape(SettingsPart)]
Table = Annotated[Json, Shape(TablePart)]
Short = Annotated[Json, Shape(ShortTable)]
Hint = Annotated[Json, Shape(HintPart)]
Verdict = Annotated[Json, Shape(VerdictPart)]
Solution = Annotated[Json, Shape(SolutionPart)]
Situation = Annotated[Json, Shape(SituationPart)]
Save = Annotated[Any, Shape(SavePart)]
OwnPart = Annotated[Json, Shape(OwnReplay)]
SharedPart = Annotated[Json, Shape(ReplayPart)]
Shared = Annotated[Json, Shape(SharedHead)]
Revoked = Annotated[Json, Shape(Address)]

CHANGES = (403, 413)  # without a CSRF token; with a body that is too large
SENDS = (400, *CHANGES, 422)  # and with a body that is no JSON, or not as described


def answers(good: dict[int, Any], *refused: int) -> dict[int, Any]:
    """What an operation answers: the good answers by their status, and the statuses with which it refuses."""
    return {**good, **dict.fromkeys(refused, Refusal)}
