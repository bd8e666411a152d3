"""Makes the log of a Spark line: even work, a shuffle, cached data that do not fit in memory, a query, and a long task.
spark-submit --conf spark.eventLog.enabled=true --conf spark.eventLog.compress=true --conf spark.eventLog.dir=file:/...
--conf spark.eventLog.rolling.enabled=false --conf spark.eventLog.logBlockUpdates.enabled=true
--conf spark.memory.fraction=0.005 --master local[2] make.py
"""
import os
import time

from pyspark import StorageLevel
from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("golden <b>log</b>").getOrCreate()
sc = spark.sparkContext


def slowly(i):
    time.sleep(0.2)
    return os.urandom(1000000)


def uneven(i):
    time.sleep(6.0 if i == 0 else 0.05)
    return i


sc.parallelize(range(1000), 4).map(lambda i: (i % 7, 1)).reduceByKey(lambda a, b: a + b).count()
kept = sc.parallelize(range(8), 8).map(slowly).persist(StorageLevel.MEMORY_ONLY)
for _ in range(4):
    kept.map(len).sum()
spark.range(0, 100000, 1, 4).selectExpr("id % 10 as key", "id").groupBy("key").sum("id").collect()
sc.parallelize(range(8), 8).map(uneven).count()
spark.stop()
