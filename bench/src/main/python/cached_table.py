"""A cached table is read by programs in Python: as a table of Arrow, as a frame of pandas, and by functions.

Arguments: rows of the table, passes, and queries: names of `CASES`. Stock uses the fastest way that PySpark has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pandas
import pyarrow
import pyarrow.compute
from child import Stopwatch, run
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import pandas_udf

import okibi

# Few: each task of Python takes Spark 0.1 to 0.2 s for nothing but reading the directories of its archives again.
PARTITIONS = 4

# Of the words of the strings, few are different in one column, and many in the other.
COLUMNS = [
    "id as k",
    "cast(id * 7 % 1000 as int) as n",
    "id / 8.0D as d",
    "concat('text ', id % 100000) as s",
    "concat('city ', id % 50) as c",
    "date_add(date'2000-01-01', cast(id % 3000 as int)) as day",
]


def count(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
    """Count the rows of a partition."""
    yield pyarrow.RecordBatch.from_pydict({"rows": [sum(batch.num_rows for batch in batches)]})


def plus(a: pandas.Series, b: pandas.Series) -> pandas.Series:
    """Add two columns."""
    return a + b


def to_arrow(table: DataFrame, with_okibi: bool) -> pyarrow.Table:
    """Return the table by Okibi's function, or by PySpark's."""
    return okibi.to_arrow(table) if with_okibi else table.toArrow()


def to_pandas(table: DataFrame, with_okibi: bool) -> pandas.DataFrame:
    """Return the frame by Okibi's function, or by PySpark's, which takes batches of Arrow."""
    return okibi.to_pandas(table) if with_okibi else table.toPandas()


def map_in_arrow(table: DataFrame, with_okibi: bool) -> int:
    """Count the rows in Python."""
    return int(table.mapInArrow(count, "rows long").groupBy().sum().head()[0])


def udf(table: DataFrame, with_okibi: bool) -> float:
    """Sum what a function of pandas makes of two columns."""
    add = pandas_udf(plus, "double")
    return float(table.select(add("k", "d").alias("sum")).groupBy().sum().head()[0])


def summary(found: Any) -> object:
    """Reduce a result to what the two sides compare."""
    if isinstance(found, (int, float)):
        return found
    table = found if isinstance(found, pyarrow.Table) else pyarrow.Table.from_pandas(found, preserve_index=False)
    compute = pyarrow.compute
    letters = [compute.sum(compute.utf8_length(table[name])).as_py() for name in ("s", "c")]
    numbers = [compute.sum(table[name]).as_py() for name in ("k", "n", "d")]
    return [table.num_rows, table.column_names, numbers, letters, str(compute.max(table["day"]).as_py())]


CASES: dict[str, Callable[[DataFrame, bool], Any]] = {
    "to_arrow": to_arrow,
    "to_pandas": to_pandas,
    "map": map_in_arrow,
    "udf": udf,
}


def read(request: dict[str, Any], watch: Stopwatch) -> tuple[object, dict[str, float]]:
    """Cache the table, and time each case in each pass."""
    conf, args = request["conf"], request["args"]
    settings = {
        "spark.master": "local[2]",
        "spark.app.name": "okibi bench: cached table",
        "spark.ui.enabled": "false",
        "spark.local.dir": request["localDir"],
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        **conf,
    }
    spark = SparkSession.builder.config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("WARN")
    with_okibi = "spark.plugins" in conf
    table = spark.range(0, int(args["rows"]), 1, PARTITIONS).selectExpr(*COLUMNS).cache()
    with watch.phase("fill"):
        table.count()
    answers: dict[str, object] = {}
    for number in range(1, int(args["passes"]) + 1):
        for name in args["queries"]:
            with watch.phase(f"{name}.{number}"):
                found = CASES[name](table, with_okibi)
            answer = summary(found)
            del found
            if answers.setdefault(name, answer) != answer:
                raise RuntimeError(f"{name}: pass {number} answers {answer}, and pass 1 {answers[name]}")
    stop(spark)
    return answers, watch.metrics()


def stop(spark: SparkSession) -> None:
    """Stop the session and wait for its JVM, whose time is then that of a child of the runner's."""
    gateway = spark.sparkContext._gateway
    spark.stop()
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait(timeout=60)


if __name__ == "__main__":
    run(read)
