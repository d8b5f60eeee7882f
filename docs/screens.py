"""Takes the documentation's pictures of the site, from the real one: python docs/screens.py"""

import secrets
import struct
import subprocess
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

DOCS: Final = Path(__file__).parent
IMAGES: Final = DOCS / "images"
TESTS: Final = DOCS.parent / "tests"
sys.path[:0] = [str(TESTS / "browser"), str(TESTS / "server")]

from browsers import Person, chromium  # noqa: E402 the tests' folders are no packages
from playwright.sync_api import Browser, Page  # noqa: E402
from sites import READY, Seat, Site, Visitor, befriend, deal  # noqa: E402

SEED: Final = 11
# A site whose chance is always the same: only ever for pictures.
SEEDED: Final = f"""
import random, secrets
chance = random.Random({SEED})
secrets.token_bytes, secrets.choice = chance.randbytes, chance.choice
secrets.randbelow = chance.randrange
from tallyho.cli import main
main()
"""
WIDE: Final = {"width": 1240, "height": 860}
TALL: Final = {"width": 1240, "height": 1335}
NARROW: Final = {"width": 390, "height": 844}
COLOURS: Final = 256
PIXELS: Final = """async (picture) => {
    const image = await createImageBitmap(await (await fetch(picture)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const paper = canvas.getContext("2d");
    paper.drawImage(image, 0, 0);
    const { data } = paper.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 32768)
        text += String.fromCharCode(...data.subarray(at, at + 32768));
    return [image.width, image.height, btoa(text)];
}"""


@contextmanager
def seeded_site(folder: Path) -> Iterator[Site]:
    """A site of our own, until the pictures are taken."""
    site = Site(folder)
    command = [sys.executable, "-c", SEEDED, "serve", "--port", "0", *site.options]
    with site.log.open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, encoding="utf-8")
    assert process.stdout is not None
    site.address = process.stdout.readline().removeprefix(READY).strip()
    site.http = httpx.Client(timeout=60)
    try:
        yield site
    finally:
        site.http.close()
        process.terminate()
        process.wait()
        process.stdout.close()


def play_on(seats: tuple[Seat, Seat], turns: int, rng: Random) -> None:
    """So many turns: captures where there are any, else mostly tiles turned over."""
    state = seats[0].state
    for _ in range(turns):
        if state["ended"]:
            return
        seat = seats[state["seat_to_act"]]
        answer = seat.act("turn", state["version"], text=likely(state["legal"], rng))
        state = answer.json()["state"]


def likely(legal: list[str], rng: Random) -> str:
    """A turn as a person might choose it."""
    captures = [turn for turn in legal if "x" in turn]
    fresh = [turn for turn in legal if len(turn) == 2]
    outs = [turn for turn in legal if turn[-2:] in ("a5", "i5", "e1", "e9")]
    return rng.choice(captures or outs or (fresh if rng.random() < 0.8 else []) or legal)


def at_one_device(visitor: Visitor, game: str) -> tuple[Seat, Seat]:
    """A match at one device, dealt."""
    body = {"names": ["North", "South"], "terms": {"game": game, "begins": "me"}}
    match = visitor.post("/api/games/local", body)
    first, second = (Seat(visitor, match["id"], number) for number in (0, 1))
    deal(first, second)
    return first, second


class Camera:
    """Takes a page's picture as somebody sees it."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser = browser
        self._site = site

    def take(
        self,
        name: str,
        path: str,
        who: Visitor | None = None,
        first: Callable[[Page], None] = lambda _: None,
        **options: Any,
    ) -> None:
        """Save the picture of the page once everything on it is quiet and `first` is done."""
        person = Person(self._browser, self._site.address, **({"viewport": WIDE} | options))
        if who:
            cookie = {"name": "tallyho", "value": who.token, "url": self._site.address}
            person.context.add_cookies([cookie])
        person.page.goto(path, wait_until="networkidle")
        first(person.page)
        picture = person.page.screenshot()
        person.page.goto("about:blank")
        (IMAGES / f"screen-{name}.png").write_bytes(self._reduced(person, picture))
        person.close()

    def _reduced(self, person: Person, picture: bytes) -> bytes:
        encoded = "data:image/png;base64," + b64encode(picture).decode()
        width, height, pixels = person.page.evaluate(PIXELS, encoded)
        return palette_png(width, height, b64decode(pixels))


def palette_png(width: int, height: int, pixels: bytes) -> bytes:
    """RGBA pixels as a PNG of few colours; the commonest stay, the others become their nearest."""
    values = [
        (red & 252, green & 252, blue & 252)
        for red, green, blue, _ in struct.iter_unpack("4B", pixels)
    ]
    counted = Counter(values)
    palette = [colour for colour, _ in counted.most_common(COLOURS)]
    number = {colour: index for index, colour in enumerate(palette)}
    for colour in counted:
        number.setdefault(colour, nearest(colour, palette))
    indexed = bytes(number[value] for value in values)
    rows = b"".join(b"\0" + indexed[row : row + width] for row in range(0, len(indexed), width))
    header = struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)
    parts = (b"IHDR", header), (b"PLTE", bytes(sum(palette, ()))), (b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in (*parts, (b"IEND", b"")))


def nearest(colour: tuple[int, ...], palette: list[tuple[int, int, int]]) -> int:
    """The number of the palette's colour that looks most like this one."""
    distances = (
        sum((one - two) ** 2 for one, two in zip(colour, each, strict=True)) for each in palette
    )
    return min((distance, index) for index, distance in enumerate(distances))[1]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def take_all(camera: Camera, site: Site) -> None:
    """Set the scenes and take every picture."""
    rng = Random(SEED)
    north, south = site.account("North"), site.account("South")
    match = befriend(north, south)
    play_on(match, 46, rng)
    pegs = at_one_device(north, "pegs")
    play_on(pegs, 24, rng)
    over = befriend(north, south, rules="online")
    play_on(over, 400, rng)
    game, back = f"/game/{match[0].game}", f"/replay/{over[0].game}"
    camera.take("home", "/", viewport=TALL)
    camera.take("game", game, north)
    camera.take("phone", game, south, viewport=NARROW)
    camera.take("dark", game, south, color_scheme="dark")
    camera.take("pegs", f"/game/{pegs[0].game}", north)
    camera.take("learn", "/learn/hunt", first=try_a_lesson)
    camera.take("replay", back, north, lambda page: page.keyboard.press("End"))


def try_a_lesson(page: Page) -> None:
    """Choose a tile in the lesson about guns."""
    page.get_by_role("button", name="Lesson 7").click()
    page.locator('[data-space="c2"]').click()


if __name__ == "__main__":
    secrets.token_bytes = Random(SEED).randbytes  # the players' part of the shuffle
    IMAGES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        seeded_site(Path(folder)) as site,
        chromium() as browser,
    ):
        take_all(Camera(browser, site), site)
