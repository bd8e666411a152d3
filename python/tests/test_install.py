"""Which Spark, which jar and which Java are found. The session of the other tests does not run here."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from okibi import OkibiError
from okibi._jars import plugin_jar
from okibi._java import find_java
from okibi._spark import SparkInstall


def test_a_later_spark_is_refused_with_the_lines_that_there_are(spark_home: Path) -> None:
    (spark_home / "jars" / "spark-core_2.13-5.0.0.jar").touch()
    with pytest.raises(OkibiError) as refused:
        plugin_jar(SparkInstall.find())
    message = str(refused.value)
    assert "\n" not in message
    assert message.startswith("Spark 5.0 with Scala 2.13 in ")
    for line in ("3.5 with Scala 2.12", "3.5 with Scala 2.13", "4.0 with Scala 2.13", "4.1", "4.2"):
        assert line in message


def test_a_folder_without_spark_is_refused(spark_home: Path) -> None:
    assert spark_home.is_dir()
    with pytest.raises(OkibiError, match="no Spark found"):
        plugin_jar(SparkInstall.find())


@pytest.mark.parametrize(
    ("core", "jar"),
    [
        ("spark-core_2.12-3.5.8.jar", "okibi-spark-3.5_2.12.jar"),
        ("spark-core_2.13-3.5.6.jar", "okibi-spark-3.5_2.13.jar"),
        ("spark-core_2.13-4.2.0.jar", "okibi-spark-4.2_2.13.jar"),
        ("spark-core_2.13-4.1.0-amzn-1.jar", "okibi-spark-4.1_2.13.jar"),
    ],
)
def test_each_spark_has_its_jar(spark_home: Path, core: str, jar: str) -> None:
    (spark_home / "jars" / core).touch()
    assert plugin_jar(SparkInstall.find()).name == jar


def test_settings_are_read_as_spark_reads_them(spark_home: Path) -> None:
    (spark_home / "jars" / "spark-core_2.13-4.1.0.jar").touch()
    (spark_home / "conf" / "spark-defaults.conf").write_text(
        "# a comment\nspark.jars  /a.jar,/b.jar\nspark.plugins=x.Y\n\nspark.app.name a name\n", encoding="utf-8"
    )
    spark = SparkInstall.find()
    assert spark is not None
    assert spark.default_settings() == {
        "spark.jars": "/a.jar,/b.jar",
        "spark.plugins": "x.Y",
        "spark.app.name": "a name",
    }


def test_an_old_java_and_no_java_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\necho 'openjdk version \"1.8.0_392\"' >&2\n", encoding="utf-8")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(OkibiError, match="is Java 8"):
        find_java()
    java.unlink()
    with pytest.raises(OkibiError, match="has no bin/java"):
        find_java()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OkibiError, match="no java on PATH"):
        find_java()


def test_what_the_builder_and_the_defaults_have_is_kept(spark_home: Path) -> None:
    """In a process of its own: a builder's options are shared by all builders of a process."""
    (spark_home / "jars" / "spark-core_2.13-4.1.0.jar").touch()
    (spark_home / "conf" / "spark-defaults.conf").write_text("spark.plugins x.Y\n", encoding="utf-8")
    program = (
        "from pyspark.sql import SparkSession\n"
        "from okibi import configure_spark_with_okibi\n"
        "builder = SparkSession.builder.config('spark.jars', '/a.jar')\n"
        "for _ in range(2): configure_spark_with_okibi(builder)\n"
        "print(builder._options['spark.plugins'], builder._options['spark.jars'])\n"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    plugins, jars = shown.split()
    assert plugins == "x.Y,okibi.spark.OkibiPlugin"
    assert jars.startswith("/a.jar,")
    assert jars.endswith("/okibi-spark-4.1_2.13.jar")
    assert jars.count("okibi-spark") == 1
