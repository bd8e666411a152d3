// Caches a table and an RDD, reads a part of each, and prints what Okibi did.
//
//   spark-shell --packages io.github.okibi:okibi-spark-4.1_2.13:0.2.0 \
//     --conf spark.plugins=okibi.spark.OkibiPlugin < quickstart.scala

import okibi.spark._

val events = spark.range(0, 1000000, 1, 20).selectExpr("id", "id div 1000 as user", "sqrt(id) as score").cache()
println("events: " + events.count())
println("events of user 42: " + events.where("user = 42").count())

val words = sc.parallelize(0 until 100000, 10).map(n => "word" + n / 10).indexed()
println("words: " + words.count())
println("word42: " + words.filterEquals("word42").count())

println(Okibi.adviseLevel(sc.parallelize(0 until 2000, 2).map(n => (0 until n).sum)).reason)
println("partitions computed: " + Okibi.metrics("computed"))
System.exit(0)
