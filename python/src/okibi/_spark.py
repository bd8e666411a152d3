"""The Spark that this Python would start."""

from __future__ import annotations

import importlib.util
import os
import re
from dataclasses import dataclass
from pathlib import Path

_CORE_JAR = re.compile(r"spark-core_([0-9.]+)-(\d+\.\d+)(\..+)?\.jar")


@dataclass(frozen=True)
class SparkInstall:
    """An installed Spark.

    ``line`` is the major and the minor version, ``scala`` the binary version of Scala, as in the names of Okibi's jars.
    """

    home: Path
    line: str
    scala: str

    @property
    def is_like_command(self) -> bool:
        """Whether the command, which is built for Scala 2.13 and Spark 4, can use this Spark's classes."""
        return self.scala == "2.13" and int(self.line.split(".")[0]) >= 4

    @staticmethod
    def find() -> SparkInstall | None:
        """Return the Spark of ``SPARK_HOME``, as PySpark does, else that of the installed PySpark."""
        home = os.environ.get("SPARK_HOME")
        return SparkInstall._at(Path(home)) if home else SparkInstall.of_pyspark()

    @staticmethod
    def of_pyspark() -> SparkInstall | None:
        """Return the Spark inside the installed PySpark, without importing it."""
        package = importlib.util.find_spec("pyspark")
        return SparkInstall._at(Path(package.origin).parent) if package and package.origin else None

    @staticmethod
    def _at(home: Path) -> SparkInstall | None:
        for jar in sorted((home / "jars").glob("spark-core_*.jar")):
            name = _CORE_JAR.fullmatch(jar.name)
            if name:
                return SparkInstall(home, line=name[2], scala=name[1])
        return None

    def default_settings(self) -> dict[str, str]:
        """Return the settings of ``spark-defaults.conf``, which spark-submit reads."""
        folder = os.environ.get("SPARK_CONF_DIR")
        file = (Path(folder) if folder else self.home / "conf") / "spark-defaults.conf"
        if not file.is_file():
            return {}
        lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
        entries = (re.split(r"\s*[\s=:]\s*", line, maxsplit=1) for line in lines if line and line[0] not in "#!")
        return {entry[0]: entry[1] for entry in entries if len(entry) == 2}
