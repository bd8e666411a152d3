"""Delta Lake: MERGE, which persists its source; OPTIMIZE; a cached table that a MERGE replaces."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession
from workload import Workload

from workloads.changed_table import answers, made


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Change a table three times, and read it through a cache between."""
    table = f"delta.`{folder / 'events'}`"
    made(spark).write.format("delta").save(str(folder / "events"))
    return answers(
        spark, table, lambda: spark.sql(f"select * from {table}").cache(), f"optimize {table} zorder by (user)"
    )


WORKLOAD = Workload(
    run,
    packages=("io.delta:delta-spark_4.1_2.13:4.2.0",),
    settings={
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.databricks.delta.merge.materializeSource": "all",
    },
)
