package okibi.mapreduce

import java.util.Arrays

import scala.collection.mutable.ArrayBuffer

import munit.Assertions._

import org.apache.hadoop.fs.FileSystem
import org.apache.hadoop.io.{DataInputBuffer, RawComparator}
import org.apache.hadoop.io.compress.{CompressionCodec, DefaultCodec}
import org.apache.hadoop.mapred.{IFile, IndexRecord, MROutputFiles, SpillRecord}
import org.apache.hadoop.mapreduce.{CryptoUtils, TaskCounter}
import org.apache.hadoop.mapreduce.security.IntermediateEncryptedStream
import org.apache.hadoop.util.ReflectionUtils

/** Map output, read by Hadoop's own classes.
  *
  * @param partitions keys and values of each partition
  * @param rawBytes   uncompressed sizes in the index
  * @param fileBytes  sizes in the file in the index
  * @param counted    the counters of the attempt
  */
final case class CollectedOutput(
    partitions: Seq[IndexedSeq[(Array[Byte], Array[Byte])]],
    rawBytes: Seq[Long],
    fileBytes: Seq[Long],
    counted: Map[TaskCounter, Long]
) {

  /** Fails unless both have the same records in the same order. Records with equal keys may have any order. */
  def assertSameAs(expectedOutput: CollectedOutput, comparator: RawComparator[_], clue: String): Unit = {
    assertEquals(partitions.map(_.size), expectedOutput.partitions.map(_.size), clue)
    partitions.zip(expectedOutput.partitions).zipWithIndex.foreach { case ((actual, expected), partition) =>
      def equalKeys(a: Array[Byte], b: Array[Byte]): Boolean = comparator.compare(a, 0, a.length, b, 0, b.length) == 0
      var start = 0
      while (start < actual.size) {
        var end = start + 1
        while (end < expected.size && equalKeys(expected(start)._1, expected(end)._1)) end += 1
        val pairs =
          CollectedOutput.sorted(actual.slice(start, end)).zip(CollectedOutput.sorted(expected.slice(start, end)))
        pairs.zipWithIndex.foreach { case ((a, b), i) =>
          assert(
            Arrays.equals(a._1, b._1) && Arrays.equals(a._2, b._2),
            s"partition $partition, one of records ${start + i}: $clue"
          )
        }
        start = end
      }
    }
  }
}

object CollectedOutput {
  private val counters = Seq(
    TaskCounter.MAP_OUTPUT_RECORDS,
    TaskCounter.MAP_OUTPUT_BYTES,
    TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES,
    TaskCounter.SPILLED_RECORDS,
    TaskCounter.COMBINE_INPUT_RECORDS,
    TaskCounter.COMBINE_OUTPUT_RECORDS
  )

  def read(attempt: Attempt): CollectedOutput = {
    val records = Seq.newBuilder[IndexedSeq[(Array[Byte], Array[Byte])]]
    val segments = scan(attempt) { partition =>
      val all = ArrayBuffer[(Array[Byte], Array[Byte])]()
      partition { (key, value) =>
        all += Arrays.copyOf(key.getData, key.getLength) -> Arrays.copyOf(value.getData, value.getLength)
      }
      records += all.toIndexedSeq
    }
    CollectedOutput(
      records.result(),
      segments.map(_.rawLength),
      segments.map(_.partLength),
      counters.map(name => name -> attempt.counter(name)).toMap
    )
  }

  /** Reads the map output without keeping it. Calls the body for each partition with a function, which passes each
    * record of the partition to its argument. Returns the index.
    */
  def scan(attempt: Attempt)(body: (((DataInputBuffer, DataInputBuffer) => Unit) => Unit) => Unit): Seq[IndexRecord] = {
    val conf = attempt.conf
    val files = new MROutputFiles
    files.setConf(conf)
    val index = new SpillRecord(files.getOutputIndexFile, conf)
    val disk = FileSystem.getLocal(conf).getRaw
    val codec: CompressionCodec =
      if (conf.getCompressMapOutput)
        ReflectionUtils.newInstance(conf.getMapOutputCompressorClass(classOf[DefaultCodec]), conf)
      else null
    val segments = (0 until index.size).map(index.getIndex)
    segments.foreach { segment =>
      val file = disk.open(files.getOutputFile)
      file.seek(segment.startOffset)
      val in = IntermediateEncryptedStream.wrapIfNecessary(conf, file, files.getOutputFile)
      val reader =
        new IFile.Reader[AnyRef, AnyRef](conf, in, segment.partLength - CryptoUtils.cryptoPadding(conf), codec, null)
      val (key, value) = (new DataInputBuffer, new DataInputBuffer)
      body { record =>
        while (reader.nextRawKey(key)) {
          reader.nextRawValue(value)
          record(key, value)
        }
      }
      assertEquals(reader.bytesRead, segment.rawLength - CryptoUtils.cryptoPadding(conf), "length in the index")
      reader.close()
    }
    assertEquals(disk.getFileStatus(files.getOutputFile).getLen, segments.map(_.partLength).sum, "length of the file")
    segments
  }

  private def sorted(records: Seq[(Array[Byte], Array[Byte])]): Seq[(Array[Byte], Array[Byte])] =
    if (records.size < 2) records
    else
      records.sortWith { (a, b) =>
        val keys = Arrays.compareUnsigned(a._1, b._1)
        if (keys != 0) keys < 0 else Arrays.compareUnsigned(a._2, b._2) < 0
      }
}
