"""Advice about storage levels and about the memory of executors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from okibi._error import OkibiError
from okibi._jvm import okibi_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark import RDD, StorageLevel
    from pyspark.sql import DataFrame, SparkSession

    Data = TypeVar("Data", RDD[Any], DataFrame)


@dataclass(frozen=True)
class LevelAdvice:
    """The advised storage level of an RDD or a DataFrame.

    ``level`` is the name of a level of Spark, or NONE when computing again is cheaper than keeping. ``seconds`` holds
    the predicted time of all uses at each level, the shortest first. ``reason`` is one paragraph with the figures.
    """

    level: str
    seconds: dict[str, float]
    reason: str


@dataclass(frozen=True)
class MemoryAdvice:
    """How to divide the container of an executor, or of the driver in local mode.

    ``settings`` divide the present container best. ``enough`` are those of the smallest container whose tasks do not
    spill and whose page cache holds all cached data. ``reason`` is one paragraph with the figures.
    """

    settings: dict[str, str]
    enough: dict[str, str]
    reason: str


def advise_level(data: RDD[Any] | DataFrame, reads: int = 3) -> LevelAdvice:
    """Measure a few partitions and advise the level with which reading the data again is cheapest.

    Runs a small job and changes nothing. ``reads`` is how often the data will be read after they were computed. The
    elements of an RDD of Python are measured as Spark keeps them: pickled.

    Raises OkibiError when the plugin is not active.
    """
    from pyspark.sql import DataFrame

    rdd: Any = data.rdd if isinstance(data, DataFrame) else data
    okibi = okibi_of(rdd.ctx)
    advice = _advised(lambda: okibi.Okibi.adviseLevel(rdd._jrdd.rdd(), reads))
    times = [advice.candidates().apply(position) for position in range(advice.candidates().size())]
    return LevelAdvice(
        level=advice.level().name(),
        seconds={time.level().name(): time.seconds() for time in times},
        reason=advice.reason(),
    )


def advise_memory(spark: SparkSession) -> MemoryAdvice:
    """Advise how to divide the memory of executors between heap and overhead, where the page cache is.

    The advice stands on what the stages so far needed, and changes nothing.

    Raises OkibiError when the plugin is not active, or Spark's pages or Okibi's tab are off.
    """
    okibi = okibi_of(spark.sparkContext)
    advice = _advised(lambda: okibi.Okibi.adviseMemory())

    def settings(split: Any) -> dict[str, str]:
        parts = {"memory": split.heapBytes(), "memoryOverhead": split.overheadBytes()}
        return {f"spark.{advice.process()}.{name}": f"{size >> 20}m" for name, size in parts.items()}

    return MemoryAdvice(settings(advice.split()), settings(advice.enough()), str(advice.reason()))


def _advised(ask: Callable[[], Any]) -> Any:
    """Ask the JVM, and make an OkibiError of what it says to users."""
    from py4j.protocol import Py4JJavaError

    try:
        return ask()
    except Py4JJavaError as error:
        if error.java_exception.getClass().getName() == "java.lang.IllegalStateException":
            raise OkibiError(str(error.java_exception.getMessage())) from None
        raise


def persist_best(data: Data, reads: int = 3) -> Data:
    """Persist an RDD with the level that ``advise_level`` finds, and return it.

    A DataFrame is persisted with its usual level, with which Okibi keeps columns outside the heap. Neither is persisted
    when computing it again is cheaper than keeping it.
    """
    from pyspark import StorageLevel
    from pyspark.sql import DataFrame

    level = advise_level(data, reads).level
    if level == "NONE":
        return data
    if isinstance(data, DataFrame):
        return data.persist()
    return data.persist(_level(StorageLevel, level))


def _level(levels: type[StorageLevel], name: str) -> StorageLevel:
    """Return the level of Python for a level of the JVM. Python's elements are serialised in any case."""
    of_python = {"MEMORY_AND_DISK_SER": "MEMORY_AND_DISK"}
    level: StorageLevel = getattr(levels, of_python.get(name, name))
    return level
