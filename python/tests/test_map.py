"""Functions over cached tables get the batches that PySpark gives, copied from the table's columns."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pandas
import pyarrow
import pytest
from pyspark import cloudpickle
from pyspark.errors import PythonException
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.functions import concat, pandas_udf, udf  # type: ignore[attr-defined]
from test_arrow import COLUMNS

# Spark's workers do not find this file.
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # type: ignore[no-untyped-call]

SWITCH = "spark.okibi.tables.python.enabled"
MOST_ROWS = "spark.sql.execution.arrow.maxRecordsPerBatch"


@contextmanager
def setting(spark: SparkSession, key: str, value: object) -> Iterator[None]:
    spark.conf.set(key, str(value).lower())
    try:
        yield
    finally:
        spark.conf.unset(key)


@pytest.fixture(params=["adaptive", "fixed"])
def table(spark: SparkSession, request: pytest.FixtureRequest) -> Iterator[DataFrame]:
    with setting(spark, "spark.sql.adaptive.enabled", request.param == "adaptive"):
        frame = spark.range(0, 30_000, 1, 4).selectExpr(*COLUMNS).cache()
        frame.count()
        yield frame
        spark.catalog.clearCache()


def same_arrow(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
    yield from batches


def same_pandas(frames: Iterable[pandas.DataFrame]) -> Iterable[pandas.DataFrame]:
    yield from frames


def shapes(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
    """The types and names that the function sees, and how many rows, with their nulls."""
    for batch in batches:
        seen = [f"{field.name} {field.type} {field.nullable}" for field in batch.schema]
        nulls = sum(column.null_count for column in batch.columns)
        yield pyarrow.RecordBatch.from_pydict({"seen": [str(seen)], "rows": [batch.num_rows], "nulls": [nulls]})


def queries(table: DataFrame) -> list[DataFrame]:
    return [
        table,
        table.where("k % 7 = 3").select("text", "k"),
        table.where("k between 100 and 110"),
        table.where("k < 0"),
        table.where("number is null and city = 'city 3'").selectExpr("text as t", "k as a", "k as b"),
    ]


def fed(query: DataFrame) -> bool:
    """Whether columns go to the function without a detour."""
    execution = query._jdf.queryExecution()
    execution.toRdd()  # Adaptive execution decides on the plan. The function does not run.
    return "Columns: [" in str(execution.executedPlan().toString())


def totals(seen: list[Row]) -> dict[str, tuple[int, int]]:
    """How many rows, and nulls, batches of each shape have."""
    found: dict[str, tuple[int, int]] = {}
    for shape, count, nulls in seen:
        before = found.get(shape, (0, 0))
        found[shape] = (before[0] + count, before[1] + nulls)
    return found


def rows(spark: SparkSession, query: DataFrame, on: bool) -> list[Row]:
    """The rows with columns for the functions, or with rows, which the plan must show."""
    with setting(spark, SWITCH, on):
        asked = query.select("*")
        found = sorted(asked.collect(), key=str)
        assert fed(asked) == on
        return found


def test_every_type_comes_as_from_rows(spark: SparkSession, table: DataFrame) -> None:
    for query in queries(table):
        mapped = [query.mapInPandas(same_pandas, query.schema), query.mapInArrow(same_arrow, query.schema)]
        for answer in mapped:
            assert rows(spark, answer, True) == rows(spark, answer, False)
        assert rows(spark, mapped[1], True) == sorted(query.collect(), key=str)


def test_functions_see_the_same_batches(spark: SparkSession, table: DataFrame) -> None:
    for query in [*queries(table), table.select()]:
        seen = query.mapInArrow(shapes, "seen string, rows long, nulls long")
        assert totals(rows(spark, seen, True)) == totals(rows(spark, seen, False))


def test_batches_have_no_more_rows_than_the_session_allows(spark: SparkSession, table: DataFrame) -> None:
    with setting(spark, MOST_ROWS, 777):
        seen = table.mapInArrow(shapes, "seen string, rows long, nulls long").select("rows")
        found = [row[0] for row in rows(spark, seen, True)]
    assert max(found) <= 777
    assert sum(found) == 30_000


def plus(a: pandas.Series, b: pandas.Series) -> pandas.Series:
    return a + b.fillna(0)


def longer(text: pandas.Series) -> pandas.Series:
    return text.fillna("none") + "!"


def pair(a: pandas.Series, text: pandas.Series) -> pandas.DataFrame:
    return pandas.DataFrame({"a": a, "t": text})


def each(texts: Iterator[pandas.Series]) -> Iterator[pandas.Series]:
    for text in texts:
        yield text.fillna("none")


def described(k: int, price: object, text: str | None) -> str:
    return f"{k} {price} {text}"


def evaluations(table: DataFrame) -> list[DataFrame]:
    total = pandas_udf(plus, "double")
    loud = pandas_udf(longer, "string")
    both = pandas_udf(pair, "a long, t string")
    told = udf(described, "string", useArrow=True)
    k, number, text = table["k"], table["number"], table["text"]
    return [
        table.select(total(k, number)),
        table.select("*", total("real", number).alias("total")),
        table.where("k % 7 = 3").select("city", loud(text), "day", total(k, k), "flag"),
        table.select(loud(loud(text)), "price"),
        table.select(both(k, text).alias("both"), "time"),
        table.select(told(k, table["price"], text), "bytes"),
        table.where("k < 0").select(total(k, number)),
        table.withColumn("total", total(k, number)).where("total > 1000").groupBy("city").sum("total").orderBy("city"),
    ]


@pytest.mark.parametrize("most_rows", [10_000, 777])
def test_values_for_each_row_come_as_from_rows(spark: SparkSession, table: DataFrame, most_rows: int) -> None:
    with setting(spark, MOST_ROWS, most_rows):
        for query in evaluations(table):
            assert rows(spark, query, True) == rows(spark, query, False)


def test_equal_functions_run_once(spark: SparkSession, table: DataFrame) -> None:
    total = pandas_udf(plus, "double")
    picked = table.selectExpr("city as c", "number as n", "k as a").where("n > 100")
    for each_side in (
        picked.mapInArrow(same_arrow, picked.schema).groupBy("c").count(),
        picked.withColumn("total", total("a", "n")).groupBy("c").max("total"),
    ):
        twice = each_side.join(each_side.toDF("c", "other"), "c")
        reused = []
        for on in (True, False):
            with setting(spark, SWITCH, on):
                query = twice.select("*")
                assert len(query.collect()) == each_side.count()
                assert fed(query) == on
                reused.append(str(query._jdf.queryExecution().executedPlan().toString()).count("ReusedExchange"))
        assert reused[0] == reused[1]
        assert reused[0] > 0


def test_functions_of_plain_python(spark: SparkSession, table: DataFrame) -> None:
    """Since Spark 4.2 they are sent as Arrow's batches too; there, stock Spark hangs on cached tables of numbers."""
    loud = udf(lambda text: f"{text}!", "string")
    total = pandas_udf(plus, "double")
    for query in [
        table.select(loud("text")),
        table.select("k").cache().select(udf(lambda k: k + 1, "long")("k")),
        table.select(loud(concat("text", "city")), "day"),
        table.select(loud(total("k", "number"))),
        table.select(total("k", "number"), loud("city")),
        table.select(pandas_udf(each, "string")("text"), "bytes"),
    ]:
        found = []
        for on in (True, False):
            with setting(spark, SWITCH, on):
                found.append(sorted(query.select("*").collect(), key=str))
        assert found[0] == found[1]


