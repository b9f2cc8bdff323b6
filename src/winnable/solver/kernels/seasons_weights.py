"""What the searches of Czarina and Four Seasons look for: learned weights, and the stages of a search."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.rules.game import Game
from winnable.solver.kernels import seasons as kernels

_HAND = {0: -40, 1: -20, 3: 6, 5: 10, 7: 5, 8: 4, 15: 4, 12: -6, 13: 24, 20: 2, 11: -60, 19: -8}


@dataclass(frozen=True, slots=True)
class Stage:
    """One pass through the layers."""

    width: int  # positions expanded in a layer
    noise: int  # how far chance may move a position's score
    weights: NDArray[Any]  # int64[2, FEATURES]: the weights at the middle of the stock, and how they change


def stages(game: Game) -> list[Stage]:
    weights = np.zeros((2, kernels.FEATURES), np.int64)
    for k, v in _HAND.items():
        weights[0, k] = v
    return [Stage(width, 0, weights) for width in (100, 1000, 10_000, 100_000, 800_000)]


def by_layer(weights: NDArray[Any], layers: int) -> NDArray[Any]:
    """The weights of each layer (int64[layers, FEATURES])."""
    share = np.linspace(-0.5, 0.5, layers)[:, None] if layers > 1 else np.zeros((1, 1))
    result: NDArray[Any] = np.rint(weights[0] + share * weights[1]).astype(np.int64)
    return result
