package okibi.mapreduce

import java.nio.file.Files

import scala.concurrent.duration._

import munit.FunSuite

import org.apache.hadoop.fs.FileSystem
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.hadoop.mapreduce.security.TokenCache
import org.apache.hadoop.security.{Credentials, UserGroupInformation}

/** Compressed and encrypted map output, read by Hadoop's own reader, beside that of Hadoop's own collector. */
class CodecSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val encrypt: JobConf => Unit = { job =>
    job.setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, true)
    val credentials = new Credentials
    TokenCache.setEncryptedSpillKey(Array.tabulate[Byte](16)(_.toByte), credentials)
    UserGroupInformation.getCurrentUser.addCredentials(credentials)
  }

  private val forms: Seq[(String, JobConf => Unit)] =
    MapOutputCodec.all.map(codec => codec.name -> (codec.set(_: JobConf))) ++ Seq[(String, JobConf => Unit)](
      "encryption" -> encrypt,
      "zlib and encryption" -> (job => { MapOutputCodec.zlib.set(job); encrypt(job) })
    )

  forms.foreach { case (name, set) =>
    Seq(0, if (name == "bzip2") 3000 else 20000).foreach { records =>
      test(s"$name: $records records") {
        val scenario = Scenario(KeyKind.all.head, "about 100", records, 1L << 40, skewed = false, 3, seed = records)
        val job = scenario.job
        set(job)
        val mine = Attempt.in(job)(_.run(Attempt.ours(), scenario.all))
        val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), scenario.all))
        mine.assertSameAs(theirs, job.getOutputKeyComparator, name)
        assertEquals(mine.rawBytes, theirs.rawBytes)
      }
    }
  }

  private val plain: JobConf => Unit = _ => ()

  (forms :+ ("neither" -> plain)).foreach { case (name, set) =>
    test(s"$name: what a merge reads is counted as it is in the files") {
      val scenario = Scenario(KeyKind.all.head, "text", 60000, 1L << 40, skewed = false, 3, seed = 6)
      val job = scenario.job
      set(job)
      Attempt.in(job) { attempt =>
        val collector = attempt.collect(Attempt.ours(), scenario.all)
        val spilled = attempt.files.map(Files.size).sum
        val before = bytesRead
        collector.flush()
        collector.close()
        assert(spilled > 0)
        assertEquals(bytesRead - before, spilled)
      }
    }
  }

  /** By this JVM's tasks, of which only one runs at a time. */
  private def bytesRead: Long = FileSystem.getGlobalStorageStatistics.get("file").getLong("bytesRead")

  test("zlib: records larger than what a codec is given at a time, and than the buffer") {
    val scenario = Scenario(KeyKind.all.head, "up to a megabyte", 20, 1L << 40, skewed = false, 2, seed = 5)
    val job = scenario.job
    MapOutputCodec.zlib.set(job)
    val mine = Attempt.in(job)(_.run(Attempt.ours(), scenario.all))
    val theirs = Attempt.in(job)(_.run(Attempt.hadoops(), scenario.all))
    mine.assertSameAs(theirs, job.getOutputKeyComparator, scenario.toString)
  }
}
