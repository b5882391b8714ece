"""Who acts when: action counts, the count-down and its slots, whose slot it is (GRV-INIT-MULTI). No script waits here."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.ids import CombatantId
from .facts import Slot
from .harm import unable
from .options import Options
from .rows import Catalogue, step
from .sheet import RANGED_SKILLS, ranged, score
from .state import Combatant, Encounter, Fight, Plan, has


def actions(rows: Catalogue, options: Options, who: Combatant, mode: str, use: str, half_move: bool = False) -> int:
    """Weapon actions of a round (GRV-ACTIONS): by the score, by the mode for melee, halved by a half move."""
    sheet = who.sheet
    if use == "gun":
        count = sheet.actions.gun or step(rows.action_steps, score(sheet, "gun"))
    elif use == "ranged":
        count = step(rows.action_steps, max(ranged(sheet, one) for one in RANGED_SKILLS))
    else:
        count = sheet.actions.melee or step(rows.action_steps, score(sheet, "hth"))
        if mode == "defensive":
            count = _part(count, 1, options)
        elif mode == "aggressive":
            count = _part(count, 3, options)
    return _part(count, 1, options) if half_move else max(1, count)


def _part(count: int, halves: int, options: Options) -> int:
    """So many halves of a count, rounded as the table does, never below 1."""
    up = 1 if options.action_rounding == "up" else 0
    return max(1, (count * halves + up) // 2)


def kept(who: Combatant) -> int:
    """Actions that are set aside for defence."""
    return sum(who.reserved.values())


def slots_of(who: Combatant, total: int, count: int, plan: Plan | None) -> list[Slot]:
    """The slots of one combatant with `count` actions left to take in turn (GRV-INIT-MULTI, GRV-HALF-MOVE, GRV-M-CHARGE)."""
    if plan is not None and plan.charges:
        return [Slot(who.id, 0, "end")] if count > 0 else []
    if plan is None or not plan.half_move:
        return [Slot(who.id, total - 2 * at) for at in range(count)]
    first = -(-total // 2) if total > 0 else total
    return [Slot(who.id, total, "move"), *(Slot(who.id, first - 2 * at) for at in range(count))]


def count_down(slots: Sequence[Slot], totals: dict[CombatantId, int], order: Sequence[CombatantId]) -> tuple[Slot, ...]:
    """All slots in the order in which they come up: by count, then base initiative, then the order of ties (GRV-INIT-MULTI)."""

    def rank(slot: Slot) -> tuple[int, int, int, int]:
        return (1 if slot.kind == "end" else 0, -slot.count, -totals[slot.who], list(order).index(slot.who))

    return tuple(sorted(slots, key=rank))


def left(met: Encounter, who: CombatantId) -> list[Slot]:
    """The slots that a combatant has left this round."""
    return [slot for slot in met.slots[met.passed :] if slot.who == who]


def current(fight: Fight, options: Options) -> int | None:
    """The place of the slot whose turn it is: those who can do nothing are passed by (GRV-C-STUNNED)."""
    met = fight.encounter
    if met is None or met.phase != "actions":
        return None
    for at in range(met.passed, len(met.slots)):
        who = fight.combatants.get(met.slots[at].who)
        if who is not None and not unable(who, options):
            return at
    return None


def up(fight: Fight, options: Options) -> CombatantId | None:
    """Whose slot it is."""
    at = current(fight, options)
    return None if at is None or fight.encounter is None else fight.encounter.slots[at].who


def together(met: Encounter, one: Slot, other: Slot) -> bool:
    """Whether two slots fall on the same moment: a tie that stayed a tie (GRV-INIT-TIE)."""
    same = one.count == other.count and one.kind == other.kind and one.who != other.who
    return same and any(one.who in group and other.who in group for group in met.simultaneous)


def without_last(slots: tuple[Slot, ...], passed: int, who: CombatantId, keep: int) -> tuple[Slot, ...]:
    """The slots with only the first `keep` of those that somebody has left."""
    kept_slots, seen = [], 0
    for at, slot in enumerate(slots):
        if at >= passed and slot.who == who:
            seen += 1
            if seen > keep:
                continue
        kept_slots.append(slot)
    return tuple(kept_slots)


def has_no_slots(who: Combatant) -> bool:
    """Whether somebody gets no slot at all: the surprised in the first round (GRV-AWARE)."""
    return has(who, "unaware")
