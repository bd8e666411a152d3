package okibi.bench.data.text

import java.util.SplittableRandom

/** Random text with word locality: each partition draws from its own slice of a vocabulary, as in real corpora, so that
  * few partitions have a given word.
  */
object SeededText {
  private val vocabularySize = 100000
  private val sliceSize = 500
  private val sliceStep = 97
  private val wordsPerLine = 50

  /** Bytes in memory for each byte of this text, as lines and as words together, measured with Spark's size estimator.
    */
  val memoryBytesPerByte = 7.2

  lazy val vocabulary: Array[String] =
    Array.tabulate(vocabularySize)(i => "w" + java.lang.Long.toString((i * 2654435761L) & 0xffffffffL, 36))

  /** Lines of about `bytes` bytes in total. */
  def lines(partition: Int, bytes: Long, seed: Long): Iterator[String] = {
    val random = new SplittableRandom(seed * 1000003L + partition)
    var produced = 0L
    Iterator
      .continually {
        val line = new StringBuilder
        for (_ <- 0 until wordsPerLine) line.append(word(partition, random.nextInt(sliceSize))).append(' ')
        produced += line.length
        line.toString
      }
      .takeWhile(_ => produced < bytes)
  }

  /** The n-th word of a partition's slice of the vocabulary. */
  def word(partition: Int, n: Int): String = vocabulary((partition * sliceStep + n) % vocabularySize)
}
