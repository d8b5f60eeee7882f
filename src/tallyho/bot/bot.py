"""The bot itself: listens for challenges, and plays several matches at a time."""

import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tallyho.bot.accept import Accept
from tallyho.bot.hand import Hand, hand_from
from tallyho.bot.player import Player
from tallyho.bot.thinker import Thinker, name_of
from tallyho.bot.wire import LOST, Backoff, Refused, Wire
from tallyho.contract import NotationError

LEAVE_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Orders:
    """What a bot is told on the command line."""

    site: str
    token: str
    seed: Path
    engine: list[str]
    level: int | None
    games: int
    accept: Accept


class Bot:
    """One account's bot."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._stop = threading.Event()
        self._wire = Wire(orders.site, orders.token, self._stop)
        self._hand: Hand = hand_from(orders.seed)
        self._playing: dict[str, threading.Thread] = {}
        self._open: set[str] = set()
        self._waiting: dict[str, dict[str, Any]] = {}
        self._voice = threading.Lock()

    def run(self) -> None:
        """Play until interrupted; matches that are not over wait for the next start."""
        engine = name_of(self._orders.engine)
        name = self._introduce()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        self.say(f"{name} is at {self._orders.site}, thinking with {engine}")
        backoff = Backoff(self._stop)
        try:
            while True:
                backoff.wait(self._listen(backoff))
        finally:
            self._leave()

    def say(self, text: str) -> None:
        """One line about what happens."""
        with self._voice:
            print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)

    def _introduce(self) -> str:
        try:
            me = self._wire.once("GET", "/api/me")
        except Refused as refusal:
            raise NotationError("token", str(refusal)) from None
        except LOST as error:
            raise NotationError("site", f"{self._orders.site} does not answer: {error}") from None
        if not me["bot"]:
            how = "POST /api/bot/account turns it into one before its first match"
            raise NotationError("token", f"{me['name']} is not a bot's account; {how}")
        name: str = me["name"]
        return name

    def _listen(self, backoff: Backoff) -> float | None:
        """Follow our own events while the stream lasts; the site's advice when to come back."""
        try:
            for line in self._wire.lines("/api/bot/events"):
                backoff.reset()
                if line.get("kind") == "bye":
                    self.say("the site restarts")
                    return float(line["wait"]) / 1000
                self._hear(line)
        except LOST as error:
            self.say(f"lost the site ({type(error).__name__})")
        except Refused as refusal:
            raise NotationError("token", str(refusal)) from None
        return None

    def _hear(self, line: dict[str, Any]) -> None:
        match line.get("kind"):
            case "challenge":
                self._consider(line["challenge"])
            case "challenge-gone":
                self._waiting.pop(line["id"], None)
            case "game-start":
                self._sit_down(line["match"]["id"])
            case "rematch" if self._free():
                self._try("POST", f"/api/games/{line['game']}/rematch")
        self._accept_waiting()

    def _consider(self, challenge: dict[str, Any]) -> None:
        trouble = self._orders.accept.trouble(challenge)
        who = challenge["challenger"]["name"]
        if trouble is None:
            self._waiting[challenge["id"]] = challenge
            return
        self.say(f"declines {who}: {trouble}")
        self._try("DELETE", f"/api/challenges/{challenge['id']}")

    def _accept_waiting(self) -> None:
        while self._waiting and self._free():
            challenge = self._waiting.pop(next(iter(self._waiting)))
            match = self._try("POST", f"/api/challenges/{challenge['id']}/accept")
            if match is not None:
                self._sit_down(match["id"])

    def _free(self) -> bool:
        alive = {game: thread for game, thread in self._playing.items() if thread.is_alive()}
        self._playing = alive
        return len(alive) < self._orders.games

    def _try(self, method: str, path: str) -> Any:
        try:
            return self._wire.call(method, path)
        except Refused as refusal:  # somebody was quicker, or it is gone
            self.say(f"is refused: {refusal}")
            return None

    def _sit_down(self, game: str) -> None:
        known = self._playing.get(game)
        if known is not None and known.is_alive():
            return
        thread = threading.Thread(target=self._play, args=(game,), daemon=True)
        self._playing[game] = thread
        thread.start()

    def _play(self, game: str) -> None:
        def say(text: str) -> None:
            self.say(f"{game} {text}")

        thinker = Thinker(self._orders.engine, self._stop.is_set, say)
        player = Player(self._wire, self._hand, thinker, game, self._orders.level, say)
        self._open.add(game)
        if player.play(self._stop):
            self._open.discard(game)
        thinker.close()

    def _leave(self) -> None:
        self._stop.set()
        self._wire.close()
        deadline = time.monotonic() + LEAVE_SECONDS
        for thread in self._playing.values():
            thread.join(max(0.0, deadline - time.monotonic()))
        self.say(f"leaves; matches that are not over: {len(self._open)}")
