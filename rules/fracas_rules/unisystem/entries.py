"""Facts into lines of the log, by allow-list: a fact without a writer here is told to nobody.

Everybody hears what happens and what harm it does, in words. The points of a blow are for the owners of both sides, and
for all where the table shows everybody's numbers; dice and addends go with the roll's owner (`Line.seen_by`). Whatever
only hidden combatants do, no player hears of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..kernel.english import Phrases, assigned, counted, listed, sentence, spaced, turned
from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.ruleset import Names
from ..kernel.viewer import Die, Entry, Line, RollCard
from . import facts as f
from .modifiers import wound_step
from .state import Combatant, Fight
from .vocabulary import CONDITIONS, TYPES, WOUNDS, place

Called = Callable[[CombatantId], str]
Owed = Mapping[str, Sequence[CombatantId]]
#: Told by other lines, or mere bookkeeping.
_SILENT = (
    f.PlanDone, f.ActionTaken, f.AttackFailed, f.DefenseTaken, f.Marked, f.DieKept, f.Spared, f.AmmoSet, f.Worked, f.Tired,
    f.Breathless, f.AreaClosed,
)  # fmt: skip
_OUTCOMES = {"hit": "hits", "miss": "misses", "blocked": "is stopped by"}


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


def _secret(names: Names, *about: CombatantId) -> bool:
    """Whether everyone whom a line is about is hidden."""
    return all(one in names.hidden for one in about if one)


def _line(gm: Entry, public: Entry, names: Names, *about: CombatantId, own: Entry | None = None) -> Line:
    """A line about combatants: the GM's alone when all of them are hidden; `own` for the owners of any of them."""
    if _secret(names, *about):
        return Line(gm)
    if own is not None and names.open_numbers:
        return Line(gm, own)
    return Line(gm, public, own, about) if own is not None else Line(gm, public)


def _card(label: str, who: CombatantId, name: str, total: int, terms: Sequence[Term]) -> RollCard:
    dice = tuple(Die(10, one.value) for one in terms if one.key == "die")
    return RollCard(label, who, name, total, dice, tuple(terms))


def _shown(names: Names, cards: Sequence[tuple[RollCard, Owed]]) -> tuple[RollCard, ...]:
    """The cards as players may have them: none of who is hidden; what the hidden add is one nameless addend."""
    found = []
    for card, owed in cards:
        if card.who in names.hidden:
            continue
        covert = [key for key, whence in owed.items() if any(one in names.hidden for one in whence)]
        lost = sum(one.value for one in card.terms if one.key in covert)
        terms = tuple(one for one in card.terms if one.key not in covert)
        if lost:
            terms = (*terms, Term("circumstances", "Circumstances", lost))
        found.append(RollCard(card.label, card.who, card.who_name, card.total, card.dice, terms))
    return tuple(found)


def _harm(who: Combatant | None, damage: int) -> str:
    """What a hit does to somebody, in words: nothing to speak of, or the step of the wound ladder."""
    if not damage:
        return ", without harm"
    if who is None or who.sheet.kind not in _ALIVE:
        return ""
    step = wound_step(who)
    return ", and leaves a scratch" if step == "fine" else f", and leaves the target {WOUNDS[step][0].lower()}"


_ALIVE = ("cast", "adversary")


