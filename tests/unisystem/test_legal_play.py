"""Random fights: whatever seats send, the rules answer, the state stays sound, and the log folds to the same table."""

from __future__ import annotations

import inspect
import random
import re
import sys
import time
from types import CodeType
from typing import Any

import fracas_rules.unisystem as package
import pytest
from brawl import CREATED, EVERYONE, MANEUVERS, VIEWERS, Brawl
from fracas_rules.errors import REFUSAL_CODES, Refused
from fracas_rules.kernel import odds
from fracas_rules.kernel.decide import timeline
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.resolve import read, try_out
from fracas_rules.kernel.view import view
from fracas_rules.unisystem import RULESET
from fracas_rules.unisystem.common import is_thing
from fracas_rules.unisystem.options import Options
from fracas_rules.unisystem.sheet import full_life_points
from fracas_rules.unisystem.vocabulary import CONDITIONS

#: So long each seed may play, in seconds, and so many commands it may send.
LONGEST, MOST = 1.6, 400
SEEDS = range(1, 9)
_RULE = re.compile(r"UNI-[CM]-[A-Z]+(?:-[A-Z]+)*")


def sound(brawl: Brawl) -> None:
    """What is true of every table at every moment."""
    game = brawl.line.state.game
    for one, who in game.combatants.items():
        for condition in who.conditions:
            params = CONDITIONS[condition.id].params
            assert not [name for name, value in condition.params.items() if params[name].fault(value)], condition
            assert CONDITIONS[condition.id].many or sum(other.id == condition.id for other in who.conditions) == 1, condition
        held = {other.id for other in who.conditions if not other.later}
        assert "dead" not in held or all(CONDITIONS[other].body for other in held), held
        assert is_thing(who) or who.life_points <= full_life_points(who.sheet)
        assert min(who.drama_points, who.attacks_made, who.defenses_made, who.extra_used, who.fire_damage, who.progress) >= 0
        assert all(left >= 0 for left in who.ammo.values())
        assert not who.mount or who.mount in game.combatants
        RULESET.describe(game, one, Options())
    met = game.encounter
    if met is not None:
        assert set(met.order) <= set(game.combatants)
        assert all(met.done.count(one) <= met.order.count(one) for one in met.done)
    RULESET.describe_encounter(game)


def played(seed: int) -> Brawl:
    brawl = Brawl(seed)
    ends = time.monotonic() + LONGEST
    while brawl.sent < MOST and time.monotonic() < ends:
        brawl.step()
        sound(brawl)
        for viewer in VIEWERS:
            shown = view(RULESET, brawl.line, viewer)
            assert viewer.is_gm or not brawl.hides or "d" not in shown["combatants"]
    return brawl


@pytest.mark.parametrize("seed", SEEDS)
def test_random_fights(seed: int) -> None:
    """Nothing that a seat sends breaks a table: it is done or refused, and the stored log gives the same fight again."""
    brawl = played(seed)
    again: Timeline = timeline(RULESET, CREATED)
    for commit in brawl.log:
        again.fold(RULESET.decoder.decode(RULESET.encoder.encode(commit)))
    assert again.state.fingerprint() == brawl.line.state.fingerprint()
    assert sum(brawl.done.get(one, 0) for one in MANEUVERS) > 10


def cited() -> dict[CodeType, set[str]]:
    """The functions of the game, and the ledger rules that each cites."""
    found: dict[CodeType, set[str]] = {}
    for name, module in list(sys.modules.items()):
        if not name.startswith(package.__name__):
            continue
        for _, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == name:
                found[function.__code__] = set(_RULE.findall(inspect.getsource(function)))
    return found


def test_what_random_play_reaches(capsys: pytest.CaptureFixture[str]) -> None:
    """Random play runs most of the code that cites a rule; what it did not reach is printed."""
    functions = cited()
    reached: set[CodeType] = set()

    def watch(frame: Any, event: str, _arg: Any) -> None:
        if event == "call":
            reached.add(frame.f_code)

    ends = time.monotonic() + 4
    rows: set[str] = set()
    seed = 100
    while time.monotonic() < ends:
        brawl = Brawl(seed)
        sys.setprofile(watch)
        try:
            for _ in range(150):
                brawl.step()
        finally:
            sys.setprofile(None)
        rows |= {RULESET.core.rows["maneuver"][one].rule for one in MANEUVERS if one in brawl.done}
        seed += 1
    everything = set[str]().union(*functions.values()) | {RULESET.core.rows["maneuver"][one].rule for one in MANEUVERS}
    exercised = rows.union(*(rules for code, rules in functions.items() if code in reached))
    with capsys.disabled():
        print(
            f"\nRules that random play did not reach ({seed - 100} fights): {', '.join(sorted(everything - exercised)) or 'none'}"
        )
    assert len(exercised) > 60


@pytest.mark.parametrize("maneuver", MANEUVERS)
def test_every_maneuver_can_be_reckoned(maneuver: str) -> None:
    """Each maneuver is refused before anything is rolled, or its odds are chances."""
    state = Brawl(2).line.state
    row = RULESET.core.rows["maneuver"][maneuver]
    command = {"do": "act", "actor": "a", "maneuver": maneuver, "targets": list(EVERYONE[1:4])[: row.least]}
    refused = try_out(RULESET, state, VIEWERS[0], command)
    if isinstance(refused, Refused):
        assert refused.code in REFUSAL_CODES
        return
    told = odds.reckon(RULESET, state, VIEWERS[0], read(RULESET, command), draw=random.Random(1).randrange)
    [main] = {"hit", "success"} & told.chances.keys()
    assert 0 <= told.chances[main] <= 1
