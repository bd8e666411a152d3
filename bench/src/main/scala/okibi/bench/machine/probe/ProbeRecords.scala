package okibi.bench.machine.probe

import java.util.SplittableRandom

import okibi.bench.data.text.SeededText

import org.apache.spark.mllib.linalg.Vectors

/** The records that serializers and persist are measured with: a thousand of a kind, which stay in a core's own cache as those do that a
  * task has just made. Ten thousand, as many as Tanimura and Ogawa took, do not: then the time of a write was that of fetching them.
  */
object ProbeRecords {
  val strings = "strings"
  val vectors = "vectors"
  val kinds: Seq[String] = Seq(strings, vectors)

  private val count = 1000
  private val stringLength = 100
  private val dimensions = 20

  /** Bytes of data in a record. */
  def payloadBytes(kind: String): Int = if (kind == strings) stringLength else dimensions * 8

  /** Strings of 100 ASCII characters, as words; or dense vectors of 20. Made once for a kind and a seed. */
  def of(kind: String, seed: Long): Array[AnyRef] = synchronized {
    if (!made.contains((kind, seed))) made += (kind, seed) -> make(kind, new SplittableRandom(seed))
    made((kind, seed))
  }

  private var made = Map.empty[(String, Long), Array[AnyRef]]

  private def make(kind: String, random: SplittableRandom): Array[AnyRef] = kind match {
    case `strings` => Array.fill(count)(text(random))
    case `vectors` => Array.fill(count)(Vectors.dense(Array.fill(dimensions)(random.nextDouble())))
  }

  private def text(random: SplittableRandom): String =
    Iterator
      .continually(SeededText.word(random.nextInt(1000), random.nextInt(500)))
      .scanLeft("")((line, word) => s"$line$word ")
      .find(_.length >= stringLength)
      .get
      .take(stringLength)
}