def _attacked(fact: f.Attacked, before: Fight, after: Fight, names: Names) -> Line:
    what = spaced(fact.maneuver) + (f" ({spaced(fact.weapon)})" if fact.weapon else "")
    where = f" ({place(fact.location)})" if fact.location else ""
    harmful = fact.outcome == "hit" and (fact.base > 0 or fact.damage > 0)

    def say(called: Called, told: str) -> str:
        return sentence(f"{called(fact.actor)}: {what}{where} {_OUTCOMES[fact.outcome]} {called(fact.target)}{told}.")

    against = f" {fact.total} against {fact.defense_total}" if fact.defense != "none" else f" {fact.total}, undefended"
    levels = counted(fact.levels, "level")
    sums = f" ({fact.base} + {levels} - {fact.armor} armor, x {fact.multiplier} = {fact.damage} {TYPES[fact.type]})"
    full = f":{against}" + (f" for {fact.damage}{sums if fact.hits == 1 else ''}" if harmful else "")
    points = f" for {fact.damage}" if harmful and fact.damage else ""
    cards = [(_card("Attack", fact.actor, names.gm(fact.actor), fact.total, fact.terms), fact.owed)]
    if fact.defense != "none":
        label = spaced(fact.defense).capitalize()
        cards.append((_card(label, fact.target, names.gm(fact.target), fact.defense_total, fact.defense_terms), fact.owed))
    shown = _shown(names, cards)
    data = {"outcome": fact.outcome, "maneuver": fact.maneuver, "defense": fact.defense}
    numbers = {**data, "damage": fact.damage}
    words = _harm(after.combatants.get(fact.target), fact.damage) if harmful else ""
    return _line(
        Entry("attack", say(names.gm, full), numbers, tuple(card for card, _ in cards)),
        Entry("attack", say(names.all, words), data, shown),
        names,
        fact.actor,
        fact.target,
        own=Entry("attack", say(names.all, points or words), numbers, shown),
    )


def _contested(fact: f.Contested, before: Fight, after: Fight, names: Names) -> Line:
    what = spaced(fact.maneuver)

    def say(called: Called, told: str) -> str:
        word = "succeeds" if fact.outcome == "success" else "fails"
        return sentence(f"{called(fact.actor)}: {what} {word} against {called(fact.target)}{told}.")

    cards = [
        (_card(what.capitalize(), fact.actor, names.gm(fact.actor), fact.total, fact.terms), fact.owed),
        (_card("Resistance", fact.target, names.gm(fact.target), fact.other_total, fact.other_terms), fact.owed),
    ]
    data = {"outcome": fact.outcome, "maneuver": fact.maneuver}
    full = f" ({fact.total} against {fact.other_total})"
    public = Entry("contest", say(names.all, ""), data, _shown(names, cards))
    gm = Entry("contest", say(names.gm, full), data, tuple(card for card, _ in cards))
    return _line(gm, public, names, fact.actor, fact.target)


def _wound(who: Combatant | None) -> str:
    return WOUNDS[wound_step(who)][0].lower() if who is not None else ""


def _hurt(fact: f.Hurt, before: Fight, after: Fight, names: Names) -> Line:
    word = _wound(after.combatants.get(fact.who))
    full = f"{names.gm(fact.who)} loses {counted(fact.amount, 'Life Point')} and has {fact.left} left ({word})."
    entry = Entry("hurt", full, {"who": fact.who, "amount": fact.amount})
    who = after.combatants.get(fact.who)
    told = "is scratched" if who is not None and wound_step(who) == "fine" else f"is hurt: {word}"
    public = Entry("hurt", sentence(f"{names.all(fact.who)} {told}."), {})
    return _line(entry, public, names, fact.who, own=entry)


def _worn(fact: f.Worn, before: Fight, after: Fight, names: Names) -> Line:
    entry = Entry("worn", f"{names.gm(fact.who)} takes {fact.amount} damage; {fact.left} are left.", {"who": fact.who})
    public = Entry("worn", sentence(f"{names.all(fact.who)} is damaged."), {})
    return _line(entry, public, names, fact.who, own=entry)


def _gear(fact: f.GearWorn, before: Fight, after: Fight, names: Names) -> Line:
    def say(called: Called) -> str:
        return sentence(f"the {spaced(fact.weapon)} of {called(fact.who)} {'breaks' if fact.broken else 'takes the blow'}.")

    return _line(Entry("gear", say(names.gm)), Entry("gear", say(names.all)), names, fact.who)


def _healed(fact: f.Healed, before: Fight, after: Fight, names: Names) -> Line:
    points = counted(fact.amount, "Life Point")
    entry = Entry("healed", f"{names.gm(fact.who)} regains {points} and has {fact.left}.", {"who": fact.who})
    public = Entry("healed", sentence(f"{names.all(fact.who)} recovers."), {})
    return _line(entry, public, names, fact.who, own=entry)


