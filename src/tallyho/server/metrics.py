"""What the site counts about itself, in Prometheus' words."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

REQUESTS: Final = Counter("tallyho_requests", "HTTP requests", ["method", "route", "status"])
ACTIONS: Final = Counter("tallyho_actions", "Actions on games", ["answer"])
BATCH: Final = Histogram(
    "tallyho_batch", "Works in one transaction", buckets=(1, 2, 4, 8, 16, 32, 64)
)
SOCKETS: Final = Gauge("tallyho_sockets", "Open live sockets")
ENGINE_SECONDS: Final = Histogram("tallyho_engine_seconds", "Thinking time of engine turns")
ENGINE_FAILURES: Final = Counter("tallyho_engine_failures", "Engine turns that failed")
ENGINE_WAITING: Final = Gauge("tallyho_engine_waiting", "Engine turns that wait for a thread")
TABLES: Final = Gauge("tallyho_tables", "Tables kept in memory")
