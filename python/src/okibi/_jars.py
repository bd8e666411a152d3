"""The jars inside this package."""

from __future__ import annotations

import re
from pathlib import Path

from okibi._error import OkibiError
from okibi._spark import SparkInstall

FOLDER = Path(__file__).parent / "jars"
COMMAND_FOLDER = FOLDER / "command"
_PLUGIN_JAR = re.compile(r"okibi-spark-([0-9.]+)_([0-9.]+)\.jar")


def plugin_jar(spark: SparkInstall | None) -> Path:
    """Return the plugin's jar for a Spark.

    Raises OkibiError when there is no Spark, or none that Okibi is built for.
    """
    if spark is None:
        raise OkibiError(f"no Spark found: PySpark is not installed and SPARK_HOME is not set. Okibi has {_lines()}.")
    jar = FOLDER / f"okibi-spark-{spark.line}_{spark.scala}.jar"
    if not jar.is_file():
        raise OkibiError(
            f"Spark {spark.line} with Scala {spark.scala} in {spark.home}: this version of Okibi has {_lines()}. "
            "Install one of these, or a later Okibi."
        )
    return jar


def _lines() -> str:
    names = (_PLUGIN_JAR.fullmatch(jar.name) for jar in sorted(FOLDER.glob("okibi-spark-*.jar")))
    lines = [f"{name[1]} with Scala {name[2]}" for name in names if name]
    return "jars for Spark " + ", ".join(lines) if lines else "no jars: this is a source tree, not an installed wheel"
