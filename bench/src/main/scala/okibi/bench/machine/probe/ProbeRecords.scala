package okibi.bench.machine.probe

import java.util.SplittableRandom

import okibi.bench.data.text.SeededText

import org.apache.spark.mllib.linalg.Vectors

/** The records for measuring serializers and persist: a thousand of each kind, which stay in a core's own cache as the
  * records do that a task has just made. Ten thousand records, the number of Tanimura and Ogawa, do not stay there:
  * fetching them then took the time of a write.
  */
object ProbeRecords {
  val strings = "strings"
  val vectors = "vectors"
  val kinds: Seq[String] = Seq(strings, vectors)

  private val count = 1000
  private val stringLength = 100
  private val dimensions = 20

  /** Payload of a record. */
  def payloadBytes(kind: String): Int = if (kind == strings) stringLength else dimensions * 8

  /** Strings of 100 ASCII characters, made of words; or dense vectors of 20. Made once for each kind and seed. */
  def of(kind: String, seed: Long): Array[AnyRef] = synchronized {
    if (!cached.contains((kind, seed))) cached += (kind, seed) -> make(kind, new SplittableRandom(seed))
    cached((kind, seed))
  }

  private var cached = Map.empty[(String, Long), Array[AnyRef]]

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
