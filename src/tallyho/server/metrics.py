"""What the site counts about itself, in Prometheus' words."""

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

TOGETHER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The library's own variable: a folder where the processes of one machine count together."""

REQUESTS: Final = Counter("tallyho_requests", "HTTP requests", ["method", "route", "status"])
ACTIONS: Final = Counter("tallyho_actions", "Actions on games", ["answer"])
BATCH: Final = Histogram(
    "tallyho_batch", "Works in one transaction", buckets=(1, 2, 4, 8, 16, 32, 64)
)
SOCKETS: Final = Gauge("tallyho_sockets", "Open live sockets", multiprocess_mode="livesum")
ENGINE_SECONDS: Final = Histogram("tallyho_engine_seconds", "Thinking time of engine turns")
ENGINE_FAILURES: Final = Counter("tallyho_engine_failures", "Engine turns that failed")
ENGINE_WAITING: Final = Gauge(
    "tallyho_engine_waiting", "Engine turns that wait for a thread", multiprocess_mode="livesum"
)
PUSHES: Final = Counter("tallyho_pushes", "Notifications of turns", ["answer"])
TABLES: Final = Gauge("tallyho_tables", "Tables kept in memory", multiprocess_mode="livesum")


def counted() -> bytes:
    """Everything as Prometheus reads it, of all processes that count together."""
    if TOGETHER not in os.environ:
        return generate_latest()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library has no type
    return generate_latest(registry)