def _tested(fact: f.Tested, before: Fight, after: Fight, names: Names) -> Line:
    what, word = spaced(fact.test), "passed" if fact.passed else "failed"
    card = _card(what.capitalize(), fact.who, names.gm(fact.who), fact.total, fact.terms)
    data = {"test": fact.test, "passed": fact.passed}
    full = Entry("test", f"{names.gm(fact.who)}: {what} {fact.total}, {word}.", data, (card,))
    public = Entry("test", sentence(f"{names.all(fact.who)}: {what} {word}."), data, _shown(names, [(card, {})]))
    return _line(full, public, names, fact.who, own=full)


def _condition(word: str) -> Callable[[Any, Fight, Fight, Names], Line | None]:
    """A condition begins or ends: told to all if it shows, else to the holder's owner."""

    def write(fact: Any, before: Fight, after: Fight, names: Names) -> Line | None:
        if fact.who not in after.combatants or _there(before, fact.who, fact.id) == (word == "now"):
            return None
        if word != "now" and _there(after, fact.who, fact.id):
            return None
        return _condition_line(fact.who, fact.id, fact.params, word, names)

    return write


#: How conditions begin and end that are not merely what somebody is.
_TURNS: Phrases = {
    "changed_intention": ("changes the plan", "keeps to the plan again"),
    "crippled": ("has a crippled limb", "has the limb healed"),
    "fire_panic": ("panics at the fire", "is calm again"),
    "followup": ("may follow up", "may follow up no longer"),
    "full_defense": ("is now on full defense", "is no longer on full defense"),
    "full_offense": ("is now on full offense", "is no longer on full offense"),
    "inside_reach": ("gets inside the reach", "is out of the reach again"),
    "jammed": ("has a weapon jammed or empty", "has the weapon working again"),
    "last_deed": ("does one last deed", "has done the last deed"),
    "located": ("has located the unseen", "has lost the unseen again"),
    "opportunist": ("takes an opportunity", "is done with the opportunity"),
    "righteous_fury": ("is now in righteous fury", "is no longer in righteous fury"),
    "set_polearm": ("sets the polearm", "has the polearm set no longer"),
    "severed": ("loses a limb", "has the limb again"),
    "standing_roll": ("has a defense that stands", "has no defense that stands any more"),
    "triggered": ("is in the grip of a drawback", "is free of the drawback"),
    "unready": ("has a weapon out of hand", "has the weapons in hand again"),
}


def _condition_line(who: CombatantId, condition: str, params: f.Params, word: str, names: Names) -> Line:
    kind = CONDITIONS[condition]
    by = str(params.get("by", ""))
    part = f" ({place(str(params['part']))})" if "part" in params else ""

    def say(called: Called) -> str:
        whence = f" by {called(by)}" if by else ""
        return sentence(f"{called(who)} {turned(condition, kind.label, word == 'now', _TURNS, part)}{whence}.")

    gm = Entry("condition", say(names.gm), {"condition": condition})
    public = Entry("condition", say(names.all), {"condition": condition})
    if kind.seen:
        return _line(gm, public, names, who)
    return Line(gm) if _secret(names, who) else Line(gm, None, public, (who,))


def _there(fight: Fight, who: CombatantId, condition: str) -> bool:
    combatant = fight.combatants.get(who)
    return combatant is not None and any(one.id == condition for one in combatant.conditions)


def _joined(fact: f.Joined, before: Fight, after: Fight, names: Names) -> Line:
    entry = Entry("joined", f"{names.gm(fact.id)} joins.")
    return _line(entry, entry, names, fact.id)


def _left(fact: f.Left, before: Fight, after: Fight, names: Names) -> Line:
    entry = Entry("left", f"{names.gm(fact.id)} leaves.")
    return _line(entry, entry, names, fact.id)


def _declared(fact: f.Declared, before: Fight, after: Fight, names: Names) -> Line:
    def say(called: Called) -> str:
        acts = [
            spaced(one.maneuver) + ("" if not one.targets else " → " + ", ".join(called(t) for t in one.targets))
            for one in fact.intent
        ]
        return sentence(f"{called(fact.actor)} plans: {'; '.join(acts) if acts else 'nothing'}.")

    return _line(Entry("declared", say(names.gm)), Entry("declared", say(names.all)), names, fact.actor)


def _ordered(fact: f.Ordered | f.Reordered, before: Fight, after: Fight, names: Names) -> Line:
    shown = [names.all(one) for one in fact.order if one not in names.hidden]
    gm = Entry("order", f"Order: {listed(names.gm(one) for one in fact.order)}.")
    return Line(gm, Entry("order", f"Order: {listed(shown)}."))


