"""What may come of a command, before it is given: the same script, with every outcome of every roll in turn.

The walk replays the script once per leaf of the outcome tree, so its chances are exact. A tree that is too large is
sampled instead, with the random source that the caller brings, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from .requests import Ask, Pick, Roll, Thrown, Value
from .resolve import look_of, permit, scene_of, script_of
from .ruleset import Ruleset
from .scene import Scene
from .script import Script
from .state import TableState
from .viewer import Viewer

#: Leaves of an outcome tree that are walked before turning to sampling, and how many runs a sampling takes.
LEAVES = 20_000
SAMPLES = 4_000

AnyScene = Scene[Any, Any, Any]
Play = Callable[[AnyScene], Script[None]]
Policy = Callable[[Ask], Pick]


class Odds(Struct, frozen=True):
    """Chances (0 to 1) and means by key; `error` is the half-width of a 95 % interval of a sampled chance, else 0."""

    chances: dict[str, Fraction]
    means: dict[str, Fraction]
    exact: bool = True
    samples: int = 0
    error: float = 0.0


class TooLarge(Exception):
    """The outcome tree has more leaves than were allowed."""


def default(ask: Ask) -> Pick:
    """The policy that takes every ask's default."""
    return ask.default


class _Parked(Exception):
    """A way has come to a roll from which other ways may go on alike: it waits for them."""


def walk(
    play: Play, fresh: Callable[[], AnyScene], policy: Policy = default, most: int = LEAVES
) -> Iterator[tuple[AnyScene, Fraction]]:
    """Every way in which a script can come out: its scene at the end, and the exact chance.

    Ways that meet in an equal roll with `after` go on as one, so that their end is told once, with all their chances.

    Raises `TooLarge` after `most` runs of the script, and `Refusal` where the rules refuse.
    """
    todo: list[tuple[tuple[Value, ...], Fraction]] = [((), Fraction(1))]
    parked: dict[Roll, tuple[tuple[Value, ...], Fraction]] = {}
    runs = 0
    while todo or parked:
        met: Roll | None = None
        if not todo:  # those that have come least far first: they may still meet others
            met = min(parked, key=lambda request: len(parked[request][0]))
            todo.append(parked.pop(met))
        prefix, chance = todo.pop()
        runs += 1
        if runs > most:
            raise TooLarge
        scene = fresh()
        values = list(prefix)

        def first(request: Roll, at: int, values: list[Value] = values, met: Roll | None = met) -> Value:
            nonlocal chance
            if at < len(values):
                return values[at]
            if request.after is not None and request != met:
                before = parked.get(request)
                parked[request] = (tuple(values), chance) if before is None else (before[0], before[1] + chance)
                raise _Parked
            outcomes = request.outcomes()
            todo.extend(((*values, value), chance * share) for value, share in outcomes[1:])
            values.append(outcomes[0][0])
            chance *= outcomes[0][1]
            return values[-1]

        try:
            _through(play(scene), first, policy)
        except _Parked:
            continue
        yield scene, chance


def sample(
    play: Play, fresh: Callable[[], AnyScene], draw: Callable[[int], int], policy: Policy = default, runs: int = SAMPLES
) -> Iterator[tuple[AnyScene, Fraction]]:
    """`runs` random ways in which a script comes out, each of equal weight. `draw(n)` gives a number from 0 to n - 1."""
    weight = Fraction(1, runs)
    for _ in range(runs):
        scene = fresh()
        _through(play(scene), lambda request, _at: request.value(request.draw(lambda sides: draw(sides) + 1)), policy)
        yield scene, weight


def _through(script: Script[None], value_of: Callable[[Roll, int], Value], policy: Policy) -> None:
    value: Any = None
    at = 0
    while True:
        try:
            request = script.send(value)
        except StopIteration:
            return
        if isinstance(request, Roll):
            value = Thrown(value_of(request, at), at)
            at += 1
        elif isinstance(request, Ask):
            value = _decided(request, policy)
        else:
            value = tuple(_decided(ask, policy) for ask in request.asks)


def _decided(ask: Ask, policy: Policy) -> Pick:
    single = ask.only()
    return single if single is not None else ask.check(policy(ask))


