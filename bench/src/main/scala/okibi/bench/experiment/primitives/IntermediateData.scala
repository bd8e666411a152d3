package okibi.bench.experiment.primitives

import okibi.bench.data.text.NaturalText

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, SplittableRandom}

import org.apache.hadoop.io.{DataOutputBuffer, IntWritable, Text, WritableUtils}

/** The output of map tasks: sorted records, each with the lengths of its key and its value before it, as in Hadoop's
  * files.
  */
private[primitives] object IntermediateData {
  val teraSort = "TeraSort"
  val wordCount = "word count"
  val kinds: Seq[String] = Seq(teraSort, wordCount)

  def of(kind: String, bytes: Int, seed: Long): Array[Byte] = kind match {
    case `teraSort` => teraSortRecords(bytes, seed)
    case `wordCount` => words(bytes, seed)
  }

  private val teraKey = 10

  /** TeraGen's records: a key of ten random bytes; the row number in hexadecimal and twelve groups of four equal
    * letters, between marks.
    */
  private def teraSortRecords(bytes: Int, seed: Long): Array[Byte] = {
    val random = new SplittableRandom(seed)
    val out = new DataOutputBuffer(bytes + 1024)
    val records = Array.tabulate(bytes / 102 + 1) { row =>
      val key = new Array[Byte](teraKey)
      random.nextBytes(key)
      (key, row)
    }
    Arrays.sort(records, (a: (Array[Byte], Int), b: (Array[Byte], Int)) => Arrays.compareUnsigned(a._1, b._1))
    records.foreach { case (key, row) =>
      val value = teraValue(row, random)
      WritableUtils.writeVInt(out, key.length)
      WritableUtils.writeVInt(out, value.length)
      out.write(key)
      out.write(value)
    }
    Arrays.copyOf(out.getData, out.getLength)
  }

  private def teraValue(row: Int, random: SplittableRandom): Array[Byte] = {
    val value = new Array[Byte](90)
    value(1) = 0x11
    System.arraycopy("%032X".format(row).getBytes(UTF_8), 0, value, 2, 32)
    for ((mark, n) <- Seq(0x88, 0x99, 0xaa, 0xbb).zipWithIndex) value(34 + n) = mark.toByte
    for (letter <- 0 until 12)
      Arrays.fill(value, 38 + 4 * letter, 42 + 4 * letter, "0123456789ABCDEF".charAt(random.nextInt(16)).toByte)
    for ((mark, n) <- Seq(0xcc, 0xdd, 0xee, 0xff).zipWithIndex) value(86 + n) = mark.toByte
    value
  }

  /** One record for each word of a text: the word and the number 1. */
  private def words(bytes: Int, seed: Long): Array[Byte] = {
    val out = new DataOutputBuffer(bytes + 1024)
    val (word, one) = (new Text, new IntWritable(1))
    val bytesOfRecord = 12
    NaturalText.english(seed).take(bytes / bytesOfRecord).toArray.sorted.foreach { text =>
      word.set(text)
      WritableUtils.writeVInt(out, WritableUtils.getVIntSize(word.getLength.toLong) + word.getLength)
      WritableUtils.writeVInt(out, 4)
      word.write(out)
      one.write(out)
    }
    Arrays.copyOf(out.getData, out.getLength)
  }
}
