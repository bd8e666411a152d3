r"""Caches a table and an RDD, reads a part of each, and prints what Okibi did.

spark-submit --packages io.github.okibi:okibi-spark-4.1_2.13:0.2.0 \
    --conf spark.plugins=okibi.spark.OkibiPlugin quickstart.py
"""

from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("Okibi quickstart").getOrCreate()

events = spark.range(0, 1_000_000, 1, 20).selectExpr("id", "id div 1000 as user", "sqrt(id) as score").cache()
print("events:", events.count())
of_user = events.where("user = 42")
print("events of user 42:", len(of_user.collect()))

numbers = spark.sparkContext.parallelize(range(100_000), 10).cache()
print("sums:", numbers.sum(), numbers.sum())

metrics = spark.sparkContext._jvm.okibi.spark.OkibiJava.metrics()
print("cached partitions that were computed:", metrics["computed"], "and read from memory:", metrics["memoryHits"])
print(of_user._jdf.queryExecution().executedPlan().toString())
spark.stop()
