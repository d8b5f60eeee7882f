"""Checks a recorded round against its fairness proof: every turned tile and every throw."""

from dataclasses import dataclass

from tallyho.analysis.replay import Moment, entry_of, moments
from tallyho.catalog import Entry
from tallyho.contract import Deal
from tallyho.play.fair import proof_from_tags
from tallyho.play.record import Section


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking one round; `misfit` names the first event that does not fit."""

    checked: int
    misfit: str | None = None

    @property
    def fair(self) -> bool:
        """Whether everything that came up is what the proof deals."""
        return self.misfit is None


def verify(section: Section) -> Verdict:
    """Deal the round again from its proof and compare.

    Raises NotationError where the proof is missing or unreadable, FairnessError where a commitment
    does not fit, ReplayError where the turns break the rules.
    """
    entry = entry_of(section)
    deal = entry.shuffle(proof_from_tags(section.tags).numbers())
    checked = 0
    for moment in moments(section, entry):
        turn = entry.game.turn_of(moment.event)
        if turn != moment.event:
            if (misfit := _misfit(entry, deal, moment, checked)) is not None:
                return Verdict(checked, misfit)
            checked += 1
    return Verdict(checked)


def _misfit(entry: Entry, deal: "Deal[object, object]", moment: Moment, nth: int) -> str | None:
    dealt = deal.event(entry.game.turn_of(moment.event), nth)
    if dealt == moment.event:
        return None
    came, right = entry.notation.write(moment.event), entry.notation.write(dealt)
    return f"turn {moment.number}: the record says {came}, the proof deals {right}"