def _plain(key: str, text: str) -> Callable[[Any, Fight, Fight, Names], Line]:
    def write(fact: Any, before: Fight, after: Fight, names: Names) -> Line:
        return Line(entry := Entry(key, text.format(fact=fact)), entry)

    return write


def _about(key: str, who: str, say: Callable[[Any, Called], str]) -> Callable[[Any, Fight, Fight, Names], Line]:
    """A line in the same words for all, about the combatant that the fact names as `who`."""

    def write(fact: Any, before: Fight, after: Fight, names: Names) -> Line:
        gm, public = Entry(key, sentence(say(fact, names.gm))), Entry(key, sentence(say(fact, names.all)))
        return _line(gm, public, names, getattr(fact, who))

    return write


def _turn(fact: f.TurnBegan, before: Fight, after: Fight, names: Names) -> Line:
    entry = Entry("turn", f"Turn {fact.turn} begins." if fact.turn else "A Turn goes by.")
    return Line(entry, entry)


def _own_only(key: str, say: Callable[[Any], str]) -> Callable[[Any, Fight, Fight, Names], Line]:
    """A line for the GM and the owner alone; `{name}` stands for the combatant."""

    def write(fact: Any, before: Fight, after: Fight, names: Names) -> Line:
        entry = Entry(key, say(fact).replace("{name}", names.gm(fact.who)), {"who": fact.who})
        return Line(entry) if _secret(names, fact.who) else Line(entry, None, entry, (fact.who,))

    return write


def _area(fact: f.AreaOpened, before: Fight, after: Fight, names: Names) -> Line:
    entry = Entry("area", f"Suppressive fire: {fact.area.area}.", {"area": fact.area.area})
    return _line(entry, entry, names, fact.area.by)


def _noise(fact: f.Noise, before: Fight, after: Fight, names: Names) -> Line:
    shots = counted(fact.shots, "shot")
    return Line(Entry("noise", f"Gunfire: {shots}, {fact.count} in all so far.", {"shots": fact.shots, "count": fact.count}))


def _adjusted(fact: f.Adjusted, before: Fight, after: Fight, names: Names) -> Line:
    entry = Entry("adjusted", f"The GM set {assigned(fact.set)} for {names.gm(fact.who)}.", {"who": fact.who})
    return Line(entry) if _secret(names, fact.who) else Line(entry, None, entry, (fact.who,))


_WRITERS: dict[type, Callable[[Any, Fight, Fight, Names], Line | None]] = {
    f.Joined: _joined,
    f.Left: _left,
    f.FightBegan: _plain("fight", "The fight begins: Turn 1, intentions."),
    f.FightEnded: _plain("fight", "The fight is over."),
    f.Declared: _declared,
    f.Ordered: _ordered,
    f.Reordered: _ordered,
    f.PlaceEnded: _about("done", "actor", lambda fact, called: f"{called(fact.actor)} is done."),
    f.TurnBegan: _turn,
    f.DramaSpent: _about(
        "drama",
        "who",
        lambda fact, called: f"{called(fact.who)} spends {fact.amount} Drama Point{'s' * (fact.amount > 1)}.",
    ),
    f.Attacked: _attacked,
    f.Contested: _contested,
    f.Hurt: _hurt,
    f.Worn: _worn,
    f.GearWorn: _gear,
    f.Healed: _healed,
    f.Tested: _tested,
    f.ConditionGained: _condition("now"),
    f.ConditionLost: _condition("no longer"),
    f.Mounted: _about(
        "mounted", "who", lambda fact, called: f"{called(fact.who)} is {'mounted' if fact.mount else 'on foot'} now."
    ),
    f.Drained: _own_only("drained", lambda fact: f"{{name}} has lost {fact.lost} of {spaced(fact.attribute)} in all."),
    f.Progressed: _about("progress", "who", lambda fact, called: f"{called(fact.who)} gives way a little."),
    f.Chased: _own_only("chase", lambda fact: f"{{name}} has gathered {counted(fact.levels, 'level')} in the chase."),
    f.AreaOpened: _area,
    f.Adjusted: _adjusted,
    f.Noise: _noise,
}
