"""What a client of Spark Connect sees of a server with the plugin. The client has no JVM.

OKIBI_CONNECT is the address of the server, OKIBI_PAGES that of the server's pages.
"""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

import okibi

PARTITIONS = 8


def connect() -> SparkSession:
    return SparkSession.builder.remote(os.environ["OKIBI_CONNECT"]).create()


def stop(session: SparkSession) -> None:
    """End a session, and leave the server, which `stop` of the last session of a process does too."""
    session.client.close()


@pytest.fixture
def spark() -> Iterator[SparkSession]:
    session = connect()
    yield session
    stop(session)


def table(spark: SparkSession) -> DataFrame:
    return spark.range(0, 80_000, 1, PARTITIONS).selectExpr("id", "id % 7 as k")


def plan(frame: DataFrame) -> str:
    return str(frame._explain_string(extended=False))


def test_cached_frames_and_tables_give_their_rows(spark: SparkSession) -> None:
    for cache in (DataFrame.cache, DataFrame.persist):
        frame = cache(table(spark))
        assert frame.count() == 80_000
        assert sorted(row.id for row in frame.where("id < 5").collect()) == [0, 1, 2, 3, 4]
        assert frame.groupBy("k").count().count() == 7
        frame.unpersist(blocking=True)
    table(spark).createOrReplaceTempView("numbers")
    spark.sql("CACHE TABLE numbers")
    assert spark.sql("SELECT sum(id) FROM numbers").first()[0] == sum(range(80_000))
    spark.sql("UNCACHE TABLE numbers")


def test_rows_come_as_arrow(spark: SparkSession) -> None:
    frame = table(spark).cache()
    few = frame.where("id < 5")
    assert okibi.to_arrow(few).to_pydict() == {"id": [0, 1, 2, 3, 4], "k": [0, 1, 2, 3, 4]}
    assert okibi.to_pandas(few)["id"].tolist() == [0, 1, 2, 3, 4]
    assert sum(batch.num_rows for batch in okibi.arrow_batches(frame)) == 80_000
    frame.unpersist(blocking=True)


def test_explain_shows_what_is_skipped(spark: SparkSession) -> None:
    frame = table(spark).cache()
    assert frame.count() == 80_000
    assert f"PartitionsToRead: 1 of {PARTITIONS}" in plan(frame.where("id < 5"))
    frame.unpersist(blocking=True)


def test_settings_of_one_session_are_not_those_of_another(spark: SparkSession) -> None:
    other = connect()
    frame, same = table(spark).cache(), table(other)
    assert frame.count() == 80_000
    spark.conf.set("spark.okibi.prune.comparison.enabled", "false")
    assert f"PartitionsToRead: 1 of {PARTITIONS}" not in plan(frame.where("id < 5"))
    assert f"PartitionsToRead: 1 of {PARTITIONS}" in plan(same.where("id < 5"))
    assert other.conf.get("spark.okibi.prune.comparison.enabled") == "true"
    frame.unpersist(blocking=True)
    stop(other)


def test_code_of_one_session_is_not_that_of_another(spark: SparkSession, tmp_path: Path) -> None:
    from pyspark.sql.functions import udf
    from pyspark.sql.types import IntegerType

    other = connect()
    for session, number in ((spark, 1), (other, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        module = folder / "answering.py"
        module.write_text(f"ANSWER = {number}\n", encoding="utf-8")
        session.addArtifact(str(module), pyfile=True)

    def answer(_: int) -> int:
        import answering

        return int(answering.ANSWER)

    answered = udf(answer, IntegerType())
    for session, expected in ((spark, 1), (other, 2), (spark, 1)):
        frame = session.range(0, 4, 1, 2).select(answered("id").alias("answer")).cache()
        assert [row.answer for row in frame.collect()] == [expected] * 4
        frame.unpersist(blocking=True)
    stop(other)


def test_the_tab_lives(spark: SparkSession) -> None:
    assert table(spark).count() == 80_000
    with urllib.request.urlopen(f"{os.environ['OKIBI_PAGES']}/okibi/", timeout=60) as page:
        assert b"what limits this application" in page.read()
