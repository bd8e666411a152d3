"""Apache Iceberg: a cached table between MERGE, INSERT and a rewrite of files."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession
from workload import Workload, rows_of


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Change a table of a catalog, and read it cached after each change."""
    spark.conf.set("spark.sql.catalog.ice.warehouse", str(folder / "ice"))
    spark.sql("create table ice.db.events (id bigint, user bigint, amount int, text string) using iceberg")
    spark.range(0, 1_000_000, 1, 8).selectExpr(
        "id", "id % 1000 as user", "cast(id * 7 % 100 as int) as amount", "concat('event ', id) as text"
    ).writeTo("ice.db.events").append()
    spark.sql("cache table ice.db.events")
    answers = []
    for n in range(3):
        spark.sql(
            f"merge into ice.db.events t using (select id, id % 1000 as user, {n} as amount, 'new' as text "
            f"from range({n * 1000}, 1200000, 5)) s on t.id = s.id "
            "when matched then update set amount = t.amount + s.amount when not matched then insert *"
        )
        for user in (7, 77, 777):
            answers.append(
                rows_of(spark.sql(f"select sum(amount), count(*), max(text) from ice.db.events where user = {user}"))
            )
        answers.append(rows_of(spark.sql("select amount, count(*) from ice.db.events group by amount")))
    spark.sql("call ice.system.rewrite_data_files(table => 'db.events')")
    answers.append(rows_of(spark.sql("select count(*), sum(amount) from ice.db.events")))
    return answers


WORKLOAD = Workload(
    run,
    packages=("org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0",),
    settings={
        "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
        "spark.sql.catalog.ice": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.ice.type": "hadoop",
    },
)
