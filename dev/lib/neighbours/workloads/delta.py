"""Delta Lake: MERGE, which persists its source; OPTIMIZE; a cached table that a MERGE replaces."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession
from workload import Workload, rows_of


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Change a table three times, and read it through a cache between."""
    path = f"delta.`{folder / 'events'}`"
    spark.range(0, 1_000_000, 1, 8).selectExpr(
        "id", "id % 1000 as user", "cast(id * 7 % 100 as int) as amount", "concat('event ', id) as text"
    ).write.format("delta").save(str(folder / "events"))
    answers = []
    for n in range(3):
        changes = spark.range(n * 1000, 1_200_000, 5, 8).selectExpr(
            "id", "id % 1000 as user", f"{n} as amount", "'new' as text"
        )
        changes.createOrReplaceTempView("changes")
        spark.sql(
            f"merge into {path} t using changes s on t.id = s.id "
            "when matched then update set amount = t.amount + s.amount when not matched then insert *"
        )
        cached = spark.sql(f"select * from {path}").cache()
        for user in (7, 77, 777):
            answers.append(rows_of(cached.where(f"user = {user}").selectExpr("sum(amount)", "count(*)", "max(text)")))
        answers.append(rows_of(cached.groupBy("amount").count()))
    spark.sql(f"optimize {path} zorder by (user)")
    answers.append(rows_of(spark.sql(f"select count(*), sum(amount) from {path}")))
    return answers


WORKLOAD = Workload(
    run,
    packages=("io.delta:delta-spark_4.1_2.13:4.2.0",),
    settings={
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.databricks.delta.merge.materializeSource": "all",
    },
)
