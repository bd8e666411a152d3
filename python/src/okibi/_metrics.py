"""What Okibi counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from okibi._jvm import okibi_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def metrics(spark: SparkSession) -> dict[str, int]:
    """Return the application's totals so far, by the names of docs/metrics.md; empty when the plugin is not active.

    Executors report every ten seconds and when they end.
    """
    totals = okibi_of(spark.sparkContext).OkibiJava.metrics()
    return {str(name): int(total) for name, total in totals.items()}
