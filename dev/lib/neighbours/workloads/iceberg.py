"""Apache Iceberg: a cached table between MERGE and a rewrite of files."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession
from workload import Workload

from workloads.changed_table import answers, made


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Change a table of a catalog, and read it cached after each change."""
    spark.conf.set("spark.sql.catalog.ice.warehouse", str(folder / "ice"))
    spark.sql("create table ice.db.events (id bigint, user bigint, amount int, text string) using iceberg")
    made(spark).writeTo("ice.db.events").append()
    spark.sql("cache table ice.db.events")
    return answers(
        spark,
        "ice.db.events",
        lambda: spark.table("ice.db.events"),
        "call ice.system.rewrite_data_files(table => 'db.events')",
    )


WORKLOAD = Workload(
    run,
    packages=("org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0",),
    settings={
        "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
        "spark.sql.catalog.ice": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.ice.type": "hadoop",
    },
)
