"""Structured logs: one JSON object in a line."""

import logging
import sys
from typing import Any, Final

import msgspec

_USUAL: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "taskName"}
_ENCODE: Final = msgspec.json.Encoder(enc_hook=str).encode


class JsonLines(logging.Formatter):
    """Time, level, logger, message, and whatever else was given by name."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _USUAL}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _ENCODE(line).decode()


def log_to_stderr(level: str) -> None:
    """Everything that is logged goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # They write down whole addresses of sockets, and every start of a migration.
    for chatty in ("uvicorn.error", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
