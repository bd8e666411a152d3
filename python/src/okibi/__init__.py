"""Okibi keeps Spark's cached data warm when the data are larger than memory.

The package holds the plugin's jars, the command ``okibi``, and the Python side of what Okibi offers to applications.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from okibi._advice import LevelAdvice, MemoryAdvice, advise_level, advise_memory, persist_best
from okibi._arrow import arrow_batches, to_arrow, to_pandas
from okibi._error import OkibiError
from okibi._metrics import metrics
from okibi._session import configure_spark_with_okibi

if TYPE_CHECKING:
    from okibi._index import IndexedRDD, indexed, indexed_by

__all__ = [
    "IndexedRDD",
    "LevelAdvice",
    "MemoryAdvice",
    "OkibiError",
    "advise_level",
    "advise_memory",
    "arrow_batches",
    "configure_spark_with_okibi",
    "indexed",
    "indexed_by",
    "metrics",
    "persist_best",
    "to_arrow",
    "to_pandas",
]


def __getattr__(name: str) -> Any:
    """Load what needs RDDs when it is first used: the package ``pyspark-client`` of Spark Connect has none."""
    if name in ("IndexedRDD", "indexed", "indexed_by"):
        from okibi import _index

        return getattr(_index, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
