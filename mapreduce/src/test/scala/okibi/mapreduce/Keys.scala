package okibi.mapreduce

import java.io.{DataInput, DataOutput}
import java.util.Random

import org.apache.hadoop.io._
import org.apache.hadoop.mapred.JobConf

/** A kind of key: its class, how the job sorts it, and a key for each number. */
final case class Keys(name: String, of: Class[_ <: Writable], comparator: Option[Class[_ <: RawComparator[_]]] = None)(
    val make: Long => Writable
) {
  def job(values: Class[_], partitions: Int): JobConf = {
    val conf = Attempt.job(of, values, partitions)
    comparator.foreach(sorts => conf.setOutputKeyComparatorClass(sorts))
    conf
  }

  override def toString: String = name
}

object Keys {
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

  val all: Seq[Keys] = Seq(
    Keys("Text", classOf[Text])(text(_, 12, "")),
    Keys("Text of ten bytes", classOf[Text])(number =>
      new Text(bytes(random(number), 10, 95).map(b => (b + 32).toByte))
    ),
    Keys("Text with a long common beginning", classOf[Text])(text(_, 12, "https://www.example.org/archive/2013/")),
    Keys("Text with a beginning of 300", classOf[Text])(text(_, 3, "x" * 300)),
    Keys("Text, backwards", classOf[Text], Some(classOf[Backwards]))(text(_, 12, "")),
    Keys("BytesWritable of zeros and ones", classOf[BytesWritable]) { number =>
      val source = random(number)
      new BytesWritable(bytes(source, source.nextInt(24), 2))
    },
    Keys("BytesWritable of any bytes", classOf[BytesWritable]) { number =>
      val source = random(number)
      new BytesWritable(bytes(source, source.nextInt(200), 256))
    },
    Keys("IntWritable", classOf[IntWritable])(number => new IntWritable(random(number).nextInt())),
    Keys("IntWritable, small", classOf[IntWritable])(number => new IntWritable((number % 1000).toInt - 500)),
    Keys("LongWritable", classOf[LongWritable])(number => new LongWritable(random(number).nextLong())),
    Keys("LongWritable, decreasing", classOf[LongWritable], Some(classOf[LongWritable.DecreasingComparator]))(number =>
      new LongWritable(random(number).nextLong())
    ),
    Keys("VIntWritable", classOf[VIntWritable])(number =>
      new VIntWritable(random(number).nextInt() >> (number % 32).toInt)
    ),
    Keys("VLongWritable", classOf[VLongWritable])(number =>
      new VLongWritable(random(number).nextLong() >> (number % 64).toInt)
    ),
    Keys("ShortWritable", classOf[ShortWritable])(number => new ShortWritable(random(number).nextInt().toShort)),
    Keys("ByteWritable", classOf[ByteWritable])(number => new ByteWritable(random(number).nextInt().toByte)),
    Keys("BooleanWritable", classOf[BooleanWritable])(number => new BooleanWritable(random(number).nextBoolean())),
    Keys("FloatWritable", classOf[FloatWritable])(number => new FloatWritable(floating(number).toFloat)),
    Keys("DoubleWritable", classOf[DoubleWritable])(number => new DoubleWritable(floating(number))),
    Keys("MD5Hash", classOf[MD5Hash])(number => new MD5Hash(bytes(random(number), 16, 256))),
    Keys("NullWritable", classOf[NullWritable])(_ => NullWritable.get),
    Keys("a pair without a raw comparator", classOf[Pair])(number =>
      new Pair((number % 7).toInt, random(number).nextInt(100))
    ),
    Keys("a subclass of Text", classOf[Label])(number => new Label(text(number, 12, "").toString))
  )

  private def floating(number: Long): Double = {
    val source = random(number)
    if (source.nextInt(4) == 0) doubles(source.nextInt(doubles.length))
    else source.nextGaussian() * math.pow(10, source.nextInt(40) - 20)
  }
}

/** Sorts texts the other way round. */
final class Backwards extends WritableComparator(classOf[Text]) {
  override def compare(a: Array[Byte], startA: Int, lengthA: Int, b: Array[Byte], startB: Int, lengthB: Int): Int =
    -WritableComparator.get(classOf[Text]).compare(a, startA, lengthA, b, startB, lengthB)
}

/** Written through what only a DataOutputStream has, and compared as an object. */
final class Pair(private var first: Int, private var second: Int) extends WritableComparable[Pair] {
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

  override def compareTo(other: Pair): Int = {
    val firsts = Integer.compare(first, other.first)
    if (firsts != 0) firsts else Integer.compare(second, other.second)
  }
}

/** Its own class, so Hadoop has no comparator for it. */
final class Label(text: String) extends Text(text) {
  def this() = this("")
}
