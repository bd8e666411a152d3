package okibi.bench.experiment.checkpoint

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.SplittableRandom

import org.apache.spark.mllib.linalg.{Vector, Vectors}

/** Records to checkpoint. They are cheap to make, so that writing them takes most of the time. */
sealed abstract class CheckpointData(val name: String) {

  /** Records with a payload of about `bytes` bytes together. */
  def records(bytes: Long, seed: Long): Iterator[Any]

  /** A hash of a record's content. */
  def hash(record: Any): Long
}

object CheckpointData {

  /** The records of Tanimura and Ogawa: the same number of strings at every size, each with a key and a value that
    * fills the size up.
    */
  private case object Strings extends CheckpointData("strings") {
    private val records = 10000
    private val keyBytes = 10

    override def records(bytes: Long, seed: Long): Iterator[Any] = {
      val length = math.max(keyBytes + 1L, bytes / records).toInt
      val random = new SplittableRandom(seed)
      val letters = Array.fill(2 * length)(('a' + random.nextInt(26)).toByte)
      Iterator.tabulate(records)(n => f"$n%09d=" + new String(letters, n % length, length - keyBytes, ISO_8859_1))
    }

    override def hash(record: Any): Long = record.hashCode.toLong
  }

  /** Dense vectors of 20. */
  private case object DenseVectors extends CheckpointData("vectors") {
    private val dimensions = 20

    override def records(bytes: Long, seed: Long): Iterator[Any] = {
      val random = new SplittableRandom(seed)
      Iterator.fill((bytes / (8 * dimensions)).toInt)(Vectors.dense(Array.fill(dimensions)(random.nextDouble())))
    }

    override def hash(record: Any): Long = java.util.Arrays.hashCode(record.asInstanceOf[Vector].toArray).toLong
  }

  val all: Seq[CheckpointData] = Seq(Strings, DenseVectors)

  def of(name: String): CheckpointData =
    all.find(_.name == name).getOrElse(throw new IllegalArgumentException(s"$name: no such data"))
}
