"""Executors that hold a cached table end for lack of work, and others compute it again. Prints `right` at the end."""

import time

from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("Okibi idle executors").getOrCreate()
context = spark.sparkContext._jsc.sc()


def executors() -> int:
    """Return how many there are beside the driver."""
    return context.getExecutorMemoryStatus().size() - 1


numbers = spark.range(0, 400_000, 1, 4).selectExpr("id", "id % 7 as k").cache()
expected = [(k, len(range(k, 400_000, 7))) for k in range(7)]
deadline = time.monotonic() + 240
for _ in range(3):
    rows = [(row.k, row["count"]) for row in numbers.groupBy("k").count().orderBy("k").collect()]
    assert rows == expected, rows
    assert executors() > 0
    while executors() > 0:
        assert time.monotonic() < deadline, f"{executors()} executors are left"
        time.sleep(0.5)
metrics = dict(spark.sparkContext._jvm.okibi.spark.OkibiJava.metrics())
assert metrics["computed"] + metrics["recomputed"] >= 12, metrics
spark.stop()
print("right")
