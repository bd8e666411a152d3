package okibi.spark.sql.faults

import okibi.spark.sql.kit.Sessions

import org.apache.spark.storage.StorageLevel

/** Caches a table that fits on the disk, one that does not fit, and one when the disk is full. Needs little space below
  * java.io.tmpdir. Prints for each table whether its count and its sums are right.
  */
object FullDiskTableJob {
  def main(args: Array[String]): Unit = Sessions.withSession() { (session, _) =>
    def table(rows: Int) = session
      .range(0, rows, 1, 2)
      .selectExpr("id", "repeat(cast(id * 7919 as string), 4) as s")
      .persist(StorageLevel.MEMORY_AND_DISK)
    def digest(name: String, rows: Int): Unit = {
      val cached = table(rows)
      val plain = session
        .range(0, rows, 1, 2)
        .selectExpr("sum(id)", "sum(length(repeat(cast(id * 7919 as string), 4)))")
        .collect()
        .mkString
      println(
        s"$name=${cached.count() == rows} ${cached.selectExpr("sum(id)", "sum(length(s))").collect().mkString == plain}"
      )
    }
    digest("fits", 100000)
    digest("too large", 1000000)
    digest("no room", 300000)
  }
}
