package okibi.spark.store

import java.nio.file.{Files, Path, Paths}
import java.util.Locale

import scala.concurrent.duration.{Duration, DurationInt}
import scala.reflect.ClassTag

import okibi.spark.CheckpointSerializer

import munit.FunSuite
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.serializer.{JavaSerializer, KryoSerializer}
import org.apache.spark.storage.StorageLevel

/** Reliable checkpoints with Okibi's codec. */
class CheckpointSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val withCodec = "spark.serializer" -> classOf[CheckpointSerializer].getName
  private val firstBytesOfCodec = Seq(0xcf, 0xeb, 0xe9, 0xe2).map(_.toByte)

  /** A context with a folder for checkpoints, which are not compressed unless the settings say so: Spark 4 would
    * compress them.
    */
  private def withFolder[T](settings: (String, String)*)(body: SparkContext => T): T =
    LocalSpark.withContext(
      storageMb = 50,
      cores = 2,
      plugin = false,
      ("spark.checkpoint.compress" -> "false") +: settings: _*
    ) { context =>
      val folder = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "checkpoints")
      context.setCheckpointDir(folder.toUri.toString)
      body(context)
    }

  /** Checkpoints the records and returns the RDD, which is then read from its files. */
  private def checkpointed[T: ClassTag](context: SparkContext, records: Seq[T]): RDD[T] = {
    val rdd = context.parallelize(records, 3).map(identity)
    rdd.persist(StorageLevel.MEMORY_AND_DISK).checkpoint()
    rdd.count()
    rdd.unpersist(blocking = true)
  }

  /** Reads the checkpoint of another application. Spark's method for it is protected. */
  private def read[T](context: SparkContext, file: String): RDD[T] =
    classOf[SparkContext]
      .getMethod("checkpointFile", classOf[String], classOf[ClassTag[_]])
      .invoke(context, file, ClassTag.Any)
      .asInstanceOf[RDD[T]]

  private def firstFile(rdd: RDD[_]): Path =
    Paths.get(new java.net.URI(rdd.getCheckpointFile.get)).resolve("part-00000")

  private def isOfCodec(rdd: RDD[_]): Boolean =
    Files.readAllBytes(firstFile(rdd)).take(firstBytesOfCodec.size).toSeq == firstBytesOfCodec

  test("checkpoints are in Okibi's format and restore the records") {
    withFolder(withCodec) { context =>
      val strings = (1 to 1000).map(n => "word " * (n % 50))
      val pairs = (1 to 1000).map(n => (n, Some(List(n.toString, null))))
      val (ofStrings, ofPairs) = (checkpointed(context, strings), checkpointed(context, pairs))
      assert(isOfCodec(ofStrings) && isOfCodec(ofPairs))
      assertEquals(ofStrings.collect().toSeq, strings)
      assertEquals(ofPairs.collect().toSeq, pairs)
      assertEquals(checkpointed(context, Seq.empty[String]).count(), 0L)
    }
  }

  test("shuffles, broadcasts and partitioners of checkpoints work as before") {
    withFolder(withCodec) { context =>
      val doubled = context.broadcast((1 to 10).map(n => n -> 2 * n).toMap)
      val sums = context
        .parallelize(1 to 1000, 4)
        .map(n => (n % 10 + 1, 1))
        .reduceByKey(_ + _)
        .map { case (key, n) => (key, doubled.value(key) * n) }
        .reduceByKey(_ + _)
      sums.checkpoint()
      assertEquals(sums.collect().toMap, (1 to 10).map(n => n -> 200 * n).toMap)
      assertEquals(sums.partitioner.map(_.numPartitions), Some(4))
    }
  }

  test("records that the codec does not take are written by the other serializer, in that checkpoint only") {
    withFolder(withCodec) { context =>
      val locales = Seq(Locale.forLanguageTag("de-DE-u-co-phonebk"), Locale.JAPAN, Locale.ROOT)
      assertEquals(checkpointed(context, locales).collect().toSeq, locales)
      assertEquals(checkpointed(context, Seq("a", "b")).collect().toSeq, Seq("a", "b"))
    }
  }

  test("the other serializer writes a compressed checkpoint") {
    withFolder(withCodec, "spark.checkpoint.compress" -> "true") { context =>
      val rdd = checkpointed(context, 1 to 100)
      assert(!isOfCodec(rdd))
      assertEquals(rdd.collect().toSeq, 1 to 100)
    }
  }

  test("a checkpoint that Java or Kryo wrote can be read") {
    Seq(classOf[JavaSerializer], classOf[KryoSerializer]).foreach { writer =>
      val records = (1 to 100).map(n => (n, s"record $n"))
      val file = withFolder("spark.serializer" -> writer.getName)(checkpointed(_, records).getCheckpointFile.get)
      withFolder(withCodec, "spark.okibi.checkpoint.serializer" -> writer.getName) { context =>
        assertEquals(read[(Int, String)](context, file).collect().toSeq, records)
      }
    }
  }

  test("the other serializer is the configured one") {
    val kryo = new CheckpointSerializer(
      new SparkConf(false).set("spark.okibi.checkpoint.serializer", classOf[KryoSerializer].getName)
    ).newInstance()
    assertEquals(
      kryo.serialize("text").array.toSeq.take(1),
      new KryoSerializer(new SparkConf(false)).newInstance().serialize("text").array.toSeq.take(1)
    )
    assertEquals(kryo.deserialize[String](kryo.serialize("text")), "text")
  }
}
