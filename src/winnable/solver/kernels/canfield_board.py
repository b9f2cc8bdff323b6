"""A position of Canfield or Klondike as a row of bytes, and what changes it.

Cards are numbered 4 * relative rank + suit, so that every foundation starts with relative rank 0. A row is
uint8 (128,): see TOPS and the entries after it. A code says in three bits what a card lies on, by tables made for
the root: code 0 is the root's own place for it. A key is int64 (3,): 21 codes a word, then waste and pass.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.canfield_pool import CODES, WASTE_BIT, Integers
from winnable.solver.kernels.jit import inlined

Bytes = NDArray[np.uint8]

CARDS = 52
PILES = 10
SPACE, HOME, RESERVE, SEQUENCE, ABSENT = 52, 53, 54, 55, 56  # what a card may lie on besides a card
TOPS = 52  # entries of a row, after the 52 codes: the top card of each of 10 piles, or SPACE
SPACES = 62  # the number of spaces
HELD = 63  # the number of cards in the reserve
HEIGHTS = 64  # for each of 4 suits, the cards on its foundation
SIZE = 68  # the cards in waste and stock
WASTE = 69  # the cards in the waste
PASS = 70  # the pass through the stock, counted from 0 at the root; always 0 where passes are not limited
CARDS_LEFT = 72  # the cards of waste and stock: the waste from its bottom, then the stock as it will be turned
ROW = 128

CARDS_A_WORD = 21
PASS_BIT = 36  # of a key's last word, above the waste

FILL_RESERVE, FILL_WASTE = 1, 2
TAKE_CARD, TAKE_RUN, TAKE_WHOLE = range(3)
SAFE_MOVES, TWIN_MOVES, FREE_TURNS = 1, 2, 4  # the dominances


class Rules(NamedTuple):
    """The rules of the game, and the tables that go with the root."""

    ranks: int
    suits: int
    piles: int
    barrier: int  # the relative rank on which nothing is built, the ace's where there is no wrap; else -1
    take: int  # how many cards move together, TAKE_*
    most: int  # no more cards than these move together
    longest: int  # runs of that many cards put the proof of the twin moves in doubt
    fill: int  # what fills a space by itself, FILL_* added up
    high_to_space: int  # 1 if a space takes only the highest rank
    take_back: int  # 1 if a foundation's top may come back
    draw: int  # the cards a turn takes
    passes: int  # the passes left after the root's own, -1 for any number
    dominances: int
    codes: Bytes  # (52, 57): the code of a card lying on something
    belows: Bytes  # (52, 8): the reverse
    built: Bytes  # (52, 8): 1 if a card with that code moves together with the one below it
    hidden: Bytes  # (52,): 1 for a card that lies face down at the root
    reserve: Bytes  # (13 or so,): the root's reserve, bottom first
    sequence: Bytes  # (52 or fewer,): the root's waste from its bottom, then its stock
    weights: Integers  # (10,): of the score


@inlined
def copy_row(source: Bytes, target: Bytes) -> None:
    """Copy a row."""
    for index in range(ROW):
        target[index] = source[index]


@inlined
def set_code(row: Bytes, key: Integers, card: int, code: int) -> None:
    """Let a card lie on what the code says."""
    key[card // CARDS_A_WORD] ^= (np.int64(row[card]) ^ code) << (3 * (card % CARDS_A_WORD))
    row[card] = code


@inlined
def read_key(key: Integers, row: Bytes, rules: Rules) -> None:
    """Write the row of a key (3,)."""
    for index in range(TOPS, ROW):
        row[index] = 0
    covered = np.int64(0)
    lying = np.int64(0)
    for card in range(4 * rules.ranks):
        code = (key[card // CARDS_A_WORD] >> (3 * (card % CARDS_A_WORD))) & 7
        row[card] = code
        below = rules.belows[card, code]
        if below <= SPACE:
            lying |= np.int64(1) << card
            covered |= np.int64(1) << below
        elif below == HOME:
            row[HEIGHTS + (card & 3)] += 1
    pile = 0
    for card in range(4 * rules.ranks):
        if (lying >> card) & 1 and not (covered >> card) & 1:
            row[TOPS + pile] = card
            pile += 1
    row[SPACES] = rules.piles - pile
    while pile < PILES:
        row[TOPS + pile] = SPACE
        pile += 1
    read_hand(row, rules)
    row[WASTE] = (key[2] >> WASTE_BIT) & 63
    row[PASS] = key[2] >> PASS_BIT


@inlined
def read_hand(row: Bytes, rules: Rules) -> None:
    """Write reserve, waste and stock of a row whose codes are there."""
    for card in rules.reserve:
        if row[card] == 0:
            row[HELD] += 1
    size = 0
    for card in rules.sequence:
        if row[card] == 0:
            row[CARDS_LEFT + size] = card
            size += 1
    row[SIZE] = size


@inlined
def may_wait(row: Bytes, rules: Rules) -> bool:
    """Whether a space is there that will be filled by itself."""
    if row[SPACES] == 0:
        return False
    if rules.fill & FILL_RESERVE and row[HELD] > 0:
        return True
    return rules.fill & FILL_WASTE != 0 and row[SIZE] > 0


@inlined
def turn_to(row: Bytes, rules: Rules, waste: int) -> None:
    """Turn until the waste has that many cards, which turns can bring about."""
    now = row[WASTE]
    if waste < now or ((waste - now) % rules.draw != 0 and waste != row[SIZE]):
        if rules.passes >= 0:
            row[PASS] += 1
    row[WASTE] = waste


@inlined
def take_from_waste(row: Bytes) -> int:
    """Take the waste's top card out."""
    waste = row[WASTE] - 1
    card = row[CARDS_LEFT + waste]
    size = row[SIZE] - 1
    for index in range(waste, size):
        row[CARDS_LEFT + index] = row[CARDS_LEFT + index + 1]
    row[WASTE] = waste
    row[SIZE] = size
    return int(card)


