// Scans a cached table of 3 GB ten times, which is larger than the pod, and prints what it found.

val rows = 3L * (1 << 30) / 64
val table = spark.range(0, rows, 1, 96).selectExpr("id" +: (0 until 7).map(n => s"xxhash64(id, $n) as h$n"): _*).cache()
val sums = "count(1)" +: "sum(id)" +: (0 until 7).map(n => s"sum(h$n % 1000)")
for (scan <- 1 to 10) {
  val startNs = System.nanoTime()
  val found = table.selectExpr(sums: _*).head()
  println(s"scan $scan: ${(System.nanoTime() - startNs) / 100000000L / 10.0} s")
  println(s"found: $found")
}
