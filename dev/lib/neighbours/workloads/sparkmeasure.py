"""sparkMeasure: its listener beside Okibi counts the stages of queries of a cached table."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession
from workload import Workload, rows_of


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Measure three queries. How many stages there are is the same with Okibi; times are not compared."""
    measure = spark.sparkContext._jvm.ch.cern.sparkmeasure.StageMetrics(spark._jsparkSession)
    measure.begin()
    table = spark.range(0, 2_000_000, 1, 8).selectExpr("id", "id % 100 as k", "concat('text ', id) as text").cache()
    answers = [rows_of(table.groupBy("k").count()) for _ in range(3)]
    measure.end()
    report = measure.report()
    assert "numStages" in report, report
    answers.append([line for line in report.splitlines() if line.startswith("numStages")])
    return answers


WORKLOAD = Workload(run, packages=("ch.cern.sparkmeasure:spark-measure_2.12:0.24",))
