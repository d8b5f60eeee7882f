"""Verification: everything fits its proof, and whatever was changed is named first."""

import re
from dataclasses import replace

import pytest
from matches import read_file

from tallyho.analysis.replay import ReplayError, entry_of, moments
from tallyho.analysis.verify import verify
from tallyho.play.record import RecordError, RecordTurn, Section

HEX_TAGS = ("Commitment", "FirstCommitment", "SecondCommitment", "FirstBytes", "SecondBytes")


def with_tags(section: Section, **tags: str) -> Section:
    return replace(section, tags={**section.tags, **tags})


def with_turn(section: Section, index: int, text: str) -> Section:
    turns = [*section.turns]
    turns[index] = RecordTurn(text)
    return replace(section, turns=tuple(turns))


def flipped(digits: str) -> str:
    """The same hexadecimal digits but for the first one."""
    return f"{(int(digits[0], 16) + 1) % 16:x}{digits[1:]}"


def test_a_match_fits_its_proofs(record):
    for section in read_file(record):
        entry = entry_of(section)
        events = [moment.event for moment in moments(section, entry)]
        chance = [event for event in events if entry.game.turn_of(event) != event]
        verdict = verify(section)
        assert verdict.fair
        assert verdict.checked == len(chance)


def test_a_changed_tile_is_named(records):
    section = read_file(records["kosmos"])[0]
    turned = [n for n, turn in enumerate(section.turns) if turn.text[3:] in ("D", "P")]
    index = turned[0]
    text = section.turns[index].text
    changed = text[:3] + ("P" if text.endswith("D") else "D")
    verdict = verify(with_turn(section, index, changed))
    says = f"turn {index + 1}: the record says {changed}, the proof deals {text}"
    assert (verdict.fair, verdict.misfit) == (False, says)


def test_a_changed_gun_is_named(records):
    section = read_file(records["online"])[0]
    index = next(n for n, turn in enumerate(section.turns) if turn.text[3:] in tuple("^>v<"))
    text = section.turns[index].text
    changed = text[:3] + next(gun for gun in "^>v<" if gun != text[3:])
    assert verify(with_turn(section, index, changed)).misfit == (
        f"turn {index + 1}: the record says {changed}, the proof deals {text}"
    )


def test_of_two_changes_the_first_is_named(records):
    section = read_file(records["kosmos"])[0]
    birds = [n for n, turn in enumerate(section.turns) if turn.text[3:] in ("D", "P")][:2]
    for index in birds:
        text = section.turns[index].text
        section = with_turn(section, index, text[:3] + ("P" if text.endswith("D") else "D"))
    misfit = verify(section).misfit
    assert misfit is not None
    assert misfit.startswith(f"turn {birds[0] + 1}: ")


def test_a_changed_throw_is_named(records):
    section = read_file(records["pegs"])[0]
    index = next(
        n for n, turn in enumerate(section.turns) if re.fullmatch("[2-6]-[2-6]:", turn.text)
    )
    text = section.turns[index].text
    changed = "2-3:" if text != "2-3:" else "3-2:"
    assert verify(with_turn(section, index, changed)).misfit == (
        f"turn {index + 1}: the record says {changed[:3]}, the proof deals {text[:3]}"
    )


def test_dice_the_other_way_round_are_another_throw(records):
    section = read_file(records["pegs"])[0]
    index = next(n for n, turn in enumerate(section.turns) if turn.text[0] != turn.text[2])
    text = section.turns[index].text
    swapped = f"{text[2]}-{text[0]}{text[3:]}"
    assert not verify(with_turn(section, index, swapped)).fair


@pytest.mark.parametrize("tag", [*HEX_TAGS, "Secret"])
def test_a_changed_proof_is_named_by_its_commitment(tag, records):
    section = read_file(records["online"])[0]
    verdict = verify(with_tags(section, **{tag: flipped(section.tags[tag])}))
    named = {"Secret": "Commitment", "FirstBytes": "FirstCommitment"}
    named["SecondBytes"] = "SecondCommitment"
    assert verdict.checked == 0
    assert verdict.misfit is not None
    assert verdict.misfit.startswith(f"{named.get(tag, tag)}: it does not fit the tag ")


@pytest.mark.parametrize("tags", [{"Round": "2"}, {"GameId": "another match"}])
def test_a_proof_belongs_to_its_match_and_round(tags, records):
    section = read_file(records["online"])[0]
    assert verify(with_tags(section, **tags)).misfit == "Commitment: it does not fit the tag Secret"


def test_the_proof_of_another_round_does_not_fit(records):
    first, second = read_file(records["kosmos"])
    swapped = {tag: second.tags[tag] for tag in (*HEX_TAGS, "Secret", "Round")}
    misfit = verify(with_tags(first, **swapped)).misfit
    assert misfit is not None
    assert misfit.startswith("turn ")


@pytest.mark.parametrize("tag", ["GameId", *HEX_TAGS, "Secret"])
def test_without_a_whole_proof_there_is_nothing_to_check(tag, records):
    section = read_file(records["online"])[0]
    rest = {name: value for name, value in section.tags.items() if name != tag}
    with pytest.raises(RecordError, match=f"^line 1, column 1: the tag {tag}: ") as caught:
        verify(replace(section, tags=rest))
    assert caught.value.field == tag


@pytest.mark.parametrize("value", ["", "zz", "AB" * 32, "ab" * 31, "ab" * 33])
def test_an_unreadable_secret_is_told_with_the_line(value, records):
    second = read_file(records["kosmos"])[1]
    assert second.line > 1
    with pytest.raises(RecordError, match=f"^line {second.line}, column 1: the tag Secret: "):
        verify(with_tags(second, Secret=value))


def test_a_tile_that_cannot_be_is_refused_by_the_rules(records):
    section = read_file(records["kosmos"])[0]
    last = max(n for n, turn in enumerate(section.turns) if "=" in turn.text)
    text = section.turns[last].text
    other = "F" if text.endswith("T") else "T"
    with pytest.raises(ReplayError, match=f"turn {last + 1} "):
        verify(with_turn(section, last, text[:3] + other))


def test_a_part_of_a_round_can_be_checked(records):
    section = read_file(records["kosmos"])[0]
    part = replace(section, turns=section.turns[:20])
    part = with_tags(part, Result="*", Termination="abandoned")
    assert verify(part).fair
    assert 0 < verify(part).checked <= 20