@inlined
def settle(row: Bytes, key: Integers, rules: Rules) -> None:
    """Fill the spaces that fill themselves."""
    if row[SPACES] == 0 or rules.fill == 0:
        return
    for pile in range(rules.piles):
        if row[TOPS + pile] == SPACE:
            if rules.fill & FILL_RESERVE and row[HELD] > 0:
                row[HELD] -= 1
                card = int(rules.reserve[row[HELD]])
            elif rules.fill & FILL_WASTE and row[WASTE] > 0:
                card = take_from_waste(row)
            else:
                return
            set_code(row, key, card, rules.codes[card, SPACE])
            row[TOPS + pile] = card
            row[SPACES] -= 1


@inlined
def bare(row: Bytes, rules: Rules, pile: int, head: int) -> None:
    """Note that a pile now ends below ``head``."""
    below = rules.belows[head, row[head]]
    row[TOPS + pile] = below
    if below == SPACE:
        row[SPACES] += 1


@inlined
def lift(row: Bytes, rules: Rules, source: int, head: int) -> None:
    """Take a card, with what lies on it, from where it is; ``source`` is its pile if it is in one."""
    below = rules.belows[head, row[head]]
    if below <= SPACE:
        bare(row, rules, source, head)
    elif below == HOME:
        row[HEIGHTS + (head & 3)] -= 1
    elif below == RESERVE:
        row[HELD] -= 1
    else:
        take_from_waste(row)


@inlined
def move(row: Bytes, key: Integers, rules: Rules, source: int, head: int, target: int) -> None:
    """Move a card, with what lies on it, to a pile, or to its foundation (``target`` HOME)."""
    top = head
    if source < PILES:
        top = row[TOPS + source]
    lift(row, rules, source, head)
    if target == HOME:
        row[HEIGHTS + (head & 3)] += 1
        set_code(row, key, head, rules.codes[head, HOME])
        return
    on = row[TOPS + target]
    if on == SPACE:
        row[SPACES] -= 1
    row[TOPS + target] = top
    set_code(row, key, head, rules.codes[head, on])


@inlined
def goes_up(row: Bytes, card: int) -> bool:
    """Whether a card's foundation takes it."""
    return bool(row[HEIGHTS + (card & 3)] == card >> 2)


@inlined
def fits(rules: Rules, card: int, on: int) -> bool:
    """Whether a card may be built on another one."""
    if ((card ^ (card >> 1)) & 1) == ((on ^ (on >> 1)) & 1):
        return False
    wanted = (card >> 2) + 1
    if wanted == rules.ranks:
        wanted = 0
    return on >> 2 == wanted and wanted != rules.barrier


@inlined
def lowest_height(row: Bytes, rules: Rules) -> int:
    """The cards on the lowest foundation."""
    lowest = int(row[HEIGHTS])
    for suit in range(1, rules.suits):
        lowest = min(lowest, int(row[HEIGHTS + suit]))
    return lowest


@inlined
def raise_safely(row: Bytes, key: Integers, rules: Rules) -> None:
    """Put up, one after the other, all cards that can't be missed elsewhere.

    Proofs, and why not more, in docs/solver-canfield.md.
    """
    if rules.dominances & SAFE_MOVES == 0:
        return
    again = True
    while again:
        again = False
        limit = lowest_height(row, rules) + 1
        fills_from_waste = rules.fill & FILL_WASTE != 0 and row[SIZE] > 0
        for suit in range(rules.suits):
            height = int(row[HEIGHTS + suit])
            if height >= rules.ranks or height > limit or (height < 2 and rules.barrier != 0):
                continue
            card = 4 * height + suit
            below = rules.belows[card, row[card]]
            if below <= SPACE:
                if below == SPACE and fills_from_waste:
                    continue
                for pile in range(rules.piles):
                    if row[TOPS + pile] == card:
                        move(row, key, rules, pile, card, HOME)
                        settle(row, key, rules)
                        again = True
                        break
            elif below == RESERVE and not fills_from_waste:
                if rules.reserve[row[HELD] - 1] == card:
                    move(row, key, rules, PILES, card, HOME)
                    settle(row, key, rules)
                    again = True
            if again:
                break


@inlined
def turns_are_free(row: Bytes, rules: Rules) -> bool:
    """Whether a turn does nothing but bring up another card of the waste, as often as one likes."""
    return rules.dominances & FREE_TURNS != 0 and rules.passes < 0 and not may_wait(row, rules)


@inlined
def finish_key(row: Bytes, key: Integers, rules: Rules) -> None:
    """Write waste and pass to the key, where turning back and forth is free as if the waste were empty."""
    if turns_are_free(row, rules):
        if row[WASTE] == row[SIZE] or row[WASTE] % rules.draw == 0:
            row[WASTE] = 0
    key[2] = key[2] & CODES | np.int64(row[WASTE]) << WASTE_BIT | np.int64(row[PASS]) << PASS_BIT


@inlined
def is_won(row: Bytes, rules: Rules) -> bool:
    """Whether all cards are on the foundations."""
    return lowest_height(row, rules) == rules.ranks
