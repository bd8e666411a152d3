package okibi.bench.experiment.primitives

import java.nio.charset.StandardCharsets.UTF_8
import java.util.SplittableRandom

import org.apache.hadoop.io._

/** Elements of a type, as Hadoop's Writables and as the objects for other serializers.
  *
  * @param payloadBytes mean size of an element, by which MB/s are counted
  */
private[primitives] final case class TypedElements(
    name: String,
    payloadBytes: Double,
    writables: Array[AnyRef],
    objects: Array[AnyRef]
)

private[primitives] object TypedElements {
  private val textBytes = 64

  /** The paper's sizes of byte arrays: 8 B to 1 KB. */
  private val arrayBytes = Seq(8, 32, 128, 1024)

  /** Bytes of one type that stay in a core's own cache. */
  private val maxBytes = 512 << 10

  /** Names of the types, in the order of [[all]]. */
  val names: Seq[String] =
    Seq("Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "VInt", "Text") ++ arrayBytes.map(bytesName)

  /** Up to `count` elements of each type. */
  def all(count: Int, seed: Long): Seq[TypedElements] = {
    val random = new SplittableRandom(seed)
    Seq(
      of("Boolean", 1, count, random.nextInt(2) == 1)(new BooleanWritable(_), Boolean.box),
      of("Byte", 1, count, random.nextInt().toByte)(new ByteWritable(_), Byte.box),
      of("Short", 2, count, random.nextInt().toShort)(new ShortWritable(_), Short.box),
      of("Int", 4, count, random.nextInt())(new IntWritable(_), Int.box),
      of("Long", 8, count, random.nextLong())(new LongWritable(_), Long.box),
      of("Float", 4, count, random.nextDouble().toFloat)(new FloatWritable(_), Float.box),
      of("Double", 8, count, random.nextDouble())(new DoubleWritable(_), Double.box),
      variableInts(count, random),
      of("Text", textBytes, count, letters(random))(new Text(_), text => text)
    ) ++
      arrayBytes.map(size =>
        of(bytesName(size), size, count, bytes(size, random))(new BytesWritable(_), array => array)
      )
  }

  /** A hash that is the same for a Writable and for the object with the same value. */
  def hash(element: AnyRef): Long = element match {
    case bytes: BytesWritable => hash(bytes.copyBytes)
    case bytes: Array[Byte] => java.util.Arrays.hashCode(bytes).toLong
    case text: Text => text.toString.hashCode.toLong
    case flag: BooleanWritable => Boolean.box(flag.get).hashCode.toLong
    case byte: ByteWritable => Byte.box(byte.get).hashCode.toLong
    case short: ShortWritable => Short.box(short.get).hashCode.toLong
    case int: IntWritable => Int.box(int.get).hashCode.toLong
    case int: VIntWritable => Int.box(int.get).hashCode.toLong
    case long: LongWritable => Long.box(long.get).hashCode.toLong
    case float: FloatWritable => Float.box(float.get).hashCode.toLong
    case double: DoubleWritable => Double.box(double.get).hashCode.toLong
    case other => other.hashCode.toLong
  }

  private def bytesName(size: Int): String = if (size < 1024) s"Bytes $size B" else s"Bytes ${size >> 10} KB"

  private def of[T](name: String, size: Int, count: Int, value: => T)(
      writable: T => AnyRef,
      boxed: T => AnyRef
  ): TypedElements = {
    val values = Vector.fill(math.min(count, math.max(1, maxBytes / size)))(value)
    TypedElements(name, size.toDouble, values.map(writable).toArray, values.map(boxed).toArray)
  }

  /** Integers of variable length: lengths from one byte to five are equally frequent, each with an order of magnitude
    * of its own.
    */
  private def variableInts(count: Int, random: SplittableRandom): TypedElements = {
    val elements = of("VInt", 4, count, random.nextInt() >> 8 * random.nextInt(4))(new VIntWritable(_), Int.box)
    elements.copy(payloadBytes =
      elements.objects
        .map(value => WritableUtils.getVIntSize(value.asInstanceOf[Integer].longValue))
        .sum
        .toDouble / elements.objects.length
    )
  }

  private def letters(random: SplittableRandom): String =
    new String(Array.fill(textBytes)(alphabet(random.nextInt(alphabet.length))), UTF_8)

  private val alphabet: Array[Byte] = (('a' to 'z') ++ ('A' to 'Z') ++ ('0' to '9')).map(_.toByte).toArray

  private def bytes(size: Int, random: SplittableRandom): Array[Byte] = Array.fill(size)(random.nextInt().toByte)
}
