"""Facts into lines of the log, by allow-list: a fact without a writer here is told to nobody.

Everybody hears words: hit or miss, how hurt somebody looks, conditions. Dice and numbers go with the roll's owner and the GM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ..kernel.english import Phrases, assigned, counted, listed, sentence, turned
from ..kernel.ids import CombatantId
from ..kernel.requests import Reply, Rolled
from ..kernel.ruleset import Names
from ..kernel.viewer import Die, Entry, Line, RollCard
from . import facts as f
from .modifiers import health
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, HEALTH, words

Called = Callable[[CombatantId], str]
Write = Callable[[Any, "_Page"], Line | None]

#: Consequences of an attack: their lines follow the attack's, though the facts come first.
_AFTER = (f.Marked, f.Healed, f.Fated, f.ConditionGained, f.ConditionLost, f.Tested, f.Held, f.BloodMoved, f.Covered, f.Suffered)
_HEADS = (f.Attacked, f.Contested)


class _Page:
    """What a line may refer to: names, the state before and after, the faces of the resolution."""

    def __init__(self, before: Fight, after: Fight, names: Names, replies: Sequence[Reply]) -> None:
        self.before, self.after, self.names, self.replies = before, after, names, replies

    def card(self, roll: f.Cast | None, why: bool = True) -> list[RollCard]:
        """A roll, itemised. `why`: with what made its difficulty, where that is told."""
        if roll is None or (not roll.dice and not roll.auto):
            return []
        reply = self.replies[roll.at] if 0 <= roll.at < len(self.replies) else None
        dice = tuple(Die(10, face) for face in reply.faces) if isinstance(reply, Rolled) else ()
        against = f" against {roll.difficulty}" if roll.difficulty else ""
        if why and roll.against:
            against += f" ({', '.join(f'{one.label} {one.value:+d}' for one in roll.against)})"
        return [RollCard(f"{roll.label}{against}", roll.who, self.names.gm(roll.who), roll.successes, dice, roll.terms)]

    def seen(self, cards: Sequence[RollCard]) -> tuple[RollCard, ...]:
        """The cards of those who are not hidden."""
        return tuple(card for card in cards if card.who not in self.names.hidden)

    def hidden(self, *who: CombatantId) -> bool:
        """Whether all of these are hidden: then nothing is published."""
        return all(one in self.names.hidden for one in who)


def lines(facts: Sequence[Any], before: Fight, after: Fight, names: Names, replies: Sequence[Reply]) -> list[Line]:
    """The lines for the facts of one commit, an attack before what it brought."""
    page = _Page(before, after, names, replies)
    found: list[Line] = []
    waiting: list[Line] = []
    for fact in facts:
        write = _WRITERS.get(type(fact))
        line = write(fact, page) if write is not None else None
        if isinstance(fact, _AFTER):
            waiting += [line] if line is not None else []
            continue
        if not isinstance(fact, _HEADS):
            found += waiting
            waiting = []
        found += [line] if line is not None else []
        found += waiting
        waiting = []
    return found + waiting


def _both(page: _Page, key: str, say: Callable[[Called], str], *who: CombatantId, data: dict[str, Any] | None = None) -> Line:
    """The same words for everyone, with the names that each may hear; to nobody else when all of `who` are hidden."""
    gm = Entry(key, sentence(say(page.names.gm)), data or {})
    if who and page.hidden(*who):
        return Line(gm)
    return Line(gm, Entry(key, sentence(say(page.names.all)), data or {}))


def _numbers(page: _Page, key: str, who: CombatantId, full: str, public: str | None) -> Line:
    """A line with numbers: everybody's where the table shows them to all, else the owner's."""
    if page.names.open_numbers and not page.hidden(who):
        entry = Entry(key, sentence(full))
        return Line(entry, entry)
    return _own(page, key, who, full, public)


def _own(page: _Page, key: str, who: CombatantId, full: str, public: str | None) -> Line:
    """A full line for the owner and the GM, and words for the others, where they may hear any."""
    entry = Entry(key, sentence(full))
    everyone = None if public is None or page.hidden(who) else Entry(key, sentence(public))
    return Line(entry, everyone, entry, (who,))


# ── Rolls ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_WORDS = {"hit": "hits", "miss": "misses", "blocked": "is stopped by", "botch": "goes badly wrong against"}


def _attacked(fact: f.Attacked, page: _Page) -> Line:
    weapon = f" ({words(fact.weapon)})" if fact.weapon else ""
    where = f", {words(fact.location)}" if fact.location else ""
    attack = fact.attack

    def say(called: Called, full: bool) -> str:
        text = f"{called(fact.actor)}: {words(fact.maneuver)}{weapon}{where} {_WORDS[fact.outcome]} {called(fact.target)}"
        if full and attack is not None:
            text += f" ({counted(attack.successes, 'success', 'successes')}"
            text += f", {words(fact.defense)} {fact.defended.successes})" if fact.defended is not None else ")"
        elif fact.defense != "none":
            text += f" ({words(fact.defense)})"
        if fact.outcome != "hit":
            return text + "."
        if fact.disarmed:
            return text + ": the weapon falls."
        if fact.type and full:
            soaked = fact.soaked.successes if fact.soaked is not None else 0
            halved = f", halved to {fact.halved}" if fact.halved >= 0 else ""
            text += f": {fact.damage} {fact.type} ({fact.dealt} dealt{halved}, {soaked} soaked)"
        elif fact.type:
            text += f": {fact.type} damage" if fact.damage else ", without harm"
        return text + "."

    why = fact.target not in page.names.hidden
    cards = [card for roll in (attack, fact.defended, fact.rolled, fact.soaked) for card in page.card(roll, why)]
    data = {"outcome": fact.outcome, "maneuver": fact.maneuver, "defense": fact.defense}
    gm = Entry("attack", sentence(say(page.names.gm, True)), {**data, "damage": fact.damage}, tuple(cards))
    if page.hidden(fact.actor, fact.target):
        return Line(gm)
    return Line(gm, Entry("attack", sentence(say(page.names.all, False)), data, page.seen(cards)))


def _suffered(fact: f.Suffered, page: _Page) -> Line:
    cards = [card for roll in (fact.rolled, fact.soaked) for card in page.card(roll)]
    full = f"{page.names.gm(fact.who)} suffers {fact.damage} {fact.type} from {words(fact.cause)}."
    gm = Entry("suffered", sentence(full), {"damage": fact.damage}, tuple(cards))
    if page.hidden(fact.who):
        return Line(gm)
    told = f"{page.names.all(fact.who)} suffers from {words(fact.cause)}."
    return Line(gm, Entry("suffered", sentence(told), {}, page.seen(cards)))


def _contested(fact: f.Contested, page: _Page) -> Line:
    cards = [card for roll in (fact.own, fact.other) for card in page.card(roll)]

    def say(called: Called) -> str:
        return f"{called(fact.actor)}: {words(fact.what)} against {called(fact.target)}: {fact.outcome}."

    data = {"outcome": fact.outcome}
    gm = Entry("contest", sentence(say(page.names.gm)), data, tuple(cards))
    secret = fact.what == "ambush" and fact.outcome != "failure" and fact.actor in page.names.hidden
    if page.hidden(fact.actor, fact.target) or secret:
        return Line(gm)
    return Line(gm, Entry("contest", sentence(say(page.names.all)), data, page.seen(cards)))


def _tested(fact: f.Tested, page: _Page) -> Line:
    cards, who = page.card(fact.roll), fact.roll.who
    gm = Entry(
        "test", sentence(f"{page.names.gm(who)}: {words(fact.test)}: {fact.outcome}."), {"outcome": fact.outcome}, tuple(cards)
    )
    return Line(gm) if page.hidden(who) else Line(gm, gm)


def _ordered(fact: f.Ordered, page: _Page) -> Line:
    cards = [card for roll in fact.rolls for card in page.card(roll)]
    shown = [page.names.all(one) for one in fact.order if one not in page.names.hidden]
    totals = listed(f"{page.names.gm(one)} {fact.totals[one]}" for one in fact.order if one in fact.totals)
    return Line(
        Entry("order", f"Order: {totals}.", {}, tuple(cards)), Entry("order", f"Order: {listed(shown)}.", {}, page.seen(cards))
    )


def _quick(fact: f.QuickFought, page: _Page) -> Line:
    cards = [card for roll in fact.rolls for card in page.card(roll)]
    totals = ", ".join(f"{side} {total}" for side, total in fact.totals.items())
    won = "nobody wins" if fact.winner == "none" else f"{fact.winner} wins"
    gm = Entry("quick_fight", f"One roll for the fight: {totals}; {won}, {counted(fact.levels, 'level')}.", {}, tuple(cards))
    if any(roll.who in page.names.hidden for roll in fact.rolls):
        return Line(gm)
    return Line(gm, Entry("quick_fight", f"One roll for the fight: {won}.", {}, page.seen(cards)))


# ── What has changed ─────────────────────────────────────────────────────────────────────────────────────────────────


def _state(page: _Page, who: CombatantId) -> str:
    one: Combatant | None = page.after.combatants.get(who) or page.before.combatants.get(who)
    return HEALTH[health(one)].label if one is not None else ""


def _marked(fact: f.Marked, page: _Page) -> Line:
    levels, state = counted(fact.levels, "level"), _state(page, fact.who).lower()
    full = f"{page.names.gm(fact.who)} marks {levels} of {fact.type}: {fact.track}, {state}."
    return _numbers(page, "hurt", fact.who, full, f"{page.names.all(fact.who)} is hurt{'' if state == 'hurt' else f': {state}'}.")


def _healed(fact: f.Healed, page: _Page) -> Line:
    full = f"{page.names.gm(fact.who)} heals {fact.levels}: {fact.track}, {_state(page, fact.who)}."
    return _numbers(page, "healed", fact.who, full, f"{page.names.all(fact.who)} heals: {_state(page, fact.who).lower()}.")


_FATES = {
    "torpor": "falls into torpor", "dead": "is dead", "final_death": "meets Final Death and crumbles to ash", "": "rises again",
}  # fmt: skip


def _fated(fact: f.Fated, page: _Page) -> Line:
    return _both(page, "fate", lambda called: f"{called(fact.who)} {_FATES[fact.fate]}.", fact.who)


#: How conditions begin and end that are not merely what somebody is.
_TURNS: Phrases = {
    "eyes_destroyed": ("loses the eyes", "has eyes again"),
    "kiss_wound": ("bears punctures", "bears no punctures any more"),
    "potence_active": ("calls on Potence", "lets Potence go"),
    "feral_claws": ("grows feral claws", "has no feral claws any more"),
    "horrid_form": ("takes the horrid form", "leaves the horrid form"),
}


def _condition(gained: bool) -> Write:
    def write(fact: Any, page: _Page) -> Line | None:
        one = fact.condition.id if gained else fact.id
        was = page.before.combatants.get(fact.who)
        known = was is not None and any(condition.id == one for condition in was.conditions)
        if known == gained or one in ("positioned", "treated"):
            return None
        params = fact.condition.params if gained else {}

        def say(called: Called) -> str:
            by = f" by {called(str(params['by']))}" if "by" in params else ""
            return f"{called(fact.who)} {turned(one, CONDITIONS[one].label, gained, _TURNS)}{by}."

        if not CONDITIONS[one].seen:
            entry = Entry("condition", sentence(say(page.names.gm)), {"condition": one})
            return Line(entry, None, entry, (fact.who,))
        return _both(page, "condition", say, fact.who, data={"condition": one})

    return write


def _held(fact: f.Held, page: _Page) -> Line | None:
    before = page.before.combatants.get(fact.who)
    fallen = [one for one in fact.dropped if before is None or one not in before.dropped]
    drawn = [one for one in fact.ready if before is None or one not in before.ready]
    what = f"drops {words(fallen[0])}" if fallen else f"has {words(drawn[0])} in hand" if drawn else ""
    return _both(page, "weapon", lambda called: f"{called(fact.who)} {what}.", fact.who) if what else None


def _spent(fact: f.BloodSpent, page: _Page) -> Line:
    points = f"{counted(fact.points, 'point')} of blood"
    return _numbers(
        page, "blood", fact.who, f"{page.names.gm(fact.who)} spends {points} on {words(fact.use)}: {fact.left} left.", None
    )


def _blood(fact: f.BloodMoved, page: _Page) -> Line:
    return _numbers(page, "blood", fact.who, f"{page.names.gm(fact.who)} has {counted(fact.left, 'point')} of blood now.", None)


def _willpower(fact: f.WillpowerSpent, page: _Page) -> Line:
    full = f"{page.names.gm(fact.who)} spends Willpower to {words(fact.use)}: {fact.left} left."
    return _numbers(page, "willpower", fact.who, full, None)


def _planned(fact: f.Planned, page: _Page) -> Line:
    told = ", ".join(
        f"{words(one)} -{lost}" if lost else words(one) for one, lost in zip(fact.maneuvers, fact.penalties, strict=True)
    )
    count = len(fact.maneuvers)
    public = f"{page.names.all(fact.who)} means to do {count} things at once." if count > 1 else None
    return _own(page, "declared", fact.who, f"{page.names.gm(fact.who)} plans: {told}.", public)


def _armed(fact: f.Armed, page: _Page) -> Line:
    carried = ", ".join(words(one.id) for one in fact.weapons) or "nothing"
    return _own(page, "gear", fact.who, f"{page.names.gm(fact.who)} carries {carried}.", None)


def _simple(key: str, text: Callable[[Any], str], who: str = "who") -> Write:
    def write(fact: Any, page: _Page) -> Line:
        one: CombatantId = getattr(fact, who)
        return _both(page, key, lambda called: f"{called(one)} {text(fact)}.", one)

    return write


def _plain(key: str, text: Callable[[Any], str]) -> Write:
    def write(fact: Any, page: _Page) -> Line:
        return Line(entry := Entry(key, text(fact)), entry)

    return write


def _aimed(fact: f.Aimed, page: _Page) -> Line | None:
    aim = fact.aim
    if aim is None:
        return None
    return _both(page, "aim", lambda called: f"{called(fact.who)} takes aim at {called(aim.target)}.", fact.who)


def _adjusted(fact: f.Adjusted, page: _Page) -> Line | None:
    fields = {name: getattr(fact.set, name) for name in fact.set.__struct_fields__ if name != "unaimed"}
    told = {name: _short(value) for name, value in fields.items() if value is not None}
    if fact.set.unaimed:
        told["aim"] = None
    if not told:
        return None
    entry = Entry("adjusted", f"The GM set {assigned(told)} for {page.names.gm(fact.who)}.", {"who": fact.who})
    return Line(entry, None, entry, (fact.who,))


def _short(value: Any) -> Any:
    """What was set, for one line: weapons, armor and conditions by name."""
    if isinstance(value, tuple):
        return list(map(_short, value))
    if isinstance(value, f.Aim):
        return counted(value.dice, "die", "dice")
    if isinstance(value, Struct):
        return getattr(value, "name", "") or getattr(value, "id", "") or "one of its own"
    return value


_WRITERS: dict[type, Write] = {
    f.Joined: _simple("joined", lambda _fact: "joins", "id"),
    f.Left: _simple("left", lambda _fact: "leaves", "id"),
    f.FightBegan: _plain("fight", lambda _fact: "The fight begins: declare gear, then initiative."),
    f.FightEnded: _plain("fight", lambda _fact: "The fight and its scene are over."),
    f.Ordered: _ordered,
    f.TurnEnded: _simple("done", lambda _fact: "is done"),
    f.RoundBegan: _plain("round", lambda fact: f"Round {fact.round} begins." if fact.round else "A round passes."),
    f.Planned: _planned,
    f.Armed: _armed,
    f.Wore: _simple("gear", lambda fact: f"wears {fact.armor.name or 'armor'}"),
    f.BloodSpent: _spent,
    f.BloodMoved: _blood,
    f.WillpowerSpent: _willpower,
    f.Quickened: _simple("celerity", lambda _fact: "moves faster than the eye"),
    f.Attacked: _attacked,
    f.Suffered: _suffered,
    f.Contested: _contested,
    f.Tested: _tested,
    f.Marked: _marked,
    f.Healed: _healed,
    f.Fated: _fated,
    f.ConditionGained: _condition(True),
    f.ConditionLost: _condition(False),
    f.Held: _held,
    f.Covered: _simple("cover", lambda fact: "leaves cover" if fact.cover == "none" else f"is under {fact.cover} cover"),
    f.Moved: _simple("moved", lambda fact: f"moves {counted(fact.metres, 'metre')}"),
    f.Aimed: _aimed,
    f.QuickFought: _quick,
    f.Adjusted: _adjusted,
    f.Noted: _simple("noted", lambda fact: fact.text),
}