def test_a_limit_above_functions_leaves_nothing(spark: SparkSession, table: DataFrame) -> None:
    with setting(spark, MOST_ROWS, 50):
        for query in evaluations(table)[:4]:
            assert len(query.limit(3).collect()) == 3
        assert len(evaluations(table)[1].collect()) == 30_000
    assert allocated(spark) == 0


def test_large_batches_stay_with_spark(spark: SparkSession, table: DataFrame) -> None:
    with setting(spark, MOST_ROWS, 1_000_000):
        assert fed(table.select("k", "text").mapInArrow(same_arrow, "k long, text string"))
        assert not fed(table.mapInArrow(same_arrow, table.schema))


def test_what_is_computed_stays_with_spark(table: DataFrame) -> None:
    computed = table.selectExpr("k + 1 as next")
    assert not fed(computed.mapInArrow(same_arrow, computed.schema))
    assert not fed(table.select(pandas_udf(longer, "string")(concat("text", "city"))))
    limited = table.limit(7)
    assert not fed(limited.mapInArrow(same_arrow, limited.schema))


def test_a_function_that_fails_says_why_and_leaves_nothing(spark: SparkSession, table: DataFrame) -> None:
    def fails(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
        for batch in batches:
            if batch.num_rows > 0:
                raise ValueError("as the test wants")
            yield batch

    for _ in range(3):
        with pytest.raises(PythonException, match="as the test wants"):
            table.mapInArrow(fails, table.schema).collect()
    assert allocated(spark) == 0


def test_a_consumer_that_stops_early_leaves_nothing(spark: SparkSession, table: DataFrame) -> None:
    for _ in range(5):
        assert len(table.mapInArrow(same_arrow, table.schema).limit(3).collect()) == 3
        assert table.mapInPandas(same_pandas, table.schema).first() is not None
    assert allocated(spark) == 0


def allocated(spark: SparkSession, before: int = 0) -> int:
    """Bytes of Arrow's buffers, when the threads of ended tasks have had time to end too."""
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    for _ in range(300):
        used = int(jvm.org.apache.spark.sql.util.ArrowUtils.rootAllocator().getAllocatedMemory())
        if used <= before:
            break
        jvm.java.lang.Thread.sleep(100)
    return used


def test_conditions_fail_only_where_those_of_spark_do(spark: SparkSession, table: DataFrame) -> None:
    with setting(spark, "spark.sql.ansi.enabled", True):
        query = table.where("try_cast(text as int) > 3 and 100 / k > 1").mapInArrow(same_arrow, table.schema)
        assert rows(spark, query, True) == rows(spark, query, False)
        fails = table.where("100 / k > 1")
        for asked in (fails.mapInArrow(same_arrow, table.schema), fails.select(pandas_udf(plus, "double")("k", "k"))):
            before = allocated(spark)
            with pytest.raises(Exception, match="DIVIDE_BY_ZERO"):
                asked.select("*").collect()
            assert allocated(spark, before) == before
            # Spark leaves what it has not sent.
            with setting(spark, SWITCH, False), pytest.raises(Exception, match="DIVIDE_BY_ZERO"):
                asked.select("*").collect()


@pytest.mark.parametrize(
    ("key", "value"),
    [("spark.sql.execution.arrow.maxBytesPerBatch", 4096), ("spark.sql.execution.arrow.useLargeVarTypes", True)],
)
def test_settings_of_batches_hold(spark: SparkSession, table: DataFrame, key: str, value: object) -> None:
    shown = table.mapInArrow(shapes, "seen string, rows long, nulls long").select("seen")
    with setting(spark, key, value):
        for query in [*evaluations(table)[:2], shown.distinct()]:
            found = []
            for on in (True, False):
                with setting(spark, SWITCH, on):
                    found.append(sorted(query.select("*").collect(), key=str))
            assert found[0] == found[1]


@pytest.mark.parametrize("key", ["maxRecordsPerOutputBatch", "maxBytesPerOutputBatch"])
def test_small_batches_of_results_stay_with_spark(spark: SparkSession, table: DataFrame, key: str) -> None:
    """The keys came with Spark 4.1. There such functions fail in stock Spark too, so that they do not run here."""
    with setting(spark, f"spark.sql.execution.arrow.{key}", 10):
        assert fed(evaluations(table)[0].select("*")) == spark.version.startswith(("3.", "4.0."))
