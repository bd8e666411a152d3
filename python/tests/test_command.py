"""The command `okibi`, as a shell starts it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from shell import BIN

from okibi._spark import SparkInstall

OKIBI = str(BIN / "okibi")
APPLICATION = """
from pyspark.sql import SparkSession
import okibi
spark = SparkSession.builder.appName("kept").config("spark.ui.enabled", "false").getOrCreate()
rdd = spark.sparkContext.parallelize(range(1000), 2).cache()
print("sum", rdd.sum(), "computed", okibi.metrics(spark)["computed"])
spark.stop()
"""


def run(*args: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([OKIBI, *args], capture_output=True, text=True, check=False, env={**os.environ, **more})


def test_an_application_runs_with_the_plugin_and_is_explained(tmp_path: Path) -> None:
    application = tmp_path / "app.py"
    application.write_text(APPLICATION, encoding="utf-8")
    ended = run("run", "--master", "local[2]", str(application))
    assert ended.returncode == 0, ended.stderr
    assert "sum 499500 computed 2" in ended.stdout
    logs = tmp_path / "logs"
    logs.mkdir()
    log = ["--conf", "spark.eventLog.enabled=true", "--conf", f"spark.eventLog.dir={logs.as_uri()}"]
    assert run("run", "--master", "local[2]", *log, str(application)).returncode == 0
    explained = run("explain", str(next(logs.iterdir())))
    assert explained.returncode == 0, explained.stderr
    assert "kept" in explained.stdout


def test_keys_are_listed_and_wrong_usage_is_one_line() -> None:
    listed = run("conf")
    assert listed.returncode == 0, listed.stderr
    assert "spark.okibi.enabled = true" in listed.stdout
    wrong = run("explein")
    assert wrong.returncode == 2
    assert (
        wrong.stderr
        == "okibi: explein: no such command. Allowed: run, explain, probe, policies, conf. See okibi --help.\n"
    )
    assert run("--version").stdout.startswith("okibi ")


def test_the_machine_is_measured(tmp_path: Path) -> None:
    spark = SparkInstall.find()
    assert spark is not None
    probed = run("probe", "--quick", "--dir", str(tmp_path), JAVA_TOOL_OPTIONS="", HOME=str(tmp_path))
    if spark.is_like_command:
        assert probed.returncode == 0, probed.stderr
        assert (tmp_path / ".okibi" / "machine.json").is_file()
    else:
        assert probed.returncode == 2
        assert "Spark 4.0 or later" in probed.stderr
