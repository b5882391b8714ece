"""Groove: what the kernel needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from ..errors import refuse
from ..kernel.conditions import named_by
from ..kernel.english import labels
from ..kernel.ids import CombatantId
from ..kernel.packs import load
from ..kernel.roster import episode, names
from ..kernel.ruleset import Finding, Ruleset
from . import commands, entries, facts, palette, rows, view
from .options import Options
from .procedures import play
from .rounds import left, up
from .sheet import Sheet, health
from .state import Combatant, Fight, apply, has
from .vocabulary import CONDITIONS


def _join(_fight: Fight, combatant: CombatantId, sheet: Sheet, table: rows.Catalogue) -> Sequence[facts.Fact]:
    for at, piece in enumerate(sheet.armor):
        if piece.type not in table.armor:
            known = ", ".join(table.armor)
            refuse("unknown-id", f"There is no armor `{piece.type}`; there are {known}.", f"$.sheet.armor[{at}].type")
    return [facts.Joined(combatant, sheet)]


def _leave(fight: Fight, combatant: CombatantId) -> Sequence[facts.Fact]:
    freed = [
        facts.ConditionLost(one, condition.id, condition.params)
        for one, who in fight.combatants.items()
        for condition in who.conditions
        if one != combatant and combatant in named_by(CONDITIONS, condition.id, condition.params)
    ]
    return [*freed, facts.Left(combatant)]


def _player_may(command: commands.Command, _fight: Fight) -> CombatantId | None:
    """Acts, declarations, hesitating; and the roll to act of the severely injured, which is the character's own choice."""
    if isinstance(command, commands.Act | commands.Declare | commands.EndTurn):
        return command.actor
    return command.actor if isinstance(command, commands.Check) and command.check == "acting" else None


def _may_move(fight: Fight, combatant: CombatantId, options: Options) -> bool:
    """Outside a fight, and whoever has had or has its count this round: moves are told by acts, the token follows."""
    met = fight.encounter
    if met is None:
        return True
    at = up(fight, options)
    return met.phase == "actions" and (at == combatant or not left(met, combatant))


def _odds_about(command: Any, _fight: Fight) -> Sequence[CombatantId]:
    return (command.actor, *command.targets) if isinstance(command, commands.Act) else ()


def _finding(before: Fight, after: Fight, command: Any, result: Mapping[str, Any]) -> Finding:
    chances = {"hit": int(result.get("outcome") in ("hit", "critical", "blocked", "success"))}
    means: dict[str, int] = {}
    targets = command.targets if isinstance(command, commands.Act) else ()
    if targets and "damage" in result and isinstance(result["damage"], int):
        means["damage"] = result["damage"]
        was, now = before.combatants[targets[0]], after.combatants[targets[0]]
        chances["stun"] = int(has(now, "stunned", "dazed") and not has(was, "stunned", "dazed"))
        chances["drop"] = int(_down(now) and not _down(was))
    return Finding(chances, means)


def _down(who: Combatant) -> bool:
    total, full = who.lethal + who.subdual, health(who.sheet)
    return total > full or has(who, "unconscious")


RULESET = Ruleset(
    id="groove",
    title="Groove",
    unit="feet",
    version="groove-1",
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
    label=labels(end_turn="{actor} hesitates"),
    player_may=_player_may,
    mentions=lambda command: tuple(commands.mentions(command)),
    claims=commands.claims,
    unclaimed=commands.unclaimed,
    names=names,
    may_move=_may_move,
    look=view.look,
    lines=entries.lines,
    legal=palette.legal,
    odds_about=_odds_about,
    finding=_finding,
    odds_labels={"hit": "to hit", "stun": "to stun", "drop": "to drop", "damage": "average"},
    schemas=palette.schemas,
    describe=view.describe,
    describe_encounter=view.describe_encounter,
    episode=episode(facts.FightBegan, facts.FightEnded),
)
