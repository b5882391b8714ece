"""The seeds of one table's dice: made here, kept in the store beside the log, told to nobody before they are revealed."""

from __future__ import annotations

from collections.abc import Mapping

from fracas_rules.kernel.run import Dice
from fracas_rules.kernel.state import TableState
from fracas_rules.kernel.stream import Stream, commitment, key_of

from . import dice


class Safe:
    """The `Seals` of one table. `fresh` are the seeds that no store has yet: they go there with the commit that seals them."""

    def __init__(self, known: Mapping[int, bytes] | None = None) -> None:
        self._known = dict(known or {})
        self.fresh: dict[int, bytes] = {}
        self._key: tuple[tuple[int, tuple[str, ...]], bytes] = ((-1, ()), b"")

    def seal(self, epoch: int) -> str:
        """Make the seed of a stream, or take the one that was made for a commit that never came to be; its commitment."""
        seed = self._known.get(epoch) or self.fresh.setdefault(epoch, dice.key())
        return commitment(seed)

    def reveal(self, epoch: int) -> str:
        """The seed of a stream, in hexadecimal; empty when it was lost, as nobody could then verify its dice."""
        return self._known.get(epoch, b"").hex()

    def stored(self) -> None:
        """The fresh seeds are on disk."""
        self._known.update(self.fresh)
        self.fresh = {}

    def stream(self, state: TableState, secret: bool = False) -> Dice:
        """The dice of the table as it stands.

        What is rolled in secret does not come from the stream: a gap in it, or its seed once revealed, would tell of it.
        """
        seed = self._known.get(state.dice.epoch)
        if secret or seed is None or not state.dice.commitment:
            return dice.die
        about = (state.dice.epoch, state.dice.entropy)
        if self._key[0] != about:  # asked for with every command, and seldom another
            self._key = about, key_of(seed, state.dice.entropy)
        return Stream(self._key[1], state.dice.counter)
