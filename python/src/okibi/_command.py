"""The command ``okibi``: Okibi's command line, in the JVM."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

from okibi._error import OkibiError
from okibi._jars import COMMAND_FOLDER, FOLDER
from okibi._java import find_java
from okibi._spark import SparkInstall

_WRONG_USAGE = 2


def main() -> int:
    """Run the command line with the arguments of this process, and return its exit code."""
    try:
        java = find_java()
    except OkibiError as error:
        print(f"okibi: {error}", file=sys.stderr)
        return _WRONG_USAGE
    return subprocess.call(_command(java, sys.argv[1:]), env=_environment(dict(os.environ)))


def _command(java: Path, args: list[str]) -> list[str]:
    spark = SparkInstall.find()
    libraries = spark.home / "jars" if spark and spark.is_like_command else COMMAND_FOLDER / "without-spark"
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() and sys.stderr.isatty() else 0
    return [
        str(java),
        "-XX:+UseSerialGC",
        f"-Dokibi.root={Path.home()}",
        f"-Dokibi.jars={FOLDER}",
        f"-Dokibi.version={importlib.metadata.version('okibi')}",
        f"-Dokibi.columns={columns}",
        "-cp",
        os.pathsep.join(str(folder / "*") for folder in (COMMAND_FOLDER, libraries)),
        "okibi.cli.Main",
        *args,
    ]


def _environment(env: dict[str, str]) -> dict[str, str]:
    """Return the environment, in which `okibi run` finds the PySpark and the Python that this package stands beside."""
    packaged = SparkInstall.of_pyspark()
    if packaged and not env.get("SPARK_HOME"):
        env["SPARK_HOME"] = str(packaged.home)
    if not env.get("PYSPARK_PYTHON"):
        env["PYSPARK_PYTHON"] = sys.executable
    return env
