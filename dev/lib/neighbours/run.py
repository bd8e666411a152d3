"""One run of a workload in a process of its own: run.py NAME ample|tight JAR FOLDER IVY.

JAR is Okibi's, empty for a run without Okibi.

Writes FOLDER/outcome.json: the answer, the memory of the driver, the seconds of the program without the start of the
JVM, and what Okibi counted.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from pathlib import Path
from typing import cast

from pyspark.sql import SparkSession
from workload import Workload

OKIBI = "okibi.spark.OkibiPlugin"
AMPLE = "4g"


def session_for(workload: Workload, memory: str, jar: str, folder: Path, ivy: str) -> SparkSession:
    """Start Spark; `jar` is empty for a run without Okibi."""
    builder = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", memory)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.jars.ivy", ivy)
        .config("spark.local.dir", str(folder / "local"))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
    )
    if workload.packages:
        builder = builder.config("spark.jars.packages", ",".join(workload.packages))
    if jar:
        builder = builder.config("spark.jars", jar)
    plugins = [*workload.plugins, *([OKIBI] if jar else []), *workload.plugins_after]
    if plugins:
        builder = builder.config("spark.plugins", ",".join(plugins))
    for key, value in workload.settings.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def main() -> None:
    """Run the workload of the arguments."""
    name, amount, jar, folder, ivy = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4]), sys.argv[5]
    workload = cast(Workload, importlib.import_module(f"workloads.{name}").WORKLOAD)
    memory = AMPLE if amount == "ample" else workload.tight
    # Workers have the packages of this environment.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = session_for(workload, memory, jar, folder, ivy)
    spark.sparkContext.setLogLevel("ERROR")
    spark.range(1000).selectExpr("sum(id)").collect()
    start = time.monotonic()
    answer = workload.run(spark, folder)
    seconds = time.monotonic() - start
    counts = dict(spark.sparkContext._jvm.okibi.spark.OkibiJava.metrics()) if jar else {}
    (folder / "outcome.json").write_text(
        json.dumps(
            {
                "answer": answer,
                "memory": memory,
                "seconds": seconds,
                "counts": {key: int(value) for key, value in counts.items()},
            }
        )
    )
    spark.stop()


if __name__ == "__main__":
    main()
