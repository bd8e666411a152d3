package okibi.bench.mapreduce

import java.nio.ByteBuffer
import java.util.SplittableRandom

import org.apache.hadoop.io.{IntWritable, Text, Writable}

/** A kind of records to sort: random keys of a type and a size, with values of a size, as Oikawa and Honjo had them.
  *
  * @param name     as headlines have it: `text10.v90` for keys of ten bytes and values of ninety
  * @param keyClass Hadoop's class of the keys
  */
private[bench] sealed abstract class SortKind(
    val name: String,
    val keyBytes: Int,
    val valueBytes: Int,
    val keyClass: Class[_ <: Writable]
) {
  def recordBytes: Int = keyBytes + valueBytes

  final def value: Text = new Text(Array.fill(valueBytes)('v'.toByte))

  /** The key of the next record. Always the same object, and the same number of steps of the random generator. */
  def key(random: SplittableRandom): Writable

  /** The partition of the last key. Partitions are ranges of keys in order, as TeraSort has them. */
  def partition(partitions: Int): Int
}

private[bench] object SortKind {
  def all: Seq[SortKind] = for (
    value <- Seq(4, 90); kind <- Seq(new IntKeys(value), new TextKeys(4, value), new TextKeys(10, value))
  ) yield kind

  /** TeraSort's records: keys of ten bytes with values of ninety. */
  def tera: SortKind = new TextKeys(10, 90)

  /** The records of a word count: the words of a text in order, repeated from the beginning, each with a small value.
    */
  def words(all: Array[Array[Byte]]): SortKind = new WordKeys(all)

  private final class WordKeys(all: Array[Array[Byte]])
      extends SortKind("words", (all.map(_.length.toLong).sum / all.length).toInt, 4, classOf[Text]) {
    private val reused = new Text
    private var next = 0

    override def key(random: SplittableRandom): Writable = {
      reused.set(all(next))
      next += 1
      if (next == all.length) next = 0
      reused
    }

    /** The partition that Hadoop's own partitioner gives. */
    override def partition(partitions: Int): Int = (reused.hashCode & Int.MaxValue) % partitions
  }

  private final class IntKeys(valueBytes: Int)
      extends SortKind(s"int4.v$valueBytes", 4, valueBytes, classOf[IntWritable]) {
    private val reused = new IntWritable

    override def key(random: SplittableRandom): Writable = {
      reused.set(random.nextInt())
      reused
    }

    override def partition(partitions: Int): Int = (((reused.get.toLong - Int.MinValue) * partitions) >>> 32).toInt
  }

  private final class TextKeys(keyBytes: Int, valueBytes: Int)
      extends SortKind(s"text$keyBytes.v$valueBytes", keyBytes, valueBytes, classOf[Text]) {
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
