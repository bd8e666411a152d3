package okibi.bench.primitives

import java.nio.ByteBuffer
import java.util.SplittableRandom

import org.apache.hadoop.io.{IntWritable, Text, Writable}

/** Records that are sorted: random keys of a type and a size, with values of a size, as Oikawa and Honjo had them.
  *
  * @param name     as headlines have it: `text10.v90` for keys of ten bytes and values of ninety
  * @param keyClass of Hadoop
  */
private[primitives] sealed abstract class SortKind(val name: String, val keyBytes: Int, val valueBytes: Int, val keyClass: Class[_ <: Writable]) {
  def recordBytes: Int = keyBytes + valueBytes

  final def value: Text = new Text(Array.fill(valueBytes)('v'.toByte))

  /** The record's key, the same object each time, for a random generator that it takes the same steps of. */
  def key(random: SplittableRandom): Writable

  /** The part of the keys that the last one is in, for one of so many, as TeraSort has them: in order. */
  def partition(partitions: Int): Int
}

private[primitives] object SortKind {
  def all: Seq[SortKind] = for (value <- Seq(4, 90); kind <- Seq(new Ints(value), new Texts(4, value), new Texts(10, value))) yield kind

  private final class Ints(valueBytes: Int) extends SortKind(s"int4.v$valueBytes", 4, valueBytes, classOf[IntWritable]) {
    private val reused = new IntWritable

    override def key(random: SplittableRandom): Writable = {
      reused.set(random.nextInt())
      reused
    }

    override def partition(partitions: Int): Int = (((reused.get.toLong - Int.MinValue) * partitions) >>> 32).toInt
  }

  private final class Texts(keyBytes: Int, valueBytes: Int) extends SortKind(s"text$keyBytes.v$valueBytes", keyBytes, valueBytes, classOf[Text]) {
    private val bytes = ByteBuffer.allocate(16)
    private val reused = new Text

    override def key(random: SplittableRandom): Writable = {
      bytes.putLong(0, random.nextLong())
      if (keyBytes > 8) bytes.putLong(8, random.nextLong())
      reused.set(bytes.array, 0, keyBytes)
      reused
    }

    override def partition(partitions: Int): Int = ((bytes.get(0) & 0xff) * partitions) >>> 8
  }
}
