package okibi.mapreduce

import java.nio.file.Files

import org.apache.hadoop.fs.FileSystem
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig
import org.apache.hadoop.mapreduce.security.TokenCache
import org.apache.hadoop.security.{Credentials, UserGroupInformation}

/** Compares compressed and encrypted map output, read by Hadoop's own reader, with that of Hadoop's own collector. */
class CodecSuite extends AttemptFixture {
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
        val actual = Attempt.runOkibi(job, scenario.all)
        val expected = Attempt.runHadoop(job, scenario.all)
        actual.assertSameAs(expected, job.getOutputKeyComparator, name)
        assertEquals(actual.rawBytes, expected.rawBytes)
      }
    }
  }

  private val plain: JobConf => Unit = _ => ()

  (forms :+ ("neither codec nor encryption" -> plain)).foreach { case (name, set) =>
    test(s"$name: a merge counts the bytes that it reads as they are in the files") {
      val scenario = Scenario(KeyKind.all.head, "text", 60000, 1L << 40, skewed = false, 3, seed = 6)
      val job = scenario.job
      set(job)
      Attempt.in(job) { attempt =>
        val collector = attempt.collect(Attempt.okibiCollector(), scenario.all)
        val spilled = attempt.files.map(Files.size).sum
        val before = bytesRead
        collector.flush()
        collector.close()
        assert(spilled > 0)
        assertEquals(bytesRead - before, spilled)
      }
    }
  }

  /** The bytes that the tasks of this JVM have read; only one task runs at a time. */
  private def bytesRead: Long = FileSystem.getGlobalStorageStatistics.get("file").getLong("bytesRead")

  test("zlib: records larger than a codec's batch, and larger than the buffer") {
    val scenario = Scenario(KeyKind.all.head, "up to a megabyte", 20, 1L << 40, skewed = false, 2, seed = 5)
    val job = scenario.job
    MapOutputCodec.zlib.set(job)
    val actual = Attempt.runOkibi(job, scenario.all)
    val expected = Attempt.runHadoop(job, scenario.all)
    actual.assertSameAs(expected, job.getOutputKeyComparator, scenario.toString)
  }
}
