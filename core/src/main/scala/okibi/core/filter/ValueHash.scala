package okibi.core.filter

import java.math.{BigDecimal => JavaDecimal, BigInteger}
import java.time.{Instant, LocalDate, LocalDateTime}
import java.util.{Date, UUID}

/** Hashes Scala and Java values. The hash of a value is the same in every JVM, and the same for values that are equal
  * under `==` or `equals`, within the limits that [[HashedKinds]] tells.
  *
  * Only classes of known equality are hashed: strings, numbers, booleans, characters, dates, UUIDs, and tuples,
  * `Option`, `Either`, `List`, `Vector` and similar containers of such values. All other classes (arrays, enumerations,
  * classes of applications) are refused, because their hashes may differ between JVMs or between equal values. Not
  * thread-safe. Allocates nothing for strings, longs and smaller numbers.
  */
final class ValueHash {
  private var seen = 0
  private var large = false
  private var refusal: Class[_] = _

  /** The kinds of numbers that were hashed up to now. */
  def kinds: HashedKinds = new HashedKinds(seen, large)

  /** The class of the last refused value, if any. Hashes since then mean nothing. */
  def refused: Option[Class[_]] = Option(refusal)

  def isRefused: Boolean = refusal ne null

  def of(value: Any): Long = value match {
    case text: String => Hash64.ofChars(text)
    case number: java.lang.Long => whole(number.longValue)
    case number: java.lang.Integer => whole(number.longValue)
    case null => ValueHash.ofNull
    case number: java.lang.Double => floating(number.doubleValue)
    case number: java.lang.Float => floating(number.doubleValue)
    case character: java.lang.Character => whole(character.charValue.toLong)
    case number: java.lang.Short => whole(number.longValue)
    case number: java.lang.Byte => whole(number.longValue)
    case flag: java.lang.Boolean => if (flag.booleanValue) ValueHash.ofTrue else ValueHash.ofFalse
    case other => ofOther(other.asInstanceOf[AnyRef])
  }

  private def ofOther(value: AnyRef): Long = HashedClass.of(value.getClass) match {
    case HashedClass.Fields => fields(value.asInstanceOf[Product])
    case HashedClass.Elements => elements(value.asInstanceOf[scala.collection.Seq[_]])
    case HashedClass.Scalar => scalar(value)
    case HashedClass.Refused =>
      refusal = value.getClass
      0L
  }

  private def fields(product: Product): Long = {
    val arity = product.productArity
    var hash = Hash64.combine(ValueHash.fieldsTag, Hash64.ofChars(product.productPrefix))
    var i = 0
    while (i < arity) {
      hash = Hash64.combine(hash, of(product.productElement(i)))
      i += 1
    }
    hash
  }

  private def elements(sequence: scala.collection.Seq[_]): Long = {
    var hash = ValueHash.elementsTag
    val each = sequence.iterator
    while (each.hasNext) hash = Hash64.combine(hash, of(each.next()))
    hash
  }

  private def scalar(value: AnyRef): Long = value match {
    case number: BigInt => bigWhole(number.bigInteger)
    case number: BigDecimal => decimal(number.bigDecimal)
    case number: BigInteger => Hash64.combine(3, Hash64.ofBytes(number.toByteArray))
    case number: JavaDecimal =>
      Hash64.combine(4, Hash64.combine(number.scale.toLong, Hash64.ofBytes(number.unscaledValue.toByteArray)))
    case id: UUID => Hash64.combine(id.getMostSignificantBits, id.getLeastSignificantBits)
    // A java.util.Date equals a Timestamp of the same millisecond.
    case date: Date => Hash64.combine(5, date.getTime)
    case day: LocalDate => Hash64.combine(6, day.toEpochDay)
    case time: Instant => Hash64.combine(Hash64.combine(7, time.getEpochSecond), time.getNano.toLong)
    case time: LocalDateTime =>
      Hash64.combine(Hash64.combine(8, time.toLocalDate.toEpochDay), time.toLocalTime.toNanoOfDay)
    case other =>
      throw new IllegalStateException(
        s"ValueHash: got a ${other.getClass.getName}, which is hashed as a scalar without a rule. This is a bug in " +
          "Okibi; " +
          "please report it."
      )
  }

  private def whole(number: Long): Long = {
    seen |= HashedKinds.whole
    if (number >= HashedKinds.largest || number <= -HashedKinds.largest) large = true
    Hash64.ofLong(number)
  }

  /** Hashes a floating number without a fraction like `whole`, because 1.0 == 1 and -0.0 == 0.0. All NaN have one hash,
    * because they are equal under `equals`.
    */
  private def floating(number: Double): Long = {
    seen |= HashedKinds.floating
    if (math.abs(number) >= HashedKinds.largest) large = true
    val cut = number.toLong
    if (cut.toDouble == number && cut != Long.MaxValue) Hash64.ofLong(cut)
    else Hash64.combine(ValueHash.floatingTag, java.lang.Double.doubleToLongBits(number))
  }

  private def bigWhole(number: BigInteger): Long =
    if (number.bitLength < 64) whole(number.longValue)
    else {
      seen |= HashedKinds.whole
      large = true
      Hash64.combine(1, Hash64.ofBytes(number.toByteArray))
    }

  private def decimal(number: JavaDecimal): Long = {
    seen |= HashedKinds.decimal
    val plain = number.stripTrailingZeros
    if (plain.signum == 0) whole(0L)
    else if (plain.scale > 0)
      Hash64.combine(Hash64.combine(2, plain.scale.toLong), Hash64.ofBytes(plain.unscaledValue.toByteArray))
    else if (plain.precision - plain.scale.toLong <= ValueHash.maxDigits) bigWhole(plain.toBigIntegerExact)
    else {
      refusal = classOf[BigDecimal]
      0L
    }
  }
}

object ValueHash {
  private val ofNull = Hash64.ofLong(0x6e756c6cL)
  private val ofTrue = Hash64.ofLong(0x74727565L)
  private val ofFalse = Hash64.ofLong(0x66616c7365L)
  private final val floatingTag = 0x666c6f6174L
  private final val fieldsTag = 0x70726f64L
  private final val elementsTag = 0x736571L

  /** A whole decimal with more digits is refused, because converting it to a whole number would take too long. */
  private val maxDigits = 1000
}
