package okibi.spark.sql.faults

import okibi.spark.sql.table.Sessions

import org.apache.spark.storage.StorageLevel

/** Caches tables that fit on the disk, do not fit, and have no room at all. Run with little space below java.io.tmpdir;
  * prints what happened.
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
