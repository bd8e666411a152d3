package okibi.mapreduce

import java.io.{DataInput, DataOutput}
import java.util.Random

import org.apache.hadoop.io._
import org.apache.hadoop.mapred.JobConf

/** A kind of key: its class, the job's comparator, and a key for each number. */
final case class KeyKind(
    name: String,
    of: Class[_ <: Writable],
    comparator: Option[Class[_ <: RawComparator[_]]] = None
)(
    val make: Long => Writable
) {
  def job(values: Class[_], partitions: Int): JobConf = {
    val conf = Attempt.job(of, values, partitions)
    comparator.foreach(comparatorClass => conf.setOutputKeyComparatorClass(comparatorClass))
    conf
  }

  override def toString: String = name
}

object KeyKind {
  private def random(number: Long) = new Random(number * 0x9e3779b97f4a7c15L)

  private def bytes(random: Random, length: Int, alphabet: Int): Array[Byte] =
    Array.fill(length)(random.nextInt(alphabet).toByte)

  private def text(number: Long, longest: Int, beginning: String): Text = {
    val source = random(number)
    val drawn = bytes(source, source.nextInt(longest + 1), 26).map(b => (b + 'a').toByte)
    new Text(beginning + new String(drawn, "US-ASCII"))
  }

  private val doubles =
    Array(0.0, -0.0, Double.NaN, Double.PositiveInfinity, Double.NegativeInfinity, Double.MinPositiveValue, -1.5, 1.5)

  val all: Seq[KeyKind] = Seq(
    KeyKind("Text", classOf[Text])(text(_, 12, "")),
    KeyKind("Text of ten bytes", classOf[Text])(number =>
      new Text(bytes(random(number), 10, 95).map(b => (b + 32).toByte))
    ),
    KeyKind("Text with a long common beginning", classOf[Text])(text(_, 12, "https://www.example.org/archive/2013/")),
    KeyKind("Text with a beginning of 300", classOf[Text])(text(_, 3, "x" * 300)),
    KeyKind("Text, backwards", classOf[Text], Some(classOf[BackwardsComparator]))(text(_, 12, "")),
    KeyKind("BytesWritable of zeros and ones", classOf[BytesWritable]) { number =>
      val source = random(number)
      new BytesWritable(bytes(source, source.nextInt(24), 2))
    },
    KeyKind("BytesWritable of any bytes", classOf[BytesWritable]) { number =>
      val source = random(number)
      new BytesWritable(bytes(source, source.nextInt(200), 256))
    },
    KeyKind("IntWritable", classOf[IntWritable])(number => new IntWritable(random(number).nextInt())),
    KeyKind("IntWritable, small", classOf[IntWritable])(number => new IntWritable((number % 1000).toInt - 500)),
    KeyKind("LongWritable", classOf[LongWritable])(number => new LongWritable(random(number).nextLong())),
    KeyKind("LongWritable, decreasing", classOf[LongWritable], Some(classOf[LongWritable.DecreasingComparator]))(
      number => new LongWritable(random(number).nextLong())
    ),
    KeyKind("VIntWritable", classOf[VIntWritable])(number =>
      new VIntWritable(random(number).nextInt() >> (number % 32).toInt)
    ),
    KeyKind("VLongWritable", classOf[VLongWritable])(number =>
      new VLongWritable(random(number).nextLong() >> (number % 64).toInt)
    ),
    KeyKind("ShortWritable", classOf[ShortWritable])(number => new ShortWritable(random(number).nextInt().toShort)),
    KeyKind("ByteWritable", classOf[ByteWritable])(number => new ByteWritable(random(number).nextInt().toByte)),
    KeyKind("BooleanWritable", classOf[BooleanWritable])(number => new BooleanWritable(random(number).nextBoolean())),
    KeyKind("FloatWritable", classOf[FloatWritable])(number => new FloatWritable(floating(number).toFloat)),
    KeyKind("DoubleWritable", classOf[DoubleWritable])(number => new DoubleWritable(floating(number))),
    KeyKind("MD5Hash", classOf[MD5Hash])(number => new MD5Hash(bytes(random(number), 16, 256))),
    KeyKind("NullWritable", classOf[NullWritable])(_ => NullWritable.get),
    KeyKind("a pair without a raw comparator", classOf[PairWritable])(number =>
      new PairWritable((number % 7).toInt, random(number).nextInt(100))
    ),
    KeyKind("a subclass of Text", classOf[TextSubclass])(number => new TextSubclass(text(number, 12, "").toString))
  )

  private def floating(number: Long): Double = {
    val source = random(number)
    if (source.nextInt(4) == 0) doubles(source.nextInt(doubles.length))
    else source.nextGaussian() * math.pow(10, source.nextInt(40) - 20)
  }
}

/** Sorts texts in descending order. */
final class BackwardsComparator extends WritableComparator(classOf[Text]) {
  override def compare(a: Array[Byte], startA: Int, lengthA: Int, b: Array[Byte], startB: Int, lengthB: Int): Int =
    -WritableComparator.get(classOf[Text]).compare(a, startA, lengthA, b, startB, lengthB)
}

/** A key that writes itself with a method of DataOutputStream alone, and has no raw comparator. */
final class PairWritable(private var first: Int, private var second: Int) extends WritableComparable[PairWritable] {
  def this() = this(0, 0)

  override def write(out: DataOutput): Unit = {
    out.writeInt(first)
    out.writeUTF(second.toString)
    out.asInstanceOf[java.io.DataOutputStream].flush()
  }

  override def readFields(in: DataInput): Unit = {
    first = in.readInt()
    second = in.readUTF().toInt
  }

  override def compareTo(other: PairWritable): Int = {
    val firsts = Integer.compare(first, other.first)
    if (firsts != 0) firsts else Integer.compare(second, other.second)
  }
}

/** A subclass of Text, for which Hadoop has no raw comparator. */
final class TextSubclass(text: String) extends Text(text) {
  def this() = this("")
}
