"""Functions of pandas and Arrow over a cached table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pandas
import pyarrow
from pyspark.sql import SparkSession
from pyspark.sql.functions import pandas_udf  # type: ignore[attr-defined]
from workload import Workload, rows_of


def run(spark: SparkSession, folder: Path) -> list[list[str]]:
    """Ask a cached table several times through functions in Python. Nested functions reach workers by value."""

    def lengths(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
        for batch in batches:
            sums = [batch.num_rows, batch.column("k").sum().as_py()]
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array([value]) for value in sums], ["n", "total"])

    def cities(frames: Iterable[pandas.DataFrame]) -> Iterable[pandas.DataFrame]:
        for frame in frames:
            yield frame.groupby("city", as_index=False)["n"].sum()

    def plus(a: pandas.Series, b: pandas.Series) -> pandas.Series:
        return a + b

    spark.range(0, 2_900_000, 1, 4).selectExpr(
        "id as k",
        "cast(id * 7 % 1000 as int) as n",
        "id / 8.0D as d",
        "concat('text ', id % 100000) as text",
        "concat('city ', id % 50) as city",
        "date_add(date'2000-01-01', cast(id % 3000 as int)) as day",
    ).write.parquet(str(folder / "table"))
    table = spark.read.parquet(str(folder / "table")).cache()
    table.count()
    total = pandas_udf(plus, "double")
    answers = []
    for _ in range(3):
        answers.append(rows_of(table.mapInArrow(lengths, "n long, total long").groupBy().sum()))
        answers.append(rows_of(table.mapInPandas(cities, "city string, n long").groupBy("city").sum("n")))
        answers.append(rows_of(table.where("n < 500").mapInArrow(lengths, "n long, total long").groupBy().sum("n")))
        answers.append(rows_of(table.select(total("k", "d").alias("x")).selectExpr("sum(x)", "max(x)")))
    table.unpersist()
    return answers


WORKLOAD = Workload(run)
