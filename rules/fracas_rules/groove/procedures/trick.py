"""Throws, feints, and making somebody give ground."""

from __future__ import annotations

from ...kernel.requests import Roll
from ...kernel.script import Script, throw
from .. import facts as f
from ..common import Scene, terms
from ..harm import lay, under_card
from ..modifiers import funk
from ..move import Move, half_move
from ..rounds import together
from .exchange import Exchange, exchange

#: Least difference, the row's name, what it lays on, and the part of Str in feet (GRV-M-THROW-RESULT).
_ROWS = (
    (10, "prone_stunned", ("prone", "stunned"), 1),
    (5, "prone_dazed", ("prone", "dazed"), 2),
    (1, "hands_and_knees", ("hands_and_knees",), 4),
)
_SAVE = (6, 6, 6, 6)


def throw_down(scene: Scene, move: Move) -> Script[None]:
    """Throw somebody: to hit, then a contest of Str on 4d6 each, the attacker helped by his effect (GRV-M-THROW)."""
    hands = int(move.param("hands_full") or 0)
    came = yield from exchange(scene, move, tuple(terms(("hands", "Hands full", -4 * hands))), every=True)
    if not came.hit:
        _tell(scene, move, came, "")
        scene.result = {**came.result(), "damage": 0}
        return
    mine, my_card = yield from _save(scene, Roll("strength", move.actor, _SAVE, (), (came.effect,)), came.effect)
    their = scene.state.combatants[move.target]
    breaks = tuple(sorted(their.sheet.stats.str - funk(their) - mine + least for least, *_ in _ROWS))
    theirs, their_card = yield from _save(scene, Roll("strength", move.target, _SAVE, breaks, ()), 0)
    difference = mine - theirs
    row = next((one for one in _ROWS if difference >= one[0]), None)
    feet = scene.state.combatants[move.actor].sheet.stats.str // row[3] if row is not None else 0
    name = row[1] if row is not None else "failed"
    _tell(scene, move, came, name, (my_card, their_card))
    for condition in row[2] if row is not None else ():
        params = {"rounds": 1} if condition in ("stunned", "dazed") else {}
        lay(scene, move.target, condition, params, move.target in move.later)
    if feet and move.feet is not None:
        scene.record(f.Spaced(move.actor, move.target, move.feet + feet))
    scene.result = {
        **came.result(), "damage": 0, "margin_attacker": mine, "margin_defender": theirs, "difference": difference,
        "result": name, "thrown_feet": feet,
    }  # fmt: skip


def _save(scene: Scene, roll: Roll, helped: int) -> Script[tuple[int, f.Dice]]:
    """4d6 under Str: the margin by which it is made, with what helps (GRV-STATCHECK)."""
    roller = scene.state.combatants[roll.who]
    thrown = yield from throw(roll)
    assert isinstance(thrown.value, int)
    card = under_card(roll.who, "Str", thrown.at, thrown.value, funk(roller))
    return roller.sheet.stats.str - card.total + helped, card


def feint(scene: Scene, move: Move) -> Script[None]:
    """Trick the defender out of an action and open him (GRV-M-FEINT)."""
    who, target = scene.state.combatants[move.actor], scene.state.combatants[move.target]
    tried = who.feints.get(move.target, 0)
    wary = -6 if target.mode == "aggressive" else 0
    extra = terms(("again", "Tried before", -tried), ("aggressive", "Aggressive target", wary))
    came = yield from exchange(scene, move, tuple(extra))
    scene.record(f.FeintCounted(move.actor, move.target, tried + 1))
    _tell(scene, move, came, "")
    if came.hit:
        lay(scene, move.actor, "opening", {"target": move.target, "bonus": 2})
        _lose_next(scene, move)
    scene.result = {**came.result(), "damage": 0}


def _lose_next(scene: Scene, move: Move) -> None:
    """The next slot of this round that is not at the same moment, else the first of the next round."""
    met, target = scene.state.encounter, move.target
    if met is not None and met.phase == "actions":
        now = met.slots[met.passed - 1]
        for at in range(met.passed, len(met.slots)):
            if met.slots[at].who == target and not together(met, now, met.slots[at]):
                scene.record(f.SlotsSet((*met.slots[:at], *met.slots[at + 1 :]), met.passed, target))
                return
    lay(scene, target, "feinted")


def drive_back(scene: Scene, move: Move) -> Script[None]:
    """The defender gives ground by the effect number, the attacker follows (GRV-M-DRIVE-BACK)."""
    came = yield from exchange(scene, move)
    feet = max(1, min(came.effect, half_move(scene.state.combatants[move.actor]))) if came.hit else 0
    _tell(scene, move, came, "")
    if came.hit:
        scene.record(f.Moved(move.actor, "drive_back", feet, move.target))
    scene.result = {**came.result(), "damage": 0, "driven_feet": feet}


def _tell(scene: Scene, move: Move, came: Exchange, said: str, cards: tuple[f.Dice, ...] = ()) -> None:
    fact = f.Attacked(
        move.actor, move.target, move.id, came.outcome, came.total, came.dodge, came.defense.kind, came.defense.effect,
        move.weapon_id, told=said, rolls=(*came.rolls, *cards),
    )  # fmt: skip
    scene.record(fact)
