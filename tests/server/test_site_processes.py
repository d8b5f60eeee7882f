"""Several processes and one site, on a real PostgreSQL and Redis."""

import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import copy
from pathlib import Path

import httpx
import pytest
from children import child
from redis import Redis as Client
from services import Postgres, Redis
from sites import Seat, Site, Visitor, befriend, deal, running, set_back, until_over
from websockets.sync.client import ClientConnection

Pair = tuple[Site, Site]


@contextmanager
def two(folder: Path, postgres: Postgres, redis: Redis) -> Iterator[Pair]:
    """Two sites that are one: as on two machines, each with an address of its own."""
    db, folders = postgres.database(), (folder / "one", folder / "other")
    for place in folders:
        place.mkdir()
    options = ("--redis", redis.url, "--engine-threads", "1")
    with (
        running(folders[0], *options, db=db) as one,
        running(folders[1], *options, db=db) as other,
    ):
        yield one, other


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis: Redis
) -> Iterator[Pair]:
    with two(tmp_path_factory.mktemp("pair"), postgres, redis) as pair:
        yield pair


def at(site: Site, visitor: Visitor) -> Visitor:
    """The same visitor, who talks to that process."""
    moved = copy(visitor)
    moved.site = site
    return moved


def apart(pair: Pair, **terms: object) -> tuple[Seat, Seat]:
    """Two guests at one table, each at a process of their own."""
    return befriend(pair[0].guest(), pair[1].guest(), **terms)


def next_update(socket: ClientConnection) -> dict:
    """The next update, past heartbeats and chat."""
    while True:
        news = json.loads(socket.recv(timeout=30))
        if news["kind"] == "update":
            return news


def follow(socket: ClientConnection, version: int) -> dict:
    """The state at that version or later, as the socket tells it."""
    while (state := next_update(socket)["state"])["version"] < version:
        pass
    return state


def test_two_play_a_whole_match_at_two_processes_and_a_third_watches(pair: Pair) -> None:
    seats, rng = apart(pair, rules="online"), random.Random(4)
    watcher, seen = pair[1].guest(), 0
    with (
        seats[0].visitor.live(f"{seats[0].path}/live") as first,
        seats[1].visitor.live(f"{seats[1].path}/live") as second,
        watcher.live(f"{seats[0].path}/live") as third,
    ):
        states = [next_update(socket)["state"] for socket in (first, second)]
        while (mover := states[0]["seat_to_act"]) is not None and states[0]["ended"] is None:
            version = seats[mover].play(rng, states[mover])["state"]["version"]
            states = [follow(socket, version) for socket in (first, second)]
            assert states[0] == states[1]
        while seen < states[0]["version"]:
            seen += len(next_update(third)["events"])
    assert seen == states[0]["version"] == len(watcher.get(f"{seats[0].path}/events")["events"])
    assert states[0]["ended"]["termination"] == "finished"


def test_chat_and_the_lobby_are_heard_at_the_other_process(pair: Pair) -> None:
    first, second = apart(pair)
    with second.visitor.live("/api/live") as lobby:
        assert json.loads(lobby.recv(timeout=30))["kind"] == "lobby"
        seek = first.visitor.post("/api/seeks", {})
        news = json.loads(lobby.recv(timeout=30))
        assert seek["id"] in [listed["id"] for listed in news["seeks"]]
    with second.visitor.live(f"{second.path}/live") as socket:
        next_update(socket)
        first.visitor.post(f"{first.path}/chat/players", {"text": "hello"})
        said = json.loads(socket.recv(timeout=30))
        assert (said["kind"], said["said"][0]["text"]) == ("chat", "hello")


def test_an_action_sent_to_both_processes_is_stored_once(pair: Pair) -> None:
    first, _ = apart(pair)
    version = first.state["version"]
    wish = {"do": "turn", "version": version, "id": "once", "text": "d4"}
    with ThreadPoolExecutor(8) as pool:
        answers = [
            pool.submit(at(site, first.visitor).post, f"{first.path}/actions", wish)
            for site in pair * 4
        ]
    assert len({json.dumps(answer.result()["events"]) for answer in answers}) == 1
    assert first.state["version"] == version + 1


def test_whoever_is_second_with_another_turn_is_told_what_was_missed(pair: Pair) -> None:
    first, _ = apart(pair)
    state = first.state
    with ThreadPoolExecutor(4) as pool:
        tries = [
            pool.submit(
                at(site, first.visitor).act, first.game, "turn", state["version"], text=text
            )
            for site, text in zip(pair * 2, state["legal"], strict=False)
        ]
    answers = [one.result() for one in tries]
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    [played] = [answer.json()["events"] for answer in answers if answer.status_code == 200]
    assert all(a.json()["missed"] == played for a in answers if a.status_code == 409)


