package okibi.spark.internal

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, File}
import java.nio.ByteBuffer
import java.nio.file.Files

import scala.collection.mutable.ArrayBuffer
import scala.reflect.ClassTag

import org.apache.spark.util.SizeEstimator

/** The cost of keeping one partition, measured on the executor that computed it. Bytes and times are for the whole
  * partition.
  */
private[spark] final case class PartitionSample(
    computeNs: Double,
    serializeNs: Double,
    deserializeNs: Double,
    memoryBytes: Double,
    serializedBytes: Double,
    diskReadNsPerByte: Double,
    diskWriteNsPerByte: Double,
    storageBytes: Long
) {

  /** Encoded as bytes, because the application's serializer brings results of tasks to the driver and need not know
    * this class.
    */
  def encode: Array[Byte] = {
    val fields =
      Seq(computeNs, serializeNs, deserializeNs, memoryBytes, serializedBytes, diskReadNsPerByte, diskWriteNsPerByte)
    val bytes = ByteBuffer.allocate(PartitionSample.encodedBytes)
    fields.foreach(bytes.putDouble)
    bytes.putLong(storageBytes).array
  }
}

private[spark] object PartitionSample {
  private val encodedBytes = 8 * java.lang.Double.BYTES

  /** Decodes what `encode` has made. */
  def decode(encoded: Array[Byte]): PartitionSample = {
    val bytes = ByteBuffer.wrap(encoded)
    PartitionSample(
      bytes.getDouble,
      bytes.getDouble,
      bytes.getDouble,
      bytes.getDouble,
      bytes.getDouble,
      bytes.getDouble,
      bytes.getDouble,
      bytes.getLong
    )
  }

  /** Records that are kept and serialized. The others are only computed and counted. */
  private val recordsKept = 20000

  def measure[T](records: Iterator[T]): PartitionSample = {
    val runtime = Runtimes.current.getOrElse(
      throw new IllegalStateException(
        "Okibi.adviseLevel: Okibi is not active on this executor; the executor's log says why."
      )
    )
    val kept = new ArrayBuffer[Any](1024)
    var count = 0L
    val computeNs = timed {
      while (records.hasNext) {
        val record = records.next()
        if (kept.size < recordsKept) kept += record
        count += 1
      }
    }
    val whole = if (kept.isEmpty) 0.0 else count.toDouble / kept.size
    val bytes = new ByteArrayOutputStream(1 << 20)
    // Twice, because the first pass makes and compiles the serializer of a new class.
    def serialize(): Double = {
      bytes.reset()
      timed {
        val stream = runtime.codec.writer(PartitionSample.noRdd, bytes, ClassTag.Any)
        kept.foreach(stream.writeObject[Any](_))
        stream.close()
      }
    }
    serialize()
    val serializeNs = serialize()
    val written = bytes.toByteArray
    def deserialize(): Double = timed {
      val it = runtime.codec.read[Any](PartitionSample.noRdd, new ByteArrayInputStream(written), ClassTag.Any)
      while (it.hasNext) it.next()
    }
    deserialize()
    val deserializeNs = deserialize()
    val (writeNs, readNs) = throughFile(runtime.scratch, written)
    PartitionSample(
      computeNs = computeNs,
      serializeNs = serializeNs * whole,
      deserializeNs = deserializeNs * whole,
      memoryBytes = SizeEstimator.estimate(kept.toArray[Any]) * whole,
      serializedBytes = written.length * whole,
      diskReadNsPerByte = readNs / math.max(1, written.length),
      diskWriteNsPerByte = writeNs / math.max(1, written.length),
      storageBytes = runtime.storageBytes
    )
  }

  private val noRdd = -1

  private def throughFile(folder: File, bytes: Array[Byte]): (Double, Double) = {
    val file = Files.createTempFile(folder.toPath, "okibi-sample", ".tmp")
    try {
      val writeNs = timed(Files.write(file, bytes))
      (writeNs, timed(Files.readAllBytes(file)))
    } finally Files.delete(file)
  }

  private def timed(body: => Unit): Double = {
    val startNs = System.nanoTime()
    body
    (System.nanoTime() - startNs).toDouble
  }
}
