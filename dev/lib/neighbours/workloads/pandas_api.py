"""pandas API on Spark, with frames that it caches."""

from __future__ import annotations

from pathlib import Path

import pyspark.pandas as ps
from pyspark.sql import SparkSession
from workload import Workload


def run(spark: SparkSession, folder: Path) -> list[str]:
    """Group, describe and join a frame that is cached by `spark.cache`."""
    spark.range(0, 2_000_000, 1, 8).selectExpr("id", "id % 97 as k", "cast(id % 1013 as double) as v").write.parquet(
        str(folder / "frame")
    )
    answers = []
    with ps.read_parquet(str(folder / "frame"), index_col="id").spark.cache() as frame:
        answers.append(frame.groupby("k")["v"].sum().sort_index().to_string())
        answers.append(frame[["v"]].describe().round(6).to_string())
        answers.append(frame[frame["k"] == 5]["v"].value_counts().sort_index().head(20).to_string())
        names = ps.DataFrame({"k": list(range(97)), "name": [f"n{i}" for i in range(97)]})
        joined = frame.merge(names, on="k")
        answers.append(joined.groupby("name")["v"].max().sort_index().to_string())
        answers.append(frame.sort_index(ascending=False).head(10).to_string())
    return answers


WORKLOAD = Workload(run)