def test_ratings_of_matches_that_end_at_the_same_time_follow_one_another(pair: Pair) -> None:
    north, south = pair[0].account("Two North"), pair[1].account("Two South")
    terms = {"rated": True, "clock": {"minutes": 5}}
    seats = [befriend(north, south, **terms)[number % 2] for number in range(6)]
    versions = [seat.state["version"] for seat in seats]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda seat, v: seat.act("resign", v), seats, versions))
    assert [answer.status_code for answer in answers] == [200] * 6
    for name in ("Two North", "Two South"):
        [standing] = north.get(f"/api/people/{name}")["ratings"]
        steps = north.get(f"/api/people/{name}/ratings/hunt-fast")
        assert (standing["games"], len(steps)) == (6, 6)
        assert {step["game"] for step in steps} == {seat.game for seat in seats}
        befores = sorted(step["before"] for step in steps)
        afters = sorted([1500.0, *(step["after"] for step in steps)])
        afters.remove(standing["rating"])
        assert befores == pytest.approx(afters)


@contextmanager
def worker(site: Site, redis: Redis) -> Iterator[subprocess.Popen[str]]:
    """A real worker, which is ready to think."""
    options = ["--db", str(site.db), "--redis", redis.url, "--engine-threads", "1"]
    command = [sys.executable, "-m", "tallyho", "worker", *options]
    with child(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        assert "thinks with 1 threads" in process.stdout.readline()
        yield process
        process.send_signal(signal.SIGCONT)
        process.terminate()
        process.wait(timeout=30)


def thoughts(*sites: Site) -> float:
    """How many turns these processes have found themselves."""
    texts = [site.http.get(f"{site.address}/metrics").text for site in sites]
    lines = [line for text in texts for line in text.splitlines()]
    return sum(float(line.split()[1]) for line in lines if "engine_seconds_count" in line)


def wait_for_turn(seat: Seat) -> dict:
    """The state once the computer has moved."""
    with seat.visitor.live(f"{seat.path}/live") as socket:
        while (state := seat.state)["seat_to_act"] != seat.number and state["ended"] is None:
            socket.recv(timeout=30)
    return state


def test_without_workers_the_site_thinks_itself(pair: Pair) -> None:
    before = thoughts(*pair)
    seat = pair[0].guest().against_computer(1, begins="you")
    deal(seat)
    wait_for_turn(seat)
    assert thoughts(*pair) == before + 1


def test_a_worker_thinks_for_both_processes(pair: Pair, redis: Redis) -> None:
    with worker(pair[0], redis):
        before, rng = thoughts(*pair), random.Random(1)
        for site in pair:
            seat = site.guest().against_computer(1, begins="me", rules="online")
            deal(seat)
            state = seat.state
            for _ in range(3):
                seat.play(rng, state)
                state = wait_for_turn(seat)
        assert thoughts(*pair) == before


def test_a_turn_that_dies_with_its_worker_is_made_all_the_same(pair: Pair, redis: Redis) -> None:
    seat, rng = pair[0].guest().against_computer(1, begins="me"), random.Random(1)
    deal(seat)
    with worker(pair[0], redis) as process:
        seat.play(rng, seat.state)
        state, before = wait_for_turn(seat), thoughts(*pair)
        process.send_signal(signal.SIGSTOP)  # it takes the job, and never gets on with it
        version = seat.play(rng, state)["state"]["version"]
        while not taken(redis, f"{seat.game}.{version}"):
            assert seat.state["version"] == version
        process.kill()
        process.wait()
        assert wait_for_turn(seat)["version"] > version
        assert thoughts(*pair) == before + 1


def test_a_worker_comes_back_when_redis_does(pair: Pair, redis: Redis) -> None:
    with worker(pair[0], redis):
        redis.kill()
        redis.start()
        before = -1.0
        while before != thoughts(*pair):  # until a turn was not thought of here
            before = thoughts(*pair)
            seat = pair[0].guest().against_computer(1, begins="you")
            deal(seat)
            wait_for_turn(seat)


def taken(redis: Redis, job: str) -> bool:
    """Whether a worker has the job, or will have it next."""
    with Client.from_url(redis.url) as client:
        lists = [client.lrange(f"saq:tallyho:{name}", 0, -1) for name in ("active", "queued")]
    return f"saq:job:tallyho:{job}".encode() in lists[0] + lists[1]


def test_play_goes_on_while_redis_is_away_and_news_flow_when_it_is_back(
    pair: Pair, redis: Redis
) -> None:
    (first, second), rng = apart(pair, rules="online"), random.Random(2)
    computer = pair[1].guest().against_computer(1, begins="you")
    with second.visitor.live(f"{second.path}/live") as socket:
        state = next_update(socket)["state"]
        redis.kill()
        try:
            update = first.play(rng, state)
            second.play(rng, update["state"])
            deal(computer)
            wait_for_turn(computer)
        finally:
            redis.start()
        version = first.play(rng, first.state)["state"]["version"]
        assert follow(socket, version)["version"] == version
    assert [site.http.get(f"{site.address}/ready").status_code for site in pair] == [200, 200]


def members(site: Site) -> set[int]:
    """The processes that serve a site of several."""
    command = ["pgrep", "-P", str(site.pid), "-f", "spawn_main"]
    return set(map(int, subprocess.run(command, capture_output=True, text=True).stdout.split()))


def test_a_process_that_dies_is_replaced_and_all_end_together(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    options = ("--redis", redis.url, "--workers", "2")
    with running(tmp_path, *options, db=postgres.database()) as site:
        first, second = befriend(site.guest(), site.guest())
        before = members(site)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        with httpx.Client() as client:  # connections to the dead one are dead too
            while members(site) == before or len(members(site)) < 2:
                assert client.get(f"{site.address}/health").status_code == 200
        site.http.close()
        site.http = httpx.Client(timeout=30)
        second.play(random.Random(2), first.play(random.Random(1), first.state)["state"])
        counts = [counted(site, "/metrics") for _ in range(8)]
        assert counts == sorted(counts)
        assert counts[-1] >= 6  # whichever process was asked
        after = members(site)
        site.stop()
        assert not any(Path(f"/proc/{pid}").exists() for pid in after)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{site.address}/health")


def test_a_process_that_hangs_is_replaced(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    options = ("--redis", redis.url, "--workers", "2", "--replace-after", "3")
    with running(tmp_path, *options, db=postgres.database()) as site:
        before = members(site)
        hanging = os.pidfd_open(min(before))
        os.kill(min(before), signal.SIGSTOP)
        assert select.select([hanging], [], [], 60)[0]
        os.close(hanging)
        with httpx.Client(timeout=30) as client:
            while len(members(site)) < 2:
                assert client.get(f"{site.address}/health").status_code == 200
        assert max(before) in members(site)
        assert "a process hangs and is replaced" in site.log.read_text()


def counted(site: Site, route: str) -> float:
    """How often all processes together were asked for a route."""
    text = httpx.get(f"{site.address}/metrics").text
    lines = [line for line in text.splitlines() if line.startswith("tallyho_requests_total")]
    return sum(float(line.split()[-1]) for line in lines if f'route="{route}"' in line)


def test_processes_do_not_outlive_a_killed_parent(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    options = ("--redis", redis.url, "--workers", "2")
    with running(tmp_path, *options, db=postgres.database()) as site:
        orphans = members(site)
        site.stop(signal.SIGKILL)
        for pid in orphans:
            gone = os.pidfd_open(pid)
            assert select.select([gone], [], [], 30)[0]
            os.close(gone)


def test_flags_and_ratings_fall_once_with_two_sweepers(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    with two(tmp_path, postgres, redis) as (one, other):
        north, south = one.account("Late North"), other.account("Late South")
        tables = [befriend(north, south, rated=True, clock={"minutes": 5}) for _ in range(5)]
        for first, _ in tables:
            first.play(random.Random(1), first.state)
        one.stop()
        other.stop()
        for first, _ in tables:
            set_back(one, first.game, 10 * 60 * 1000)
        one.start()
        other.start()
        for first, second in tables:
            assert until_over(second)["ended"]["winner"] == 0
            events = first.visitor.get(f"{first.path}/events")["events"]
            assert [event["kind"] for event in events].count("ended") == 1
        for name in ("Late North", "Late South"):
            assert north.get(f"/api/people/{name}")["ratings"][0]["games"] == 5


def test_a_database_that_is_away_makes_the_site_busy_and_no_more(
    pair: Pair, postgres: Postgres
) -> None:
    (first, second), rng = apart(pair), random.Random(3)
    state = first.state
    postgres.stop()
    try:
        answers = [
            first.act("turn", state["version"], text="d4"),
            second.visitor.act(first.game, "resign", state["version"]),
        ]
        answers += [site.http.get(f"{site.address}/ready") for site in pair]
    finally:
        postgres.start()
    assert [answer.status_code for answer in answers] == [503] * 4
    second.play(rng, first.play(rng, state)["state"])


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["serve", "--workers", "2"], "several need --redis"),
        (["serve", "--redis", "redis://127.0.0.1:1"], "share a PostgreSQL"),
        (["worker", "--redis", "redis://127.0.0.1:1"], "share a PostgreSQL"),
    ],
)
def test_several_processes_on_a_file_are_refused(
    tmp_path: Path, command: list[str], reason: str
) -> None:
    command = [sys.executable, "-m", "tallyho", *command, "--db", str(tmp_path / "site.db")]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 2
    assert reason in answer.stderr
