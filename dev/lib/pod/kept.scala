// Caches a table and an RDD that are larger than storage memory, reads them, and prints what it found.

import org.apache.spark.storage.StorageLevel

val orders =
  spark.range(0, 6000000, 1, 24).selectExpr("id", "id div 250000 as day", "sha2(string(id), 256) as note").cache()
for (day <- Seq(3, 17)) println(s"found: day $day has ${orders.where(s"day = $day").count()}")
println(s"found: notes ${orders.where("note like 'ab%'").count()}, ${orders.selectExpr("max(note)").first().get(0)}")

val pairs = sc.parallelize(0 until 2000000, 16).map(n => (n % 100, s"text $n" * 5)).persist(StorageLevel.MEMORY_AND_DISK)
println(s"found: pairs ${pairs.count()}, ${pairs.filter(_._1 == 7).count()}, ${pairs.map(_._2.length.toLong).reduce(_ + _)}")
