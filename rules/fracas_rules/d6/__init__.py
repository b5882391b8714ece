"""D6 Legend: what the kernel needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ..errors import refuse
from ..kernel.english import labels
from ..kernel.ids import CombatantId
from ..kernel.packs import load
from ..kernel.roster import episode, names
from ..kernel.ruleset import Finding, Ruleset
from . import commands, entries, facts, palette, rows, view
from .common import is_gone, up
from .modifiers import is_out
from .options import Options
from .procedures import play
from .sheet import Sheet
from .state import Fight, apply
from .vocabulary import HOLDS


def _join(fight: Fight, combatant: CombatantId, sheet: Sheet, known: rows.Catalogue) -> Sequence[facts.Fact]:
    """A sheet may name in hand what it has, and as damaging what is a power of its own."""
    ready = sheet.weapon_ready
    if ready and ready not in sheet.weapons and ready not in known.weapons:
        refuse("malformed", f"There is no weapon `{ready}`.", "$.sheet.weapon_ready")
    for at, power in enumerate(sheet.power_damage):
        if power not in sheet.powers:
            refuse("malformed", f"`{power}` is none of the powers.", f"$.sheet.power_damage[{at}]")
    return [facts.Joined(combatant, sheet)]


def _leave(fight: Fight, combatant: CombatantId) -> Sequence[facts.Fact]:
    """Whoever leaves lets go of everybody."""
    freed: list[facts.Fact] = [
        facts.ConditionLost(one, hold, {"by": combatant})
        for one, who in fight.combatants.items()
        for hold in HOLDS
        if one != combatant and any(own.id == hold and own.params.get("by") == combatant for own in who.conditions)
    ]
    return [*freed, facts.Left(combatant)]


def _player_may(command: commands.Command, fight: Fight) -> CombatantId | None:
    if isinstance(command, commands.Act | commands.Declare | commands.EndTurn):
        return command.actor
    return None


def _mentions(command: commands.Command) -> Sequence[tuple[CombatantId, str]]:
    return list(commands.mentions(command))


def _may_move(fight: Fight, combatant: CombatantId, _options: Options) -> bool:
    return fight.encounter is None or up(fight) == combatant


def _odds_about(command: Any, fight: Fight) -> Sequence[CombatantId]:
    if not isinstance(command, commands.Act):
        return ()
    return tuple(dict.fromkeys(one for one, _ in commands.mentions(command)))


def _finding(before: Fight, after: Fight, command: Any, result: Mapping[str, Any]) -> Finding:
    chances = {"hit": int(result.get("outcome") in ("hit", "success"))}
    means: dict[str, int] = {}
    damage = result.get("damage")
    if damage is not None:
        means["damage"] = sum(damage.values()) if isinstance(damage, Mapping) else damage
        struck = [one for one in _odds_about(command, before) if one != command.actor]
        fallen = [one for one in struck if is_out(after.combatants[one]) and not is_gone(before.combatants[one])]
        chances["drop"] = int(bool(fallen))
    return Finding(chances, means)


RULESET = Ruleset(
    id="d6",
    title="D6 Legend",
    unit="feet",
    version="d6-1",
    state=Fight,
    fact=facts.Fact,
    command=commands.Command,
    commands=commands.COMMANDS,
    sheet=Sheet,
    options=Options,
    kinds=rows.KINDS,
    core=load((files(__name__) / "packs" / "core.toml").read_text("utf-8"), rows.KINDS),
    new=Fight,
    apply=apply,
    catalogue=rows.catalogue,
    template=rows.template,
    join=_join,
    leave=_leave,
    play=play,
    label=labels(check="{actor}: {what} test", declare="{actor} plans", hazard="{What}: {targets}"),
    player_may=_player_may,
    mentions=_mentions,
    claims=commands.claims,
    unclaimed=commands.unclaimed,
    names=names,
    may_move=_may_move,
    look=view.look,
    lines=entries.lines,
    legal=palette.legal,
    odds_about=_odds_about,
    finding=_finding,
    odds_labels={"hit": "to hit", "drop": "to drop", "damage": "average"},
    schemas=palette.schemas,
    describe=view.describe,
    describe_encounter=view.describe_encounter,
    episode=episode(facts.FightBegan, facts.FightEnded),
)
