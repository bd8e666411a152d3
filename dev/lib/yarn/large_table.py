"""Scans a cached table of some gigabytes, which is larger than the executor's container. Prints `right` at the end."""

import sys
import time

from pyspark.sql import SparkSession

GIGABYTES = float(sys.argv[1]) if len(sys.argv) > 1 else 3

spark = SparkSession.builder.appName("Okibi large table").getOrCreate()
rows = int(GIGABYTES * (1 << 30) / 64)
columns = [f"xxhash64(id, {n}) as h{n}" for n in range(7)]
table = spark.range(0, rows, 1, 96).selectExpr("id", *columns).cache()
sums = [f"sum(h{n} % 1000)" for n in range(7)]
first = None
for scan in range(10):
    start = time.monotonic()
    found = table.selectExpr("count(1)", "sum(id)", *sums).first()
    print(f"scan {scan}: {time.monotonic() - start:.1f} s")
    assert (found[0], found[1]) == (rows, rows * (rows - 1) // 2), found
    first = first or found
    assert found == first, (found, first)
executors = spark.sparkContext._jsc.sc().statusStore().executorList(False)
lost = [executors.apply(n).id() for n in range(executors.size()) if not executors.apply(n).isActive()]
assert not lost, f"executors that ended: {lost}"
stored = spark.sparkContext._jsc.sc().getRDDStorageInfo()
print(f"partitions in memory: {[info.numCachedPartitions() for info in stored]}")
spark.stop()
print("right")
