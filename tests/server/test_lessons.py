"""The lessons: each can be solved and failed, by the rules of its game."""

import re
from pathlib import Path

import httpx
import pytest
from sites import Site

from tallyho import catalog
from tallyho.server.web.courses import COURSES, course
from tallyho.server.web.lessons import Lesson, Prepared, prepare

WORDS = Path(__file__).parents[2] / "web" / "src" / "learn" / "words.ts"
ALL = [(game, lesson) for game in COURSES for lesson in course(game)]
FORCED = {("hunt", "turn-over"), ("pegs", "start"), ("pegs", "run")}  # every turn is a good one


def ids(value: object) -> str:
    return value.name if isinstance(value, Prepared) else str(value)


def solvable(lesson: Prepared) -> set[int]:
    """The boards from which the goal can be reached."""
    found: set[int] = set()
    for _ in lesson.boards:
        for number, board in enumerate(lesson.boards):
            if any(made.reached or made.to in found for made in board.turns.values()):
                found.add(number)
    return found


@pytest.mark.parametrize(("game", "lesson"), ALL, ids=ids)
def test_every_lesson_can_be_solved(game: str, lesson: Prepared) -> None:
    assert 0 in solvable(lesson)


@pytest.mark.parametrize(("game", "lesson"), ALL, ids=ids)
def test_a_lesson_asks_for_something(game: str, lesson: Prepared) -> None:
    lost = set(range(len(lesson.boards))) - solvable(lesson)
    missed = any(
        not made.reached and made.to in lost
        for board in lesson.boards
        for made in board.turns.values()
    )
    assert missed or (game, lesson.name) in FORCED


@pytest.mark.parametrize(("game", "lesson"), ALL, ids=ids)
def test_every_turn_is_legal_and_leads_where_the_rules_say(game: str, lesson: Prepared) -> None:
    entry = catalog.find(game)
    for board in lesson.boards:
        start = entry.notation.read_position(board.position)
        legal = {entry.notation.write(turn) for turn in entry.game.legal(start)}
        assert not board.turns or set(board.turns) == legal
        for made in board.turns.values():
            position = start
            for text in made.events:
                position = entry.game.play(position, entry.notation.read_event(text))
            assert lesson.boards[made.to].position == entry.notation.write_position(position)


@pytest.mark.parametrize("game", COURSES)
def test_every_lesson_has_its_words(game: str) -> None:
    _, hunt, pegs = re.split(r"const (?:HUNT|PEGS):", WORDS.read_text("utf-8"))
    said = re.findall(r'^  "?([a-z-]+)"?: \(\) =>', hunt if game == "hunt" else pegs, re.M)
    assert said == [lesson.name for lesson in course(game)]


def test_the_opponent_answers_only_where_there_is_no_choice() -> None:
    walk_out = next(lesson for lesson in course("hunt") if lesson.name == "walk-out")
    assert walk_out.boards[0].turns["e7-e8"].events == ("e7-e8", "pass")
    fox = next(lesson for lesson in course("hunt") if lesson.name == "fox")
    assert all(len(made.events) == 1 for made in fox.boards[0].turns.values())


def test_without_a_goal_the_turn_has_to_be_finished() -> None:
    position = "w......w..../............/...b........ white 14"
    lesson = prepare("pegs", Lesson("both", position))
    made = lesson.boards[0].turns["o1-o2"]
    assert not made.reached
    assert all(then.reached for then in lesson.boards[made.to].turns.values())


@pytest.mark.parametrize("path", ["/learn", "/learn/hunt", "/learn/pegs"])
def test_the_pages_answer(site: Site, path: str) -> None:
    answer = httpx.get(site.address + path)
    assert answer.status_code == 200
    assert "style=" not in answer.text


def test_there_is_no_other_course(site: Site) -> None:
    assert httpx.get(f"{site.address}/learn/chess").status_code == 404
