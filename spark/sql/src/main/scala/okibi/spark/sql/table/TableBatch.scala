package okibi.spark.sql.table

import java.io.{
  DataInput,
  DataInputStream,
  DataOutput,
  DataOutputStream,
  Externalizable,
  IOException,
  ObjectInput,
  ObjectOutput
}
import java.nio.ByteBuffer
import java.util.zip.CRC32C

import com.esotericsoftware.kryo.{Kryo, KryoSerializable}
import com.esotericsoftware.kryo.io.{Input, Output}
import okibi.spark.shims.DataHandle
import okibi.spark.sql.column.BatchLayout
import okibi.spark.sql.stats.SqlOrderedBounds

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.columnar.SimpleMetricsCachedBatch
import org.apache.spark.unsafe.Platform

/** A batch of a cached table: a handle of bytes in a file, or the bytes in the heap. A serialised handle carries
  * its bytes and is a batch in the heap after deserialisation.
  *
  * Spark's memory store closes the batch when it removes its block. Thread-safe, except for deserialisation.
  */
final class TableBatch private[table] (private[this] var rows: Int, val stats: UnsafeRow, private[this] var length: Int)
    extends SimpleMetricsCachedBatch
    with SqlOrderedBounds
    with DataHandle
    with AutoCloseable
    with Externalizable
    with KryoSerializable {

  // A place in a file, or bytes.
  private[this] var partitionFile: PartitionFile = _
  private[this] var offset = 0L
  private[this] var heap: Array[Byte] = _

  // The batches of a partition share the file. Only the last batch releases it.
  private[this] var ownsFile = false

  /** For deserialisation. */
  def this() = this(0, new UnsafeRow, 0)

  private[table] def this(rows: Int, stats: UnsafeRow, bytes: Array[Byte]) = {
    this(rows, stats, bytes.length)
    setHeap(bytes)
  }

  private[table] def this(
      rows: Int,
      stats: UnsafeRow,
      length: Int,
      file: PartitionFile,
      offset: Long,
      ownsFile: Boolean
  ) = {
    this(rows, stats, length)
    setFile(file, offset, ownsFile)
  }

  private def setHeap(bytes: Array[Byte]): Unit = heap = bytes

  private def setFile(file: PartitionFile, offset: Long, ownsFile: Boolean): Unit = {
    this.partitionFile = file
    this.offset = offset
    this.ownsFile = ownsFile
  }

  override def numRows: Int = rows

  /** The size of the batch in the cache, in bytes. `sizeInBytes` is what Spark's own cache counts for the same rows,
    * for the planner.
    */
  def storedBytes: Long = length

  override def outsideBytes: Long = if (partitionFile == null) 0L else length

  override def estimatedSize: Long = 128L + stats.getSizeInBytes + (if (heap == null) 0 else heap.length)

  /** The file; null if the bytes are in the heap. */
  private[table] def file: PartitionFile = partitionFile

  /** Where the batch begins in the file. */
  private[table] def start: Long = offset

  /** The bytes; null if they are in a file. */
  private[table] def bytes: Array[Byte] = heap

  override def close(): Unit = if (ownsFile) {
    ownsFile = false
    partitionFile.release()
  }

  // Serialisation, to disk or to another executor.

  override def writeExternal(out: ObjectOutput): Unit = {
    stats.writeExternal(out)
    writeRows(out)
  }

  override def readExternal(in: ObjectInput): Unit = {
    stats.readExternal(in)
    readRows(in)
  }

  override def write(kryo: Kryo, out: Output): Unit = {
    stats.write(kryo, out)
    writeRows(new DataOutputStream(out))
  }

  override def read(kryo: Kryo, in: Input): Unit = {
    stats.read(kryo, in)
    readRows(new DataInputStream(in))
  }

  /** Writes everything except the statistics, in small pieces. */
  private[table] def writeRows(out: DataOutput): Unit = {
    out.writeInt(rows)
    out.writeInt(length)
    if (heap != null) inPieces((from, size) => out.write(heap, from, size))
    else {
      val hold = partitionFile.hold()
      try {
        val piece = new Array[Byte](math.min(length, TableBatch.PieceBytes))
        inPieces { (from, size) =>
          hold.copy(offset + from, ByteBuffer.wrap(piece, 0, size))
          out.write(piece, 0, size)
        }
      } finally hold.release()
    }
  }

  private def inPieces(write: (Int, Int) => Unit): Unit = {
    var done = 0
    while (done < length) {
      val size = math.min(TableBatch.PieceBytes, length - done)
      write(done, size)
      done += size
    }
  }

  /** Reads what `writeRows` wrote.
    *
    * @throws java.io.IOException if it is damaged or has another version
    */
  private[table] def readRows(in: DataInput): Unit = {
    rows = in.readInt()
    val read = TableBatch.readBytes(in)
    TableBatch.check(read, rows)
    heap = read
    length = read.length
  }
}

private[table] object TableBatch {
  private val PieceBytes = 1 << 16

  /** Reads a length of four bytes, then bytes of this length. Takes memory for them only as they come: a damaged length
    * would take it for bytes that do not exist.
    *
    * @throws java.io.IOException if there are fewer bytes
    */
  def readBytes(in: DataInput): Array[Byte] = {
    val length = in.readInt()
    if (length < 0) throw damaged(s"a length of $length bytes")
    var bytes = new Array[Byte](0)
    var have = 0
    while (have < length) {
      val want = math.min(length.toLong, math.max(PieceBytes.toLong, have * 2L)).toInt
      bytes = java.util.Arrays.copyOf(bytes, want)
      in.readFully(bytes, have, want - have)
      have = want
    }
    bytes
  }

  /** @param sign what shows that the batch is damaged */
  def damaged(sign: String): IOException = new IOException(
    s"A batch of a cached table: $sign. Its block was damaged on disk or on its way to this executor. " +
      "Unpersist the table and cache it again."
  )

  /** @throws java.io.IOException if the bytes differ from those that were written, or have another version */
  private def check(bytes: Array[Byte], rows: Int): Unit = {
    def int(at: Int) = Platform.getInt(bytes, Platform.BYTE_ARRAY_OFFSET.toLong + at)
    if (bytes.length < BatchLayout.HeaderBytes || int(BatchLayout.MagicAt) != BatchLayout.Magic)
      throw damaged(s"${bytes.length} bytes without the mark of a batch")
    if (int(BatchLayout.VersionAt) != BatchLayout.Version)
      throw new IOException(
        s"A batch of a cached table: got layout version ${int(BatchLayout.VersionAt)}, " +
          s"this Okibi reads ${BatchLayout.Version}. " +
          "Use the same version of Okibi on all executors."
      )
    val crc = new CRC32C
    crc.update(bytes, BatchLayout.HeaderBytes, bytes.length - BatchLayout.HeaderBytes)
    if (
      Platform.getLong(bytes, Platform.BYTE_ARRAY_OFFSET.toLong + BatchLayout.LengthAt) != bytes.length || int(
        BatchLayout.RowsAt
      ) != rows ||
      crc.getValue.toInt != int(BatchLayout.ChecksumAt)
    ) throw damaged(s"the check sum of ${bytes.length} bytes is wrong")
  }
}
