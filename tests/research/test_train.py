"""The command `tallyho train` before PyTorch comes into it."""

import sys
from pathlib import Path

import pytest

from tallyho.contract import NotationError
from tallyho.research.train import train


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("epochs", 0),
        ("batch", 0),
        ("rate", 0),
        ("lambda_", 1.5),
        ("seed", -1),
        ("threads", 3),
        ("data", []),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, option: str, value: object) -> None:
    options = {"data": [tmp_path], "out": tmp_path / "net", "epochs": 1} | {option: value}
    with pytest.raises(NotationError, match=f"{option.strip('_')}: must be"):
        train(**options)  # type: ignore[arg-type] # options vary


def test_without_pytorch_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("model", "training"):
        monkeypatch.delitem(sys.modules, f"tallyho.research.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NotationError, match=r"tallyho-games\[train\]"):
        train(data=[tmp_path], out=tmp_path / "net", epochs=1)
