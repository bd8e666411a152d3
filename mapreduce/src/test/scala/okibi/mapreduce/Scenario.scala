package okibi.mapreduce

import java.util.Random

import org.apache.hadoop.io.{BytesWritable, NullWritable, Text, Writable}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.{MRJobConfig, Reducer}

/** A test job: its kinds of keys and values, its records and partitions, its buffer, its codec and its combiner.
  *
  * @param values   a name in the list of kinds
  * @param distinct the number of different keys that records are drawn from
  * @param skewed   whether some keys are drawn much more often than others
  * @param combined whether [[LargestValueCombiner]] runs
  */
final case class Scenario(
    keys: KeyKind,
    values: String,
    records: Int,
    distinct: Long,
    skewed: Boolean,
    partitions: Int,
    seed: Long,
    sortMb: Int = 1,
    codec: Option[MapOutputCodec] = None,
    combined: Boolean = false
) {
  private def valueClass: Class[_] = values match {
    case "none" => classOf[NullWritable]
    case "text" => classOf[Text]
    case _ => classOf[BytesWritable]
  }

  def job: JobConf = {
    val job = keys.job(valueClass, partitions)
    job.setInt(MRJobConfig.IO_SORT_MB, sortMb)
    codec.foreach(_.set(job))
    if (combined)
      job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[LargestValueCombiner], classOf[Reducer[_, _, _, _]])
    job
  }

  /** The records of the job, the same ones each time. */
  def all: Iterator[MapRecord] = {
    val random = new Random(seed)
    Iterator.fill(records) {
      val number =
        if (skewed) (math.pow(random.nextDouble(), 4) * distinct).toLong else (random.nextDouble() * distinct).toLong
      val value: Writable = values match {
        case "none" => NullWritable.get
        case "text" => new Text("v" * random.nextInt(20))
        case sizes => blob(random, Scenario.size(random, sizes))
      }
      MapRecord(keys.make(number), value, ((number * 31 & Long.MaxValue) % partitions).toInt)
    }
  }

  private def blob(random: Random, size: Int): BytesWritable = {
    val bytes = new Array[Byte](size)
    random.nextBytes(bytes)
    new BytesWritable(bytes)
  }
}

object Scenario {
  private val megabyte = 1 << 20

  /** The kinds of values, each with the number of records that make three megabytes. */
  private val values = Seq(
    "none" -> 60000,
    "text" -> 60000,
    "about 100" -> 25000,
    "up to 10000" -> 600,
    "up to a megabyte" -> 30,
    "nothing to a megabyte" -> 15
  )

  /** The kinds of values of which a hundred megabytes have few records. */
  private val large = values.drop(3)

  private def size(random: Random, sizes: String): Int = sizes match {
    case "about 100" => 90 + random.nextInt(60)
    case "up to 10000" => random.nextInt(10000)
    case "up to a megabyte" => if (random.nextInt(3) == 0) random.nextInt(megabyte) else random.nextInt(100)
    case "nothing to a megabyte" =>
      random.nextInt(8) match {
        case 0 => 0
        case 1 => megabyte
        case _ => 1 << random.nextInt(20)
      }
  }

  /** A random job. Three in ten jobs do not spill while they collect, one in twenty may have a hundred spills, and the
    * others have a few.
    */
  def draw(seed: Long): Scenario = {
    val random = new Random(seed)
    def one[T](choices: Seq[T]): T = choices(random.nextInt(choices.size))
    val spills = random.nextInt(20)
    val codec = if (random.nextBoolean()) None else Some(one(MapOutputCodec.all))
    val (sizes, most) = if (spills == 0) one(large) else one(values)
    val records =
      if (spills == 0) (1 + random.nextInt(33)) * most
      else if (random.nextInt(3) == 0) random.nextInt(50)
      else random.nextInt(most)
    val partitions = if (random.nextInt(20) == 0) 1000 else one(Seq(1, 1, 2, 3, 16, 100))
    Scenario(
      one(KeyKind.all),
      sizes,
      codec.fold(records)(records / _.slowness),
      one(Seq(1L, 10L, 1000L, 1L << 40)),
      random.nextBoolean(),
      codec.fold(partitions)(partitions / _.slowness max 1),
      seed,
      sortMb = if (spills > 13) 20 else 1,
      codec,
      combined = random.nextInt(3) == 0
    )
  }
}
