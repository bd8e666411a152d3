package okibi.spark.sql.table

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, NoSuchFileException, Path}

import scala.concurrent.duration._
import scala.util.Random

import munit.FunSuite
import okibi.spark.kit.FileTree
import okibi.spark.sql.kit.Sessions
import okibi.spark.sql.fixture.ProcessFiles

import org.apache.spark.SparkConf
import org.apache.spark.serializer.{JavaSerializer, KryoSerializer, Serializer}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.types.{DataType, LongType, StringType}
import org.apache.spark.storage.StorageLevel
import org.apache.spark.unsafe.types.UTF8String

/** Batches that are serialised for disk or for another executor. */
class BatchTransportSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val types: Seq[DataType] = Seq(LongType, StringType)

  private def partition(rows: Int, mapped: Boolean): Seq[TableBatch] = {
    val toUnsafe = UnsafeProjection.create(types.toArray)
    val input = Iterator.tabulate(rows)(i =>
      toUnsafe(new GenericInternalRow(Array[Any](i.toLong, UTF8String.fromString(s"row $i")))): InternalRow
    )
    new PartitionWriter(input, types, mapped).map(_.asInstanceOf[TableBatch]).toList
  }

  private def read(batches: Seq[TableBatch]): Seq[(Long, String)] =
    new RowIterator(batches.iterator, new BatchReader(Array(0, 1), types.toArray), 2)
      .map(row => (row.getLong(0), row.getUTF8String(1).toString))
      .toList

  private def serializers: Seq[Serializer] = {
    val registered = new SparkConf(false)
      .set("spark.kryo.registrationRequired", "true")
      .set("spark.kryo.classesToRegister", classOf[TableBatch].getName)
    Seq(
      new JavaSerializer(new SparkConf(false)),
      new KryoSerializer(new SparkConf(false)),
      new KryoSerializer(registered)
    )
  }

  private def expected(rows: Int) = (0 until rows).map(i => (i.toLong, s"row $i"))

  test("a serialised handle carries its data and arrives as a batch in the heap") {
    Sessions.withSession() { (_, _) =>
      val batches = partition(50000, mapped = true)
      assert(batches.forall(_.bytes == null))
      for (serializer <- serializers; form <- Seq(batches, partition(50000, mapped = false))) {
        val instance = serializer.newInstance()
        val arrived = form.map(batch => instance.deserialize[TableBatch](instance.serialize(batch)))
        assert(arrived.forall(_.file == null))
        assertEquals(arrived.map(_.stats), batches.map(_.stats))
        assertEquals(read(arrived), expected(50000))
      }
      batches.foreach(_.close())
    }
  }

  test("a batch with a damaged byte is an error, whichever byte it is") {
    Sessions.withSession() { (_, _) =>
      val random = new Random(11)
      val instance = new JavaSerializer(new SparkConf(false)).newInstance()
      val batch = partition(2000, mapped = false).head
      for (_ <- 0 until 300) {
        val copy = new TableBatch(batch.numRows, batch.stats, batch.bytes.clone())
        val at = random.nextInt(copy.bytes.length)
        copy.bytes(at) = (copy.bytes(at) ^ (1 << random.nextInt(8))).toByte
        val sent: ByteBuffer = instance.serialize(copy)
        // Nothing reads the number of columns (it comes from the plan) and the unused half of the check sum's word.
        if (at < 12 || (at >= 16 && at < 28) || at >= 32) {
          val error = intercept[IOException](instance.deserialize[TableBatch](sent))
          assert(error.getMessage.startsWith("A batch of a cached table: "), error.getMessage)
        }
      }
    }
  }

  test("a batch of another version is an error that names the version") {
    Sessions.withSession() { (_, _) =>
      val instance = new JavaSerializer(new SparkConf(false)).newInstance()
      val batch = partition(10, mapped = false).head
      batch.bytes(4) = 9
      val error = intercept[IOException](instance.deserialize[TableBatch](instance.serialize(batch)))
      assert(error.getMessage.contains("layout version 9"), error.getMessage)
    }
  }

  /** The content of a file; empty if Spark removed the file meanwhile, as it does with shuffles that are no longer
    * referenced.
    */
  private def text(file: Path): String = try new String(Files.readAllBytes(file), UTF_8)
  catch { case _: NoSuchFileException => "" }

  test("with encryption of local files no file holds plain text or is mapped, at any storage level") {
    Sessions.withSession("spark.io.encryption.enabled" -> "true") { (session, local) =>
      val marker = "Kohlenglut-unter-der-Asche"
      Seq(
        StorageLevel.MEMORY_ONLY,
        StorageLevel.MEMORY_AND_DISK,
        StorageLevel.DISK_ONLY,
        StorageLevel.MEMORY_AND_DISK_SER
      ).foreach { level =>
        val table = session.range(0, 50000, 1, 2).selectExpr("id", s"concat('$marker', id) as s").persist(level)
        assertEquals(table.count(), 50000L)
        assertEquals(table.where(s"s = '${marker}77'").count(), 1L)
        assertEquals(ProcessFiles.mappedBelow(local), Nil)
        val plain = FileTree.files(local).filter(text(_).contains(marker))
        assertEquals(plain, Nil)
        table.unpersist(blocking = true)
      }
    }
  }
}
