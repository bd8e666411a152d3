package okibi.bench.experiment.demo

import okibi.bench.data.text.SeededText

import java.util.SplittableRandom

import scala.reflect.{classTag, ClassTag}

import org.apache.spark.mllib.linalg.{Vector, Vectors}

/** Records of one kind for one partition. */
final case class SampleRecords[T](name: String, records: Array[T])(implicit val tag: ClassTag[T])

/** A record with fields of the usual types. */
final case class OrderRecord(id: Long, customer: String, amount: Double, quantity: Int, open: Boolean, city: String)

object SampleRecords {

  /** Every kind of records that the codecs are measured with, each with `count` records. */
  def all(count: Int, seed: Long): Seq[SampleRecords[_]] = {
    val random = new SplittableRandom(seed)
    def word(): String = new String(SeededText.word(random.nextInt(1000), random.nextInt(500)).toCharArray)
    def make[T: ClassTag](name: String)(record: => T): SampleRecords[T] =
      SampleRecords(name, Array.fill(count)(record)(classTag[T]))
    Seq(
      make[String]("strings")(word()),
      make[(String, Long)]("tuples")((word(), random.nextLong())),
      make[OrderRecord]("caseClass")(
        OrderRecord(random.nextLong(), word(), random.nextDouble(), random.nextInt(100), random.nextInt(2) == 0, word())
      ),
      make[Vector]("vectors")(Vectors.dense(Array.fill(20)(random.nextDouble())))
    )
  }
}