def reckon(
    ruleset: Ruleset,
    state: TableState,
    viewer: Viewer,
    command: Any,
    policy: Policy = default,
    draw: Callable[[int], int] | None = None,
) -> Odds:
    """The odds of a command as it stands. Raises `Refusal` where it may not be given at all."""
    play = script_of(ruleset, state, viewer, command)
    before = state.game

    def gather(leaves: Iterator[tuple[AnyScene, Fraction]], samples: int = 0) -> Odds:
        chances: dict[str, Fraction] = {}
        means: dict[str, Fraction] = {}
        for scene, chance in leaves:
            finding = ruleset.finding(before, scene.state, command, scene.result)
            for total, found in ((chances, finding.chances), (means, finding.means)):
                for key, value in found.items():
                    total[key] = total.get(key, Fraction(0)) + chance * value
        error = 1.96 * sqrt(0.25 / samples) if samples else 0.0
        return Odds(chances, means, samples == 0, samples, error)

    def fresh() -> AnyScene:
        return scene_of(ruleset, state)

    try:
        return gather(walk(play, fresh, policy))
    except TooLarge:
        if draw is None:
            raise
        return gather(sample(play, fresh, draw, policy), SAMPLES)


def query(
    ruleset: Ruleset, state: TableState, viewer: Viewer, command: Any, draw: Callable[[int], int] | None = None
) -> dict[str, Any]:
    """The answer to the query `odds`, as far as this viewer may know: plain data.

    Raises `Refusal` where this seat may not give the command, or nobody may: with what it may not know left out.
    """
    permit(ruleset, state, viewer, command)
    look = look_of(ruleset, state, viewer)
    about = ruleset.odds_about(command, state.game)
    if look.house.odds != "all" and not all(look.knows(one) for one in about):
        return {"known": False, "text": "unknown", "reason": "Chances against those whose numbers you may not know stay hidden."}
    assumed: dict[str, str] = {}
    offered: dict[str, tuple[Ask, list[tuple[str, str]]]] = {}

    def remember(ask: Ask) -> Pick:
        label = next((one.label for one in ask.options if one.id == ask.default), str(ask.default))
        names = ruleset.names(state.game)
        assumed.setdefault(ask.key, f"{names.get(ask.who, 'GM')}: {label}")
        if len(ask.options) > 1 and ask.who in names and not offered:
            offered[ask.key] = (ask, [(one.id, one.label) for one in ask.options])
        return ask.default

    gm = _trusted(viewer)
    out = _told(ruleset, reckon(ruleset, state, gm, command, remember, draw))
    out["assumes"] = "; ".join(assumed.values())
    out["options"] = []
    for key, (asked, picks) in offered.items():
        for pick, label in picks:

            def other(ask: Ask, key: str = key, who: str = asked.who, pick: str = pick) -> Pick:
                fits = ask.key == key and ask.who == who and any(one.id == pick for one in ask.options)
                return pick if fits else ask.default

            same = pick == asked.default
            told = out if same else _told(ruleset, reckon(ruleset, state, gm, command, other, draw))
            out["options"].append({"pick": pick, "label": label, "text": told["text"]})
    return out


def _trusted(viewer: Viewer) -> Viewer:
    return Viewer(viewer.seat, "gm", viewer.owns)


def _told(ruleset: Ruleset, odds: Odds) -> dict[str, Any]:
    labels: Mapping[str, str] = ruleset.odds_labels
    chances = [{"key": key, "label": labels.get(key, key), "p": float(p)} for key, p in odds.chances.items()]
    means = [{"key": key, "label": labels.get(key, key), "value": float(mean)} for key, mean in odds.means.items()]
    parts = [f"{round(100 * p)} % {labels.get(key, key)}" for key, p in odds.chances.items()]
    parts[1:1] = [f"{labels.get(key, key)} {_plain(mean)}" for key, mean in odds.means.items()]
    out: dict[str, Any] = {"known": True, "exact": odds.exact, "chances": chances, "means": means, "text": " · ".join(parts)}
    if not odds.exact:
        out["samples"], out["error"] = odds.samples, odds.error
        out["text"] += f" (sampled, within {100 * odds.error:.1f} %)"
    return out


def _plain(mean: Fraction) -> str:
    text = f"{float(mean):.1f}"
    return text.removesuffix(".0")
