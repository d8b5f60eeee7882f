"""Where push services may be. Visitors name the addresses, so they must lie in the public net."""

import re
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from tallyho.contract import NotationError

LONGEST: Final = 1000
HTTPS: Final = 443
_ENDPOINT: Final = re.compile(
    r"https://([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::([0-9]{1,5}))?(/[!\"$-~]*)"
)
_TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))

Endpoint = Annotated[str, Meta(max_length=LONGEST)]


class Subscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser's push service takes messages, and the keys to seal them with."""

    endpoint: Endpoint
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=30)]


class Place(NamedTuple):
    """Where an endpoint is."""

    host: str
    port: int
    target: str


def place_of(endpoint: str, anywhere: bool) -> Place:
    """The endpoint's parts; one that cannot be a push service's is refused."""
    found = _ENDPOINT.fullmatch(endpoint)
    if found is None or len(endpoint) > LONGEST:
        reason = f"a push service has an https address of at most {LONGEST} letters"
        raise NotationError("endpoint", reason)
    place = Place(found[1], int(found[2] or HTTPS), found[3])
    if not anywhere and (place.port != HTTPS or _private_number(place.host)):
        raise NotationError("endpoint", "push services are in the public net, at the usual port")
    return place


def _private_number(host: str) -> bool:
    """Names are looked up when something is sent, and judged then."""
    try:
        return not public(host)
    except ValueError:
        return False


def public(address: str) -> bool:
    """Whether an address lies in the public net, not in or behind this machine's own."""
    number = ip_address(address)
    if isinstance(number, IPv6Address):
        inside = number.ipv4_mapped or number.sixtofour or number.teredo
        if inside or any(number in net for net in _TRANSLATED):
            return False  # an address of the older kind is inside, and may be private
    return number.is_global and not number.is_multicast
