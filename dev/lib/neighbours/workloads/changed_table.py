"""A table of events that MERGE changes, and questions to the table: for formats of tables that have MERGE."""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import DataFrame, SparkSession
from workload import rows_of


def made(spark: SparkSession) -> DataFrame:
    """Return the events at the beginning."""
    return spark.range(0, 1_000_000, 1, 8).selectExpr(
        "id", "id % 1000 as user", "cast(id * 7 % 100 as int) as amount", "concat('event ', id) as text"
    )


def answers(spark: SparkSession, table: str, kept: Callable[[], DataFrame], rewrite: str) -> list[list[str]]:
    """Change the table three times and ask after each change; then rewrite its files, and ask once more.

    ``kept`` returns the table from the cache.
    """
    found = []
    for n in range(3):
        changed = spark.range(n * 1000, 1_200_000, 5, 8)
        changed.selectExpr("id", "id % 1000 as user", f"{n} as amount", "'new' as text").createOrReplaceTempView(
            "changes"
        )
        spark.sql(
            f"merge into {table} t using changes s on t.id = s.id "
            "when matched then update set amount = t.amount + s.amount when not matched then insert *"
        )
        cached = kept()
        for user in (7, 77, 777):
            found.append(rows_of(cached.where(f"user = {user}").selectExpr("sum(amount)", "count(*)", "max(text)")))
        found.append(rows_of(cached.groupBy("amount").count()))
    spark.sql(rewrite)
    found.append(rows_of(spark.sql(f"select count(*), sum(amount) from {table}")))
    return found
