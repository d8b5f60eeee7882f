"""Checks a recorded round against its fairness proof: every turned tile and every throw."""

from dataclasses import dataclass

from tallyho.analysis.replay import Moment, entry_of, moments
from tallyho.catalog import Entry
from tallyho.contract import Deal, NotationError
from tallyho.play.fair import FairnessError, Proof, proof_from_tags
from tallyho.play.record import RecordError, Section


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking one round; `misfit` names the first tag or event that does not fit."""

    checked: int
    misfit: str | None = None

    @property
    def fair(self) -> bool:
        """Whether everything that came up is what the proof deals."""
        return self.misfit is None


def verify(section: Section) -> Verdict:
    """Deal the round again from its proof and compare.

    Raises RecordError where the proof is missing or unreadable, ReplayError where the turns break
    the rules.
    """
    entry = entry_of(section)
    try:
        deal = entry.shuffle(_proof(section).numbers())
    except FairnessError as error:
        return Verdict(0, str(error))
    checked = 0
    for moment in moments(section, entry):
        turn = entry.game.turn_of(moment.event)
        if turn != moment.event:
            if (misfit := _misfit(entry, deal, moment, checked)) is not None:
                return Verdict(checked, misfit)
            checked += 1
    return Verdict(checked)


def _proof(section: Section) -> Proof:
    try:
        return proof_from_tags(section.tags)
    except NotationError as error:
        raise RecordError(section.line, 1, error.field, f"the tag {error}") from error


def _misfit(entry: Entry, deal: "Deal[object, object]", moment: Moment, nth: int) -> str | None:
    dealt = deal.event(entry.game.turn_of(moment.event), nth)
    if dealt == moment.event:
        return None
    came, right = entry.notation.write(moment.event), entry.notation.write(dealt)
    return f"turn {moment.number}: the record says {came}, the proof deals {right}"
