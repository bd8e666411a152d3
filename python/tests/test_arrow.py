"""Rows as Arrow: the tables, frames and batches that PySpark gives."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Iterator
from pathlib import Path

import pandas
import pytest
from pyspark.sql import DataFrame, SparkSession

import okibi

COLUMNS = [
    "id as k",
    "if(id % 3 = 0, null, id % 2 = 0) as flag",
    "cast(id % 100 as tinyint) as tiny",
    "if(id % 5 = 0, null, cast(id * 7 as int)) as number",
    "cast(id as double) / 8 as real",
    "cast(id as decimal(20, 3)) as price",
    "if(id % 7 = 0, null, concat('text ', id)) as text",
    "concat('city ', id % 5) as city",
    "cast(concat('b', id) as binary) as bytes",
    "date_add(date'2000-01-01', cast(id as int)) as day",
    "timestamp_seconds(id * 977) as time",
]


@pytest.fixture
def table(spark: SparkSession) -> Iterator[DataFrame]:
    frame = spark.range(0, 5_000, 1, 4).selectExpr(*COLUMNS).cache()
    frame.count()
    yield frame
    frame.unpersist(blocking=True)


def queries(table: DataFrame) -> list[DataFrame]:
    return [
        table,
        table.where("k % 7 = 3").select("text", "k"),
        table.where("k between 100 and 110"),
        table.where("k < 0"),
        table.selectExpr("k + 1 as next", "array(k, 2) as pair", "struct(text, day) as both"),
        table.groupBy("city").count().orderBy("city"),
        table.limit(7),
    ]


def files_in(spark: SparkSession) -> list[Path]:
    return list(Path(str(spark.conf.get("spark.local.dir"))).rglob("temp_local_*"))


def test_tables_are_those_of_pyspark(spark: SparkSession, table: DataFrame) -> None:
    for query in queries(table):
        found = okibi.to_arrow(query)
        if hasattr(query, "toArrow"):  # from Spark 4.0 on
            expected = query.toArrow()
            assert found.schema == expected.schema
            assert found.equals(expected), query
        assert found.num_rows == query.count()
    assert files_in(spark) == []


def test_frames_are_those_of_pyspark(spark: SparkSession, table: DataFrame) -> None:
    for query in queries(table):
        spark.conf.set("spark.sql.execution.arrow.pyspark.enabled", "true")
        expected = query.toPandas()
        spark.conf.unset("spark.sql.execution.arrow.pyspark.enabled")
        pandas.testing.assert_frame_equal(okibi.to_pandas(query), expected)
    assert files_in(spark) == []


def test_values_of_every_type(table: DataFrame) -> None:
    row = okibi.to_arrow(table.where("k = 4")).to_pylist()[0]
    time = row.pop("time")
    assert time.timestamp() == 4 * 977
    assert row == {
        "k": 4,
        "flag": True,
        "tiny": 4,
        "number": 28,
        "real": 0.5,
        "price": decimal.Decimal("4.000"),
        "text": "text 4",
        "city": "city 4",
        "bytes": b"b4",
        "day": datetime.date(2000, 1, 5),
    }


def test_batches_come_in_order_and_some_at_a_time(spark: SparkSession, table: DataFrame) -> None:
    batches = okibi.arrow_batches(table.where("k % 2 = 0").select("k"))
    first = next(batches)
    assert first.schema.names == ["k"]
    rest = list(batches)
    keys = [key for batch in [first, *rest] for key in batch.column(0).to_pylist()]
    assert keys == list(range(0, 5_000, 2))
    assert list(okibi.arrow_batches(table.where("k < 0"))) == []
    assert files_in(spark) == []


def test_a_table_outlives_the_file_and_the_cache(spark: SparkSession) -> None:
    frame = spark.range(0, 1_000, 1, 2).selectExpr("id", "concat('text ', id) as text").cache()
    found = okibi.to_arrow(frame)
    frame.unpersist(blocking=True)
    assert found.column("text").to_pylist() == [f"text {n}" for n in range(1_000)]


def test_an_error_of_the_query_is_sparks(spark: SparkSession, table: DataFrame) -> None:
    with pytest.raises(Exception, match="as the test wants"):
        okibi.to_arrow(table.selectExpr("if(k = 4000, raise_error('as the test wants'), k) as k"))
    assert files_in(spark) == []
