"""The seeds of one table's dice: made here, kept in the store beside the log, told to nobody before they are revealed."""

from __future__ import annotations

from collections.abc import Mapping

from fracas_rules.kernel.run import Dice
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.stream import Stream, commitment, key_of

from . import dice


def lost(state: TableState, seeds: Mapping[int, bytes]) -> str:
    """What is wrong with the seed that is kept of the stream that a table's dice come from: missing, wrong, or nothing."""
    if not state.dice.commitment:
        return ""
    seed = seeds.get(state.dice.epoch)
    if seed is None:
        return "missing"
    return "" if commitment(seed) == state.dice.commitment else "wrong"


class Safe:
    """The `Seals` of one table. `fresh` are the seeds that no store has yet: they go there with the commit that seals them."""

    def __init__(self, known: Mapping[int, bytes] | None = None) -> None:
        self._known = dict(known or {})
        self.fresh: dict[int, bytes] = {}
        self._about: tuple[int, str, tuple[str, ...]] = (-1, "", ())
        self._key = b""

    def seal(self, epoch: int) -> str:
        """Make the seed of a stream, or take the one that was made for a commit that never came to be; its commitment."""
        seed = self._known.get(epoch) or self.fresh.setdefault(epoch, dice.key())
        return commitment(seed)

    def reveal(self, epoch: int) -> str:
        """The seed of a stream, in hexadecimal; empty when it was lost, as nobody could then verify its dice."""
        return self._known.get(epoch, b"").hex()

    def lost(self, state: TableState) -> str:
        """See `lost`, of the seeds that are kept here."""
        return lost(state, self._known)

    def stored(self) -> None:
        """The fresh seeds are on disk."""
        self._known.update(self.fresh)
        self.fresh = {}

    def stream(self, state: TableState, secret: bool = False) -> Dice:
        """The dice of the table as it stands.

        What is rolled in secret does not come from the stream: a gap in it, or its seed once revealed, would tell of it. Nor
        does anything where the seed is lost: those dice have no place in the stream, and claim none.
        """
        about = (state.dice.epoch, state.dice.commitment, state.dice.entropy)
        if self._about != about:  # asked for with every command, and seldom another
            self._about = about
            if self.lost(state):
                self._known.pop(state.dice.epoch, None)  # a wrong one is none: it is neither drawn from nor told
            seed = self._known.get(state.dice.epoch)
            self._key = key_of(seed, state.dice.entropy) if seed is not None and state.dice.commitment else b""
        if secret or not self._key:
            return dice.die
        return Stream(self._key, state.dice.counter)
