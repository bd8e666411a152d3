"""Queries of cached tables of all types, for Apache DataFusion Comet."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession
from workload import rows_of

PACKAGES = ("org.apache.datafusion:comet-spark-spark4.1_2.13:1.2.0",)
SETTINGS = {
    "spark.memory.offHeap.enabled": "true",
    "spark.memory.offHeap.size": "1g",
    "spark.shuffle.manager": "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager",
    "spark.sql.session.timeZone": "America/New_York",
}
PLUGIN = "org.apache.spark.CometPlugin"

TYPES = (
    "id % 2 = 0",
    "cast(id % 128 as tinyint)",
    "cast(id % 32768 as smallint)",
    "cast(id as int)",
    "id",
    "cast(id as float) / 8",
    "cast(id as double) / 8",
    "cast(id as decimal(9, 2))",
    "cast(id as decimal(38, 10))",
    "concat('value ', id % 5000)",
    "cast(concat('bytes ', id % 50) as binary)",
    "date_add(date'1969-12-01', cast(id % 40000 as int))",
    "timestamp_seconds(id * 977)",
    "cast(timestamp_seconds(id * 977) as timestamp_ntz)",
    "make_dt_interval(cast(id % 90 as int))",
    "array(id, null, id + 1)",
    "named_struct('a', id, 'b', cast(id as string))",
    "map(id % 10, id)",
    "cast(null as int)",
)
GROUPED = tuple(range(15))  # those that can be a group's key


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Ask a table of all types, and a join of cached tables."""
    columns = [f"if(id % 11 = {i % 11}, null, {text}) as c{i}" for i, text in enumerate(TYPES)]
    table = spark.range(0, 600_000, 1, 8).selectExpr("id", "id % 100 as k", *columns).cache()
    small = spark.range(0, 100).selectExpr("id as k", "concat('name ', id) as name").cache()
    if "okibi" in spark.conf.get("spark.plugins"):
        counted = small.groupBy("name").count()
        counted.collect()
        plan = counted._jdf.queryExecution().executedPlan().toString()
        assert "OkibiTableToArrow" in plan, plan
    answers = [rows_of(table.where("k < 50").groupBy("k").agg({"c4": "sum", "id": "count", "c6": "max"}))]
    for i in GROUPED:
        counted = table.groupBy(f"c{i}").count()
        answers.append(rows_of(counted.orderBy("count", f"c{i}").limit(20)))
        answers.append(rows_of(table.selectExpr(f"min(c{i})", f"max(c{i})", f"count(c{i})")))
    answers.append(rows_of(table.where("id % 9973 = 5")))
    answers.append(rows_of(table.join(small, "k").where("name like '%7'").groupBy("name").agg({"c3": "sum"})))
    answers.append(rows_of(table.where("id between 70000 and 70010").selectExpr("*", "year(c12)", "hour(c12)", "c13")))
    return answers
