"""The weights file of the network; kernel/network.hpp draws its layout and reads it too."""

import json
import struct
import zlib
from dataclasses import dataclass
from typing import Any, Final

from tallyho.contract import NotationError

MAGIC: Final = b"TALLYNET"
VERSION: Final = 1
FEATURES: Final = 2117
OLDER_FEATURES: Final = 1088
WIDTH: Final = 128
HIDDEN: Final = 16
HEADS: Final = 8
SHAPE: Final = (FEATURES, WIDTH, HIDDEN, HEADS)

# What the whole numbers of the file count as 1, as in kernel/network.hpp.
CLIP: Final = 127
SUM_UNIT: Final = CLIP * 4
HEAD_UNIT: Final = 256
DIRECT_UNIT: Final = 1024

_START: Final = struct.Struct("<8sII")
_HEADER: Final = struct.Struct("<4II")


@dataclass(frozen=True, slots=True)
class Weights:
    """The arrays of a network as little-endian bytes, in the order of the file."""

    columns: bytes  # int16[FEATURES][WIDTH]
    biases: bytes  # int16[WIDTH]
    direct: bytes  # int32[FEATURES]
    head_weights: bytes  # int8[HEADS][HIDDEN][WIDTH]
    head_biases: bytes  # int32[HEADS][HIDDEN]
    outputs: bytes  # float32[HEADS][2][HIDDEN]: mean, logarithm of the spread
    output_biases: bytes  # float32[HEADS][2]


SIZES: Final = {
    "columns": FEATURES * WIDTH * 2,
    "biases": WIDTH * 2,
    "direct": FEATURES * 4,
    "head_weights": HEADS * HIDDEN * WIDTH,
    "head_biases": HEADS * HIDDEN * 4,
    "outputs": HEADS * 2 * HIDDEN * 4,
    "output_biases": HEADS * 2 * 4,
}


BY_FEATURE: Final = ("columns", "direct")
"""Arrays with a row for each fact; an older network has nothing to say of the later facts."""


def pack(weights: Weights, provenance: dict[str, Any]) -> bytes:
    """The bytes of the file; `provenance` says how the network was made."""
    text = json.dumps(provenance, ensure_ascii=False, sort_keys=True).encode()
    arrays = [getattr(weights, name) for name in SIZES]
    if [len(array) for array in arrays] != list(SIZES.values()):
        raise ValueError("the arrays do not have the network's shape")
    rest = b"".join([_HEADER.pack(*SHAPE, len(text)), text, *arrays])
    return _START.pack(MAGIC, VERSION, zlib.crc32(rest)) + rest


def unpack(data: bytes) -> tuple[Weights, dict[str, Any]]:
    """The arrays and the provenance of a file; NotationError says what is wrong with it."""
    _require(len(data) >= _START.size + _HEADER.size, "the file is cut short")
    magic, version, checksum = _START.unpack_from(data)
    _require(magic == MAGIC, "this is no weights file")
    _require(version == VERSION, "another version of the file")
    _require(checksum == zlib.crc32(data[_START.size :]), "the checksum does not fit")
    known, *shape, length = _HEADER.unpack_from(data, _START.size)
    _require(known in (OLDER_FEATURES, FEATURES), "a network of another shape")
    _require(tuple(shape) == SHAPE[1:], "a network of another shape")
    at = _START.size + _HEADER.size
    sizes = SIZES | {name: SIZES[name] * known // FEATURES for name in BY_FEATURE}
    _require(len(data) == at + length + sum(sizes.values()), "the file has another length")
    provenance = json.loads(data[at : at + length])
    at += length
    arrays = {}
    for name, size in sizes.items():
        arrays[name] = data[at : at + size].ljust(SIZES[name], b"\0")
        at += size
    return Weights(**arrays), provenance


def _require(fits: bool, reason: str) -> None:
    if not fits:
        raise NotationError("weights", reason)
