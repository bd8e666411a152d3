"""Structured Streaming: foreachBatch that persists each batch and writes it to two places."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from workload import Workload, rows_of


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Read twelve files as twelve batches."""
    source = spark.range(0, 1_200_000, 1, 12).selectExpr("id", "id % 50 as k", "concat('text ', id) as text")
    source.write.parquet(str(folder / "in"))

    def write(batch: DataFrame, number: int) -> None:
        batch.persist()
        batch.groupBy("k").count().write.mode("append").parquet(str(folder / "counts"))
        batch.where("k = 7").write.mode("append").parquet(str(folder / "sevens"))
        batch.unpersist()

    stream = spark.readStream.schema(source.schema).option("maxFilesPerTrigger", 1).parquet(str(folder / "in"))
    query = (
        stream.writeStream.foreachBatch(write)
        .option("checkpointLocation", str(folder / "checkpoint"))
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()
    counts = spark.read.parquet(str(folder / "counts")).groupBy("k").sum("count")
    return [rows_of(counts), rows_of(spark.read.parquet(str(folder / "sevens")).selectExpr("sum(id)", "max(text)"))]


WORKLOAD = Workload(run)
