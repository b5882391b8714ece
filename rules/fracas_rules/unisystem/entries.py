"""Facts into lines of the log, by allow-list: a fact without a writer here is told to nobody.

Hits, wounds and conditions are there for all to see; dice and addends go with the roll's owner (`Line.seen_by`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.ruleset import Names
from ..kernel.viewer import Die, Entry, Line, RollCard
from . import facts as f
from .modifiers import wound_step
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, TYPES, WOUNDS, place

Called = Callable[[CombatantId], str]
#: Told by other lines, or mere bookkeeping.
_SILENT = (
    f.PlanDone, f.ActionTaken, f.AttackFailed, f.DefenseTaken, f.DieKept, f.Spared, f.AmmoSet, f.Worked,
)  # fmt: skip


def lines(facts: Sequence[Any], before: Fight, after: Fight, names: Names, _replies: Sequence[Any]) -> list[Line]:
    """The lines for the facts of one commit."""
    found = []
    for fact in facts:
        write = _WRITERS.get(type(fact))
        if write is not None and not isinstance(fact, _SILENT):
            line = write(fact, before, after, names)
            if line is not None:
                found.append(line)
    return found


def _card(label: str, who: CombatantId, name: str, total: int, terms: Sequence[Term]) -> RollCard:
    dice = tuple(Die(10, one.value) for one in terms if one.key == "die")
    return RollCard(label, who, name, total, dice, tuple(terms))


def _both(key: str, say: Callable[[Called], str], names: Names, data: dict[str, Any] | None = None) -> Line:
    return Line(Entry(key, _sentence(say(names.gm)), data or {}), Entry(key, _sentence(say(names.all)), data or {}))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _attacked(fact: f.Attacked, before: Fight, after: Fight, names: Names) -> Line:
    what = fact.maneuver.replace("_", " ")
    if fact.weapon:
        what += f" ({fact.weapon.replace('_', ' ')})"
    where = f" ({place(fact.location)})" if fact.location else ""
    numbers = f" {fact.total} against {fact.defense_total}" if fact.defense != "none" else f" {fact.total}, undefended"
    sum_up = f" ({fact.base} + {fact.levels} levels - {fact.armor} armor, x {fact.multiplier} = {fact.damage} {TYPES[fact.type]})"

    def say(called: Called, full: bool) -> str:
        told = {"hit": "hits", "miss": "misses", "blocked": "is blocked by"}[fact.outcome]
        text = f"{called(fact.actor)}: {what}{where} {told} {called(fact.target)}"
        if full:
            text += f":{numbers}"
        if fact.outcome == "hit" and fact.damage:
            text += f" for {fact.damage}" + (sum_up if full and fact.hits == 1 else "")
        elif fact.outcome == "hit" and fact.base:
            text += ", without harm"
        return text + "."

    cards = [_card("Attack", fact.actor, names.gm(fact.actor), fact.total, fact.terms)]
    if fact.defense != "none":
        label = fact.defense.replace("_", " ").capitalize()
        cards.append(_card(label, fact.target, names.gm(fact.target), fact.defense_total, fact.defense_terms))
    data = {"outcome": fact.outcome, "damage": fact.damage, "maneuver": fact.maneuver, "defense": fact.defense}
    seen = tuple(card for card in cards if card.who not in names.hidden)
    return Line(
        Entry("attack", _sentence(say(names.gm, True)), data, tuple(cards)),
        Entry("attack", _sentence(say(names.all, False)), data, seen),
    )


def _contested(fact: f.Contested, before: Fight, after: Fight, names: Names) -> Line:
    what = fact.maneuver.replace("_", " ")

    def say(called: Called, full: bool) -> str:
        word = "succeeds" if fact.outcome == "success" else "fails"
        against = f" ({fact.total} against {fact.other_total})" if full else ""
        return f"{called(fact.actor)}: {what} {word} against {called(fact.target)}{against}."

    cards = (
        _card(what.capitalize(), fact.actor, names.gm(fact.actor), fact.total, fact.terms),
        _card("Resistance", fact.target, names.gm(fact.target), fact.other_total, fact.other_terms),
    )
    data = {"outcome": fact.outcome}
    seen = tuple(card for card in cards if card.who not in names.hidden)
    return Line(
        Entry("contest", _sentence(say(names.gm, True)), data, cards),
        Entry("contest", _sentence(say(names.all, False)), data, seen),
    )


def _hurt(fact: f.Hurt, before: Fight, after: Fight, names: Names) -> Line:
    who = after.combatants.get(fact.who)
    word = WOUNDS[wound_step(who)][0].lower() if who is not None else ""
    full = f"{names.gm(fact.who)} loses {fact.amount} Life Points and has {fact.left} left ({word})."
    data = {"who": fact.who, "amount": fact.amount}
    public = Entry("hurt", _sentence(f"{names.all(fact.who)} is hurt: {word}."), {})
    return Line(Entry("hurt", full, data), public, Entry("hurt", full, data), (fact.who,))


def _healed(fact: f.Healed, before: Fight, after: Fight, names: Names) -> Line:
    full = f"{names.gm(fact.who)} regains {fact.amount} Life Points and has {fact.left}."
    public = Entry("healed", _sentence(f"{names.all(fact.who)} recovers."), {})
    return Line(Entry("healed", full, {"who": fact.who}), public, Entry("healed", full, {"who": fact.who}), (fact.who,))


def _tested(fact: f.Tested, before: Fight, after: Fight, names: Names) -> Line:
    what = fact.test.replace("_", " ")
    word = "passed" if fact.passed else "failed"
    card = (_card(what.capitalize(), fact.who, names.gm(fact.who), fact.total, fact.terms),)
    full = Entry("test", f"{names.gm(fact.who)}: {what} {fact.total}, {word}.", {"passed": fact.passed}, card)
    seen = () if fact.who in names.hidden else card
    public = Entry("test", _sentence(f"{names.all(fact.who)}: {what} {word}."), {"passed": fact.passed}, seen)
    return Line(full, public, full, (fact.who,))


def _condition(word: str) -> Callable[[Any, Fight, Fight, Names], Line | None]:
    def write(fact: Any, before: Fight, after: Fight, names: Names) -> Line | None:
        kind = CONDITIONS[fact.id]
        label = kind.label
        if not kind.seen or _was_there(before.combatants.get(fact.who), fact.id) == (word == "now"):
            return None
        by = fact.params.get("by")
        part = fact.params.get("part")

        def say(called: Called) -> str:
            detail = f" ({place(str(part))})" if part else ""
            detail += f" by {called(str(by))}" if by else ""
            return f"{called(fact.who)} is {word} {label.lower()}{detail}."

        return _both("condition", say, names, {"condition": fact.id})

    return write


def _was_there(who: Combatant | None, condition: str) -> bool:
    return who is not None and any(one.id == condition for one in who.conditions)


def _joined(fact: f.Joined, before: Fight, after: Fight, names: Names) -> Line:
    gm = Entry("joined", f"{names.gm(fact.id)} joins.")
    return Line(gm) if fact.id in names.hidden else Line(gm, gm)


def _left(fact: f.Left, before: Fight, after: Fight, names: Names) -> Line:
    gm = Entry("left", f"{names.gm(fact.id)} leaves.")
    return Line(gm) if fact.id in names.hidden else Line(gm, gm)


def _declared(fact: f.Declared, before: Fight, after: Fight, names: Names) -> Line | None:
    if fact.actor in names.hidden:
        return Line(Entry("declared", f"{names.gm(fact.actor)} has a plan."))

    def say(called: Called) -> str:
        acts = [
            one.maneuver.replace("_", " ") + ("" if not one.targets else " → " + ", ".join(called(t) for t in one.targets))
            for one in fact.intent
        ]
        return f"{called(fact.actor)} plans: {'; '.join(acts) if acts else 'nothing'}."

    return _both("declared", say, names)


def _ordered(fact: f.Ordered, before: Fight, after: Fight, names: Names) -> Line:
    shown = [names.all(one) for one in fact.order if one not in names.hidden]
    gm = Entry("order", f"Order: {', '.join(names.gm(one) for one in fact.order)}.")
    return Line(gm, Entry("order", f"Order: {', '.join(shown)}."))


def _plain(key: str, text: str) -> Callable[[Any, Fight, Fight, Names], Line]:
    def write(fact: Any, before: Fight, after: Fight, names: Names) -> Line:
        return Line(entry := Entry(key, text.format(fact=fact)), entry)

    return write


def _drama(fact: f.DramaSpent, before: Fight, after: Fight, names: Names) -> Line:
    return _both("drama", lambda called: f"{called(fact.who)} spends {fact.amount} Drama Point{'s' * (fact.amount > 1)}.", names)


def _place_ended(fact: f.PlaceEnded, before: Fight, after: Fight, names: Names) -> Line:
    gm = Entry("done", f"{names.gm(fact.actor)} is done.")
    return Line(gm) if fact.actor in names.hidden else Line(gm, gm)


def _adjusted(fact: f.Adjusted, before: Fight, after: Fight, names: Names) -> Line:
    told = ", ".join(f"{key} = {value}" for key, value in fact.set.items())
    entry = Entry("adjusted", f"The GM set {told} for {names.gm(fact.who)}.", {"who": fact.who})
    return Line(entry, None, entry, (fact.who,))


def _worn(fact: f.Worn, before: Fight, after: Fight, names: Names) -> Line:
    return _both("worn", lambda called: f"{called(fact.who)} takes {fact.amount} damage.", names)


_WRITERS: dict[type, Callable[[Any, Fight, Fight, Names], Line | None]] = {
    f.Joined: _joined,
    f.Left: _left,
    f.FightBegan: _plain("fight", "The fight begins: Turn 1, intentions."),
    f.FightEnded: _plain("fight", "The fight is over."),
    f.Declared: _declared,
    f.Ordered: _ordered,
    f.PlaceEnded: _place_ended,
    f.TurnBegan: _plain("turn", "Turn {fact.turn} begins."),
    f.DramaSpent: _drama,
    f.Attacked: _attacked,
    f.Contested: _contested,
    f.Hurt: _hurt,
    f.Worn: _worn,
    f.Healed: _healed,
    f.Tested: _tested,
    f.ConditionGained: _condition("now"),
    f.ConditionLost: _condition("no longer"),
    f.Adjusted: _adjusted,
}
