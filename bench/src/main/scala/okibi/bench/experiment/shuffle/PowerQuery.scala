package okibi.bench.experiment.shuffle

import org.apache.spark.sql.{DataFrame, Dataset, Encoder, SparkSession}
import org.apache.spark.sql.expressions.Window
import org.apache.spark.sql.functions.{avg, coalesce, col, count, sum, when}

/** Consumption of a meter on one day, in whole watt-hours, so that sums do not depend on their order.
  *
  * @param peakWh consumption in the half hours from 17:00 to 20:00
  * @param gaps   half hours without a value
  */
final case class DayUse(meter: Int, area: Int, contract: Int, month: Int, wh: Long, peakWh: Long, gaps: Int)

/** A meter-day with the meter's area and contract. */
final case class LocatedReading(meter: Int, day: Int, kwh: Array[Double], area: Int, contract: Int)

/** The aggregation of power consumption, after Kinoshita and Ito: several stages with joins. */
final class PowerQuery(spark: SparkSession, seed: Long, meters: Int, days: Int, partitions: Int) {
  import spark.implicits._

  /** Corrections replace first readings; each meter-day is joined with its meter; days are summed to months of each
    * meter; and each meter's month is compared with the mean of its area and contract. Both first joins move every
    * meter-day through a shuffle.
    */
  def result: DataFrame = {
    val located = readings
      .join(corrections, Seq("meter", "day"), "left")
      .select(col("meter"), col("day"), coalesce(col("corrected"), col("kwh")).as("kwh"))
      .join(customers, "meter")
      .as[LocatedReading]
    val months = located
      .map(PowerQuery.use(_))
      .groupBy("meter", "area", "contract", "month")
      .agg(sum("wh").as("wh"), sum("peakWh").as("peakWh"), sum("gaps").as("gaps"))
    months
      .withColumn("mean", avg("wh").over(Window.partitionBy("area", "contract", "month")))
      .groupBy("area", "contract", "month")
      .agg(count("meter"), sum("wh"), sum("peakWh"), sum("gaps"), count(when(col("wh") > col("mean") * 1.2, 1)))
  }

  private def readings: Dataset[DayReading] = meterDays((data, meter, day) => Some(data.reading(meter, day)))

  private def corrections: DataFrame =
    meterDays((data, meter, day) => data.correction(meter, day)).withColumnRenamed("kwh", "corrected")

  private def customers: Dataset[PowerMeter] = each(meters.toLong)((data, n) => Some(data.meter(n.toInt)))

  private def meterDays[T: Encoder](make: (PowerData, Int, Int) => Option[T]): Dataset[T] = {
    val days = this.days.toLong
    each(meters * days)((data, n) => make(data, (n / days).toInt, (n % days).toInt))
  }

  private def each[T: Encoder](number: Long)(make: (PowerData, Long) => Option[T]): Dataset[T] = {
    val data = PowerData(seed)
    spark.range(0, number, 1, partitions).mapPartitions(_.flatMap(n => make(data, n)))
  }
}

private object PowerQuery {
  private val daysOfMonth = 30

  private def use(reading: LocatedReading): DayUse = {
    val wh = reading.kwh.map(kwh => if (kwh.isNaN) 0L else math.round(kwh * 1000))
    DayUse(
      reading.meter,
      reading.area,
      reading.contract,
      reading.day / daysOfMonth,
      wh.sum,
      wh.slice(34, 40).sum,
      reading.kwh.count(_.isNaN)
    )
  }
}
