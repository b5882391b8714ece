"""Who acts when: successes of the Reflexes roll, then codes, then ids (D6-C-INIT). No script waits here."""

from __future__ import annotations

from collections.abc import Mapping

from ..kernel.ids import CombatantId
from .common import is_gone
from .sheet import code
from .state import Fight


def takes_part(fight: Fight) -> list[CombatantId]:
    """Who rolls: everyone, as they joined, but those who are out or have fled."""
    return [one for one, who in fight.combatants.items() if not is_gone(who)]


def in_order(fight: Fight, totals: Mapping[CombatantId, int]) -> tuple[CombatantId, ...]:
    """More successes first; ties by the higher Reflexes, then Perception code, then id."""

    def rank(one: CombatantId) -> tuple[int, int, int, CombatantId]:
        sheet = fight.combatants[one].sheet
        return -totals[one], -code(sheet, "reflexes"), -code(sheet, "perception"), one

    return tuple(sorted(totals, key=rank))
