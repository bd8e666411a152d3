"""What a session with the plugin does."""

from __future__ import annotations

import pytest
from pyspark import StorageLevel
from pyspark.sql import SparkSession

import okibi
from okibi import OkibiError


def test_the_plugin_is_in_force(spark: SparkSession) -> None:
    before = okibi.metrics(spark)
    rows = spark.sparkContext.parallelize(range(10_000), 4).persist(StorageLevel.MEMORY_AND_DISK)
    assert rows.sum() == rows.sum() == 49_995_000
    after = okibi.metrics(spark)
    assert after["computed"] - before["computed"] == 4
    assert after["memoryHits"] - before["memoryHits"] == 4
    rows.unpersist()


def test_cached_tables_are_okibis(spark: SparkSession) -> None:
    frame = spark.range(0, 100_000, 1, 4).selectExpr("id", "id % 7 as k").cache()
    assert frame.count() == 100_000
    few = frame.where("id < 10")
    assert [row.id for row in few.collect()] == list(range(10))
    assert "PartitionsRead: 1 of 4" in few._jdf.queryExecution().executedPlan().toString()
    frame.unpersist()


def test_a_second_configuration_is_refused(spark: SparkSession) -> None:
    assert spark.sparkContext
    with pytest.raises(OkibiError, match="runs in this Python already"):
        okibi.configure_spark_with_okibi(SparkSession.builder)


def test_advice_names_a_level_and_its_reason(spark: SparkSession) -> None:
    slow = spark.sparkContext.parallelize(range(2_000), 2).map(lambda n: sum(range(n)))
    advice = okibi.advise_level(slow, reads=5)
    assert advice.level == next(iter(advice.seconds))
    assert advice.level in advice.reason
    assert sorted(advice.seconds.values()) == list(advice.seconds.values())
    kept = okibi.persist_best(slow, reads=5)
    assert kept.is_cached == (advice.level != "NONE")
    kept.unpersist()


def test_advice_about_memory_has_settings_and_a_reason(spark: SparkSession) -> None:
    rows = spark.sparkContext.parallelize(range(10_000), 4).cache()
    assert rows.count() == 10_000
    advice = okibi.advise_memory(spark)
    for settings in (advice.settings, advice.enough):
        assert sorted(settings) == ["spark.driver.memory", "spark.driver.memoryOverhead"]
        assert all(size.endswith("m") and int(size[:-1]) > 0 for size in settings.values())
    assert advice.reason.startswith("The driver's container of ")
    rows.unpersist()


def test_the_best_of_a_frame_has_its_rows(spark: SparkSession) -> None:
    frame = okibi.persist_best(spark.range(1_000).selectExpr("id", "sqrt(id) as root"))
    assert frame.count() == frame.count() == 1_000
    frame.unpersist()


KEYS = [None, "a", "é", b"a", 1, -1, -2, 2.5, 1e300, True, (1, "a"), (1, ("b", None)), "", 0]


def test_an_index_finds_what_a_filter_finds(spark: SparkSession) -> None:
    elements = [(key, n) for n in range(50) for key in KEYS]
    rdd = spark.sparkContext.parallelize(elements, 8)
    indexed = okibi.indexed_by(rdd, lambda element: element[0])
    assert sorted(map(repr, indexed.collect())) == sorted(map(repr, elements))
    for wanted in [*KEYS, 1.0, False, "absent", (1.0, "a")]:
        assert indexed.filter_equals(wanted).collect() == [element for element in elements if element[0] == wanted]
    some = {"a", 2.5, None}
    assert indexed.filter_in(some).collect() == [element for element in elements if element[0] in some]
    assert indexed.map(lambda element: element[1]).sum() == sum(n for _, n in elements)
    indexed.unpersist(blocking=True)


def test_an_index_skips_partitions(spark: SparkSession) -> None:
    indexed = okibi.indexed(spark.sparkContext.parallelize(range(8_000), 8))
    assert indexed.count() == 8_000
    before = okibi.metrics(spark)
    assert indexed.filter_equals(4_321).collect() == [4_321]
    after = okibi.metrics(spark)
    assert after["partitionsPruned"] - before["partitionsPruned"] >= 6
    assert "8" in indexed.index_status()
    indexed.unpersist(blocking=True)


def test_a_key_that_cannot_be_compared_is_named(spark: SparkSession) -> None:
    indexed = okibi.indexed_by(spark.sparkContext.parallelize([1], 1), lambda element: element)
    with pytest.raises(TypeError, match="a key of type frozenset cannot be indexed"):
        indexed.filter_equals(frozenset())
