"""The programs of the folder examples, each started as its head says, with a jar in place of the coordinate."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from shell import BIN, ENVIRONMENT, ROOT

from okibi._jars import plugin_jar
from okibi._session import PLUGIN
from okibi._spark import SparkInstall

EXAMPLES = ROOT / "examples"


def printed(*command: str, folder: Path, typed: str = "") -> str:
    ended = subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, input=typed, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, f"{command}\n{ended.stdout[-2000:]}\n{ended.stderr[-4000:]}"
    return ended.stdout


def options() -> list[str]:
    jar = plugin_jar(SparkInstall.find())
    return ["--master", "local[2]", "--jars", str(jar), "--conf", f"spark.plugins={PLUGIN}"]


def test_scala(tmp_path: Path) -> None:
    program = (EXAMPLES / "quickstart.scala").read_text()
    out = printed(str(BIN / "spark-shell"), *options(), folder=tmp_path, typed=program)
    lines = [line.removeprefix("scala> ") for line in out.splitlines()]
    for line in (
        "events: 1000000",
        "events of user 42: 1000",
        "words: 100000",
        "word42: 10",
        "partitions computed: 30",
    ):
        assert line in lines, out


def test_java(tmp_path: Path) -> None:
    javac, jar = shutil.which("javac"), shutil.which("jar")
    assert javac and jar, "no javac on PATH: the Java example needs a JDK"
    spark = SparkInstall.find()
    assert spark is not None
    classes = f"{spark.home / 'jars' / '*'}{os.pathsep}{plugin_jar(spark)}"
    printed(javac, "-cp", classes, "-d", "classes", str(EXAMPLES / "Quickstart.java"), folder=tmp_path)
    printed(jar, "cf", "quickstart.jar", "-C", "classes", ".", folder=tmp_path)
    out = printed(
        str(BIN / "spark-submit"),
        *options(),
        "--class",
        "Quickstart",
        str(tmp_path / "quickstart.jar"),
        folder=tmp_path,
    )
    assert out.splitlines() == ["events: 1000000", "events of user 42: 1000", "word42: 10", "partitions computed: 30"]


def test_sql(tmp_path: Path) -> None:
    out = printed(str(BIN / "spark-sql"), *options(), "-f", str(EXAMPLES / "quickstart.sql"), folder=tmp_path)
    assert "1000" in out.splitlines(), out
    assert "PartitionsToRead: 1 of 20 (skipped 19 by comparison)" in out, out


def test_notebook(tmp_path: Path) -> None:
    notebook = nbformat.read(EXAMPLES / "quickstart.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    texts = [
        output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.get("name") != "stderr"
    ]
    text = "\n".join(texts)
    for wanted in ("1000000", "PartitionsToRead: 1 of 20", "['word42']", "'computed': "):
        assert wanted in text, text
