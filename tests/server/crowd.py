"""A crowd of cheap players: random legal turns through the API, whatever happens to the site.

Everybody resends what got no answer under the same action id, comes back to the live socket where
it was left, and keeps a ledger of what the site has acknowledged.
"""

import asyncio
import json
import random
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from wire import LOST, Away, Wire

from tallyho.contract import Side
from tallyho.play.fair import commit_bytes

SOCKET_LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, *LOST)
LAST_TURNS = 1
"""Turns that everybody still makes in the end, to show that the game goes on."""

Event = dict[str, Any]
State = dict[str, Any]


class Broken(AssertionError):
    """The site has broken a promise."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An action that the site has answered as stored, with the events that it made."""

    action: str
    events: list[Event]


@dataclass(slots=True)
class Crowd:
    """What everybody shares: the site's addresses, chance, the figures, and the time to go home."""

    addresses: Sequence[str]
    rng: random.Random
    counted: Counter[str] = field(default_factory=Counter)
    closing: bool = False
    matches: list["Seated"] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)

    async def ask(self, wire: Wire, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The answer, however often the site has to be asked."""
        for attempt in count():
            try:
                status, answer = await wire.call(method, path, body)
            except LOST as error:
                self.counted["found closed" if isinstance(error, Away) else "resent"] += 1
            else:
                if status < 500:
                    self.counted["answers"] += 1
                    return status, answer
                self.counted[f"status {status}"] += 1
                if status != 503:
                    raise Broken(f"{method} {path}: {status} {answer}")
            await self.pause(attempt)
        raise AssertionError("nobody counts so far")

    async def sure(self, wire: Wire, method: str, path: str, body: Any = None) -> Any:
        """The answer of a call that has to succeed."""
        status, answer = await self.ask(wire, method, path, body)
        if status >= 400:
            raise Broken(f"{method} {path}: {status} {answer}")
        return answer

    async def pause(self, attempt: int) -> None:
        """Before another try, longer each time, as a polite client waits."""
        await asyncio.sleep(self.rng.uniform(0.1, 0.3) * min(2**attempt, 8))

    def wire(self, number: int) -> Wire:
        """A connection; several processes get the players in turn."""
        self.wires.append(Wire(self.addresses[number % len(self.addresses)]))
        return self.wires[-1]

    async def leave(self) -> None:
        """Close what is still open."""
        for wire in self.wires:
            wire.close()
        await asyncio.sleep(0.1)  # connections close in the loop's next rounds

    async def guest(self, number: int) -> Wire:
        """A new guest."""
        wire = self.wire(number)
        wire.token = (await self.sure(wire, "POST", "/api/guests", {"bearer": True}))["token"]
        return wire

    async def account(self, number: int) -> Wire:
        """Somebody with a name; if the answer is lost, another name."""
        wire, status, answer = self.wire(number), 0, {}
        while status != 201:
            name = f"crowd {secrets.token_hex(6)}"
            hello = {"name": name, "password": "correct horse", "bearer": True}
            status, answer = await self.ask(wire, "POST", "/api/register", hello)
        wire.token = answer["token"]
        return wire


class Follower:
    """Somebody who follows a match on its live socket, across every restart."""

    def __init__(self, crowd: Crowd, wire: Wire, game: str) -> None:
        self.crowd = crowd
        self.wire = wire
        self.game = game
        self.log: list[Event] = []
        self.state: State = {"version": 0, "ended": None, "seat_to_act": None}

    @property
    def path(self) -> str:
        """The match's place in the API."""
        return f"/api/games/{self.game}"

    async def follow(self) -> None:
        """Hear all news until the match is over and everything about it was heard."""
        attempt = 0
        while not self._done():
            before = len(self.log)
            try:
                await self._listen()
            except SOCKET_LOST:
                self.crowd.counted["lost sockets"] += 1
                attempt = 0 if len(self.log) > before else attempt + 1
                await self.crowd.pause(attempt)

    def _done(self) -> bool:
        return self.state["ended"] is not None and len(self.log) >= self.state["version"]

    async def _listen(self) -> None:
        address = self.wire.address.replace("http", "ws", 1)
        where = f"{address}{self.path}/live?since={len(self.log)}"
        token = {"Authorization": f"Bearer {self.wire.token}"}
        options: dict[str, Any] = {"compression": None, "ping_interval": None, "proxy": None}
        async with connect(where, additional_headers=token, open_timeout=20, **options) as socket:
            async for text in socket:
                news = json.loads(text)
                if news["kind"] == "update":
                    self._hear(news)
                await self.react()
                if self._done():
                    return

    def _hear(self, news: dict[str, Any]) -> None:
        """Add what is new to the log; a gap or a changed past breaks the site's promise."""
        events, before = news["events"], news["state"]["version"] - len(news["events"])
        known = self.log[before:]
        if before > len(self.log) or known != events[: len(known)]:
            raise Broken(f"{self.game}: an update does not continue version {len(self.log)}")
        self.log += events[len(known) :]
        self.see(news["state"])

    def see(self, state: State) -> None:
        """Remember the newest state."""
        if state["version"] >= self.state["version"]:
            self.state = state

    async def react(self) -> None:
        """Nothing: a spectator only looks."""


class Player(Follower):
    """A follower with a seat, who plays at random and keeps the ledger."""

    def __init__(self, crowd: Crowd, wire: Wire, game: str, seat: int) -> None:
        super().__init__(crowd, wire, game)
        self.seat = seat
        self.asleep = False
        self.sent: set[str] = set()
        self.acknowledged: list[Acknowledged] = []
        self.said: dict[int, str] = {}
        self._last_turns = 0
        self._bytes: list[bytes] = []

    async def commit(self, state: State) -> None:
        """Seal random bytes; where the answer was lost, see whether they are there."""
        digests = []
        for seal in state["seals"]:
            side = Side(self.seat if seal["round"] % 2 else 1 - self.seat)
            self._bytes.append(secrets.token_bytes(32))
            sealed = bytes.fromhex(seal["commitment"])
            made = commit_bytes(self.game, seal["round"], sealed, side, self._bytes[-1])
            digests.append(made.hex())
        body = {"commitments": digests, "seat": self.seat}
        await self._deal_step("commit", body, "commitments", digests[0])

    async def reveal(self) -> None:
        """Show the bytes."""
        pieces = [piece.hex() for piece in self._bytes]
        await self._deal_step("reveal", {"bytes": pieces, "seat": self.seat}, "bytes", pieces[0])

    async def _deal_step(self, step: str, body: Any, name: str, value: str) -> None:
        status, answer = await self.crowd.ask(self.wire, "POST", f"{self.path}/{step}", body)
        if status != 200:
            state = (await self.crowd.sure(self.wire, "GET", self.path))["state"]
            if state["seals"][0][name][self.seat] != value:
                raise Broken(f"{self.game}: {step} refused: {answer}")

    async def react(self) -> None:
        """Whatever there is to do now."""
        while self.state["ended"] is None and self.state["seat_to_act"] == self.seat:
            if self.asleep and self.state["version"] > 12:
                return
            if not await self._move():
                return

    async def _move(self) -> bool:
        """One action, perhaps with something beside it; False if it came to nothing."""
        await self._aside()
        state = self.state
        if state["seat_to_act"] != self.seat or state["ended"] is not None:
            return True
        if self.crowd.closing:
            self._last_turns += 1
        if self._last_turns > LAST_TURNS:
            return await self.act("resign", state["version"])
        self.crowd.counted["turns"] += 1
        text = self.crowd.rng.choice(state["legal"])
        return await self.act("turn", state["version"], text=text)

    async def _aside(self) -> None:
        """What players do beside their turns: talk, offer, take back, press twice, lag behind."""
        state, rng = self.state, self.crowd.rng
        if state["takeback"] == 1 - self.seat:
            await self.act(rng.choice(("accept-takeback", "decline-takeback")), state["version"])
            return
        whim = rng.random()
        if whim < 0.02:
            await self._say()
        elif whim < 0.04 and state["draw_offer"] is None:
            await self.act("offer-draw", state["version"])
        elif whim < 0.06 and state["takeback"] is None:
            await self.act("ask-takeback", state["version"])
        elif whim < 0.08 and self.log:
            await self.act("turn", len(self.log) - 1, text=rng.choice(state["legal"]))
        elif whim < 0.12 and self.acknowledged:
            await self._again(rng.choice(self.acknowledged))

    async def _say(self) -> None:
        text = f"line {secrets.token_hex(4)}"
        said = await self.crowd.sure(self.wire, "POST", f"{self.path}/chat/players", {"text": text})
        self.said[said["id"]] = text

    async def _again(self, old: Acknowledged) -> None:
        """Send something again that was answered long ago: the same answer comes back."""
        wish = {"do": "resign", "version": 0, "id": old.action, "seat": self.seat}
        answer = await self.crowd.sure(self.wire, "POST", f"{self.path}/actions", wish)
        if answer["events"] != old.events:
            raise Broken(f"{self.game}: {old.action} sent again has another answer")
        self.crowd.counted["sent again"] += 1
        self.see(answer["state"])

    async def act(self, do: str, version: int, **more: Any) -> bool:
        """Send an action until it is answered; False if it was refused for good."""
        action = f"{self.seat}-{len(self.sent)}"
        self.sent.add(action)
        self.crowd.counted["actions"] += 1
        wish = {"do": do, "version": version, "id": action, "seat": self.seat, **more}
        status, answer = await self._send(wish)
        if status == 200:
            self.acknowledged.append(Acknowledged(action, answer["events"]))
            self.crowd.counted["acknowledged"] += 1
        elif status == 409 and answer["error"] == "stale-version":
            self._check_missed(version, answer)
            self.crowd.counted["refused as stale"] += 1
        elif status == 409:
            self.crowd.counted[f"refused: {answer['error']}"] += 1
            return False
        else:
            raise Broken(f"{self.game}: {do} at {version}: {status} {answer}")
        self.see(answer["state"])
        return True

    async def _send(self, wish: dict[str, Any]) -> tuple[int, Any]:
        """The answer; now and then the wish is sent on two connections at once."""
        asking = partial(self.crowd.ask, method="POST", path=f"{self.path}/actions", body=wish)
        if self.crowd.rng.random() > 0.02:
            return await asking(self.wire)
        twin = self.crowd.wire(self.seat + 1)
        twin.token = self.wire.token
        (status, answer), (other, same) = await asyncio.gather(asking(self.wire), asking(twin))
        twin.close()
        if (status, answer.get("events")) != (other, same.get("events")):
            raise Broken(f"{self.game}: {wish['id']} sent twice at once has two answers")
        self.crowd.counted["sent twice at once"] += 1
        return status, answer

    def _check_missed(self, version: int, answer: dict[str, Any]) -> None:
        if len(answer["missed"]) != answer["state"]["version"] - version:
            raise Broken(f"{self.game}: a stale refusal does not tell what was missed")


@dataclass(slots=True)
class Seated:
    """One match with those who play it and watch it."""

    game: str
    terms: dict[str, Any]
    players: list[Player]
    watchers: list[Follower] = field(default_factory=list)

    @property
    def followers(self) -> list[Follower]:
        """Everybody who has seen the match."""
        return [*self.players, *self.watchers]


async def sit_down(crowd: Crowd, terms: dict[str, Any], level: int | None) -> Seated:
    """A new match, dealt and ready; against the computer if there is a level."""
    come = crowd.account if terms.get("rated") else crowd.guest
    wires = [await come(seat) for seat in range(1 if level else 2)]
    wanted = {"terms": {"begins": "me", **terms}} | ({"level": level} if level else {})
    kind = "computer" if level else "friend"
    match = await crowd.sure(wires[0], "POST", f"/api/games/{kind}", wanted)
    players = [Player(crowd, wire, match["id"], seat) for seat, wire in enumerate(wires)]
    seated = Seated(match["id"], terms, players)
    crowd.matches.append(seated)
    if not level:
        invite = {"invite": match["invite"]}
        await crowd.sure(wires[1], "POST", f"{players[1].path}/join", invite)
    for player in players:
        await player.commit(match["state"])
    for player in players:
        await player.reveal()
    return seated
