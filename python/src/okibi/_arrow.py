"""Rows of a DataFrame as Arrow.

The driver's JVM writes the rows into a file of Arrow's format in one of Spark's local directories. Python maps the file
and removes the name, so that the rows never pass through a socket, and nothing stays behind.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from okibi._jvm import find_okibi

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    import pyarrow as pa
    from py4j.java_gateway import JavaObject
    from pyspark.sql import DataFrame


def to_arrow(df: DataFrame) -> pa.Table:
    """Return the rows as a table of Arrow, with the types that ``df.toArrow()`` gives.

    Columns of a table that is cached in Okibi's format are copied as they are; selections and projections of columns
    keep that way. Other queries give the same table by way of rows. The table is mapped from a file that has no name
    any more: the system may move it out of memory and back, and frees the file with the last reference to the table.

    On a cluster, Spark limits the bytes (``spark.driver.maxResultSize``) as it does for ``toArrow``; ``arrow_batches``
    has no such limit for all rows together. With Spark Connect, with ``spark.io.encryption.enabled`` and without
    Okibi's jar this is ``df.toArrow()``.
    """
    collector = _collector(df)
    batches = _all_batches(collector) if collector else None
    if not hasattr(df, "toArrow"):  # Spark 3.5
        source: Any = df
        return _cast(df, batches if batches else source._collect_as_arrow())
    return _with_batches(df, batches).toArrow() if batches else df.toArrow()


def to_pandas(df: DataFrame) -> pd.DataFrame:
    """Return the rows as a DataFrame of pandas, as ``df.toPandas()`` does.

    Columns come by Arrow, whatever ``spark.sql.execution.arrow.pyspark.enabled`` says. See ``to_arrow`` for what is
    fast, for the limits, and for where this is ``df.toPandas()`` itself.
    """
    collector = _collector(df)
    source: Any = df
    if collector:
        batches = _all_batches(collector)
        source = _with_batches(df, batches if any(batch.num_rows for batch in batches) else [])
    frame: pd.DataFrame = source.toPandas()
    return frame


def arrow_batches(df: DataFrame) -> Iterator[pa.RecordBatch]:
    """Return the rows in batches of Arrow, in the order of the partitions.

    The driver holds the rows of some partitions at a time, as many as the application has cores. Each batch may be kept
    for as long as it is of use. With Spark Connect, with ``spark.io.encryption.enabled`` and without Okibi's jar all
    rows come at once, as with ``to_arrow``.
    """
    collector = _collector(df)
    if not collector:
        yield from to_arrow(df).to_batches()
        return
    path = collector.nextFile()
    while path is not None:
        yield from (batch for batch in _mapped(path) if batch.num_rows)
        path = collector.nextFile()


def _collector(df: DataFrame) -> JavaObject | None:
    """Return Okibi's collector of the query; None where there is none."""
    java = getattr(df, "_jdf", None)
    if java is None:  # Spark Connect
        return None
    okibi = find_okibi(df.sparkSession.sparkContext)
    return None if okibi is None else okibi.python.ArrowCollector.of(java)


def _all_batches(collector: JavaObject) -> list[pa.RecordBatch]:
    return _mapped(collector.collect())


def _mapped(path: str) -> list[pa.RecordBatch]:
    """Return the batches of a file, at least one, and remove the name of the file."""
    import pyarrow as pa

    try:
        with pa.memory_map(path) as file:
            reader = pa.ipc.open_file(file)
            batches = [reader.get_batch(i) for i in range(reader.num_record_batches)]
            return batches or [pa.RecordBatch.from_pylist([], schema=reader.schema)]
    finally:
        with suppress(PermissionError):  # Windows keeps the name of a mapped file; Spark removes it at the end.
            Path(path).unlink()


def _with_batches(df: DataFrame, batches: list[pa.RecordBatch]) -> Any:
    """Return the DataFrame as it is, but that its rows have been collected already."""
    copy: Any = type(df)(df._jdf, _ArrowSession(df.sparkSession))  # type: ignore[arg-type]
    copy._collect_as_arrow = lambda *_, **__: batches
    return copy


def _cast(df: DataFrame, batches: list[pa.RecordBatch]) -> pa.Table:
    import pyarrow as pa
    from pyspark.sql.pandas.types import to_arrow_schema

    schema = to_arrow_schema(df.schema)
    return pa.Table.from_batches(batches).cast(schema) if batches else schema.empty_table()


class _Delegate:
    """An object with some attributes of its own."""

    def __init__(self, to: Any) -> None:
        self._to = to

    def __getattr__(self, name: str) -> Any:
        return getattr(self._to, name)


class _ArrowSettings(_Delegate):
    def arrowPySparkEnabled(self) -> bool:  # noqa: N802  # Spark's name
        return True


class _ArrowSession(_Delegate):
    """A session in which ``toPandas`` takes Arrow's way, whatever the setting."""

    @property
    def _jconf(self) -> Any:
        return _ArrowSettings(self._to._jconf)
