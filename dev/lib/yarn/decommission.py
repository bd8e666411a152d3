"""A node whose executors hold a cached table leaves the cluster: the blocks move first. Prints `right` at the end."""

import time
from pathlib import Path

from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("Okibi decommissioned node").getOrCreate()
context = spark.sparkContext._jsc.sc()
yarn = spark.sparkContext._jvm.org.apache.hadoop.yarn


def hosts() -> list[str]:
    """Return the host of each executor."""
    members = context.statusStore().executorList(True)
    members = [members.apply(n) for n in range(members.size())]
    return [member.hostPort().rpartition(":")[0] for member in members if member.id() != "driver"]


def await_that(condition, what: str) -> None:
    """Ask until the condition holds; fail after some minutes."""
    deadline = time.monotonic() + 180
    while not condition():
        assert time.monotonic() < deadline, f"waited for {what}; hosts of executors: {hosts()}"
        time.sleep(0.5)


await_that(lambda: len(set(hosts())) > 1, "executors on two nodes")
numbers = spark.range(0, 400_000, 1, 8).selectExpr("id", "id % 7 as k").cache()
expected = [(k, len(range(k, 400_000, 7))) for k in range(7)]


def check() -> None:
    """Compare the table's groups with the right ones."""
    rows = [(row.k, row["count"]) for row in numbers.groupBy("k").count().orderBy("k").collect()]
    assert rows == expected, rows


check()
leaving = min(hosts())
configuration = yarn.conf.YarnConfiguration(spark.sparkContext._jsc.hadoopConfiguration())
Path(configuration.get("yarn.resourcemanager.nodes.exclude-path")).write_text(leaving + "\n")
arguments = spark.sparkContext._gateway.new_array(spark.sparkContext._jvm.String, 4)
for n, argument in enumerate(("-refreshNodes", "-g", "300", "-server")):
    arguments[n] = argument
assert yarn.client.cli.RMAdminCLI(configuration).run(arguments) == 0
await_that(lambda: leaving not in hosts(), f"the executors of {leaving} to leave")
for _ in range(3):
    check()
metrics = dict(spark.sparkContext._jvm.okibi.spark.OkibiJava.metrics())
assert metrics["computed"] == 8, metrics
assert metrics["recomputed"] == 0, metrics
spark.stop()
print("right")
