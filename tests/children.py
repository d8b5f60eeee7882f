"""Programs that a test starts: they end with it, however it ends."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


@contextmanager
def child(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A running program; `Popen` alone would wait for it forever after a test that failed."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()
