package okibi.mapreduce

import java.io.IOException
import java.nio.file.{Files, Path, Paths}

import org.apache.hadoop.io.{BytesWritable, Text}
import org.apache.hadoop.mapred.JobConf

/** The main class of a child JVM that can write at most six megabytes, or less to a file. It runs attempts that do not
  * fit, each followed by an attempt that fits.
  */
object FullDiskMain {

  /** The phases in which attempts fail: the spills do not fit; the spills fit, but their merge does not; one record
    * does not fit.
    */
  private val records: Seq[(String, () => Iterator[MapRecord])] = Seq(
    "spilling" -> (() => FailureSuite.records(100000)),
    "merging" -> (() => FailureSuite.records(40000)),
    "largest record" -> (() => Iterator(MapRecord(new Text("k"), new BytesWritable(new Array[Byte](20 << 20)), 0)))
  )

  val phases: Seq[String] = records.map(_._1)

  def main(args: Array[String]): Unit =
    records.foreach { case (phase, phaseRecords) =>
      if (args.tail.contains(phase)) attempts(Paths.get(args.head), phase, phaseRecords())
    }

  private def attempts(disk: Path, phase: String, records: Iterator[MapRecord]): Unit = {
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], 2)
    def attempt(name: String): Attempt =
      new Attempt(new JobConf(job), Files.createDirectories(disk.resolve(name)))
    def collected(attempt: Attempt, records: Iterator[MapRecord]): Int =
      attempt.run(Attempt.okibiCollector(), records).partitions.map(_.size).sum
    val first = attempt("first")
    try println(s"$phase: no error, ${collected(first, records)} records")
    catch { case e: IOException => println(s"$phase: ${e.getMessage}") }
    println(s"$phase: files left ${first.files.size}")
    println(s"$phase: next attempt ${collected(attempt("second"), FailureSuite.records(100))}")
    Attempt.files(disk).foreach(Files.delete)
  }
}
