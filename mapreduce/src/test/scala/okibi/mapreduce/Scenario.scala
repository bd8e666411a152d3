package okibi.mapreduce

import java.util.Random

import org.apache.hadoop.io.{BytesWritable, NullWritable, Text, Writable}
import org.apache.hadoop.mapred.JobConf

/** A job drawn at random: what is collected, in which sizes, by how many partitions. */
final case class Scenario(keys: Keys, values: String, records: Int, distinct: Long, skewed: Boolean, partitions: Int, seed: Long) {
  private def valueClass: Class[_] = values match {
    case "none" => classOf[NullWritable]
    case "text" => classOf[Text]
    case _ => classOf[BytesWritable]
  }

  def job: JobConf = keys.job(valueClass, partitions)

  /** The same ones each time. */
  def all: Iterator[Record] = {
    val random = new Random(seed)
    Iterator.fill(records) {
      val number = if (skewed) (math.pow(random.nextDouble(), 4) * distinct).toLong else (random.nextDouble() * distinct).toLong
      val value: Writable = values match {
        case "none" => NullWritable.get
        case "text" => new Text("v" * random.nextInt(20))
        case sizes => blob(random, Scenario.size(random, sizes))
      }
      Record(keys.make(number), value, ((number * 31 & Long.MaxValue) % partitions).toInt)
    }
  }

  private def blob(random: Random, size: Int): BytesWritable = {
    val bytes = new Array[Byte](size)
    random.nextBytes(bytes)
    new BytesWritable(bytes)
  }
}

object Scenario {
  /** Kinds of values, and how many records of them make three megabytes. */
  private val values = Seq("none" -> 60000, "text" -> 60000, "about 100" -> 25000, "up to 10000" -> 600, "up to a megabyte" -> 30)

  private def size(random: Random, sizes: String): Int = sizes match {
    case "about 100" => 90 + random.nextInt(60)
    case "up to 10000" => random.nextInt(10000)
    case "up to a megabyte" => if (random.nextInt(3) == 0) random.nextInt(1 << 20) else random.nextInt(100)
  }

  def draw(seed: Long): Scenario = {
    val random = new Random(seed)
    def one[T](of: Seq[T]): T = of(random.nextInt(of.size))
    val (sizes, most) = one(values)
    val records = if (random.nextInt(3) == 0) random.nextInt(50) else random.nextInt(most)
    val partitions = if (random.nextInt(20) == 0) 1000 else one(Seq(1, 1, 2, 3, 16, 100))
    Scenario(one(Keys.all), sizes, records, one(Seq(1L, 10L, 1000L, 1L << 40)), random.nextBoolean(), partitions, seed)
  }
}
