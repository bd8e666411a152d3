package okibi.bench.experiment.shuffle

import java.util.SplittableRandom

/** The readings of a meter on one day.
  *
  * @param kwh one value for each half hour; NaN for a missing value
  */
final case class DayReading(meter: Int, day: Int, kwh: Array[Double])

/** A smart meter.
  *
  * @param area     one of [[PowerData.areas]]
  * @param contract the kind of customer, one of [[PowerData.contracts]]
  */
final case class PowerMeter(meter: Int, area: Int, contract: Int)

/** Power consumption as smart meters report it: half-hour values that follow the hour, the season and the customer,
  * with gaps and with late corrections. Each meter-day is computed from the seed and its own numbers alone, in any
  * order.
  */
final case class PowerData(seed: Long) {
  import PowerData._

  def meter(number: Int): PowerMeter = {
    val random = randomOf(number, -1)
    PowerMeter(number, random.nextInt(areas), random.nextInt(contracts))
  }

  /** The first readings of a meter-day. About one meter-day in a hundred has a gap of some hours. */
  def reading(meter: Int, day: Int): DayReading = {
    val random = randomOf(meter, day)
    val kwh = values(meter, day, random)
    if (random.nextInt(100) == 0) {
      val start = random.nextInt(slots)
      java.util.Arrays.fill(kwh, start, math.min(slots, start + 1 + random.nextInt(12)), Double.NaN)
    }
    DayReading(meter, day, kwh)
  }

  /** The correction of a meter-day, without a gap; two meter-days in a hundred have one. */
  def correction(meter: Int, day: Int): Option[DayReading] = {
    val random = randomOf(meter, ~day)
    if (random.nextInt(50) == 0) Some(DayReading(meter, day, values(meter, day, random))) else None
  }

  private def values(meter: Int, day: Int, random: SplittableRandom): Array[Double] = {
    val customer = customers(this.meter(meter).contract)
    val level = customer.kwh * season(day % 365) * (0.7 + 0.6 * randomOf(meter, -2).nextDouble())
    Array.tabulate(slots)(slot => level * customer.curve(slot) * (0.8 + 0.4 * random.nextDouble()))
  }

  private def randomOf(meter: Int, day: Int): SplittableRandom = new SplittableRandom(
    seed ^ (meter.toLong << 32 | (day & 0xffffffffL)) * golden
  )
}

object PowerData {
  val areas = 47
  val contracts = 3

  /** Values of a day. */
  val slots = 48

  /** Bytes of a meter-day as Spark SQL moves it: a row of three fields and the array. */
  val readingBytes: Long = 8 + 3 * 8 + 16 + 8L * slots

  private val golden = 0x9e3779b97f4a7c15L

  /** @param kwh   mean of a half hour
    * @param curve each half hour of a day as a multiple of the mean
    */
  private final case class Customer(kwh: Double, curve: Array[Double])

  /** Homes with a peak in the morning and a higher one in the evening, shops by day, industry nearly even. */
  private val customers: IndexedSeq[Customer] = IndexedSeq(
    Customer(0.25, curve(hour => 0.6 + 0.5 * bump(hour, 7.5, 1.5) + 1.1 * bump(hour, 19.5, 2.5))),
    Customer(2.0, curve(hour => 0.4 + 1.2 * bump(hour, 13, 4))),
    Customer(15.0, curve(hour => 0.9 + 0.2 * bump(hour, 11, 5)))
  )

  private def curve(atHour: Double => Double): Array[Double] = Array.tabulate(slots)(slot => atHour(slot / 2.0))

  private def bump(x: Double, middle: Double, width: Double): Double =
    math.exp(-(x - middle) * (x - middle) / (2 * width * width))

  /** Heating in January, cooling in August. */
  private val season: Array[Double] = Array.tabulate(365)(day =>
    0.8 + 0.5 * bump(math.min(day, 365 - day).toDouble, 0, 35) + 0.4 * bump(day.toDouble, 220, 30)
  )
}
