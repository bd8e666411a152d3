package okibi.core.reuse

import scala.collection.mutable

/** The forecast for the time after the running jobs.
  *
  * @param jobs  the number of future jobs that the forecast covers; at least 1
  * @param reads for every RDD of the repeating jobs its expected reads; 0 after its last read
  */
private[reuse] final case class Forecast(jobs: Double, reads: Map[Int, Forecast.Reads])

private[reuse] object Forecast {

  /** @param count    expected reads
    * @param distance stages to the first of them; positive infinity if there is none
    */
  final case class Reads(count: Double, distance: Double)

  val nothing: Forecast = Forecast(1.0, Map.empty)
}

/** The last jobs in the order of their start, and the forecast of the next jobs.
  *
  * The forecast is a prediction by the longest matching context: it finds the earlier place where the last jobs
  * occurred in the same order, and expects the jobs that followed there. RDDs correspond by their place in jobs of
  * equal signature. So the ranks of the last PageRank iteration get the future that the ranks of the iteration before
  * had. A match that covers a whole period is a loop, and the forecast uses it alone. Otherwise the forecast is the
  * mean of the latest among the longest matches. It covers as many jobs as the match, at least one period and at most
  * [[JobHistory.horizon]]: a program that has repeated itself k times is expected to do so k times more.
  *
  * Source: Cleary and Witten, Data compression using adaptive coding and partial string matching (IEEE Trans.
  * Communications, 1984). Not thread-safe.
  */
private[reuse] final class JobHistory {
  import JobHistory._

  private val ring = new Array[JobRecord](capacity)
  private var started = 0L

  /** The number of all jobs that started. */
  def jobs: Long = started

  def add(record: JobRecord): Unit = {
    ring((started % capacity).toInt) = record
    started += 1
  }

  /** The job that started `back` jobs before the last one. */
  private def at(back: Int): JobRecord = ring(((started - 1 - back) % capacity).toInt)

  private def size: Int = math.min(started, capacity.toLong).toInt

  /** The latest job of this signature, if that has ended. */
  def latestEnded(signature: Long): Option[JobRecord] =
    (0 until size).iterator.map(at).find(_.signature == signature).filter(_.ended)

  def forecast(alive: Int => Boolean): Forecast = {
    val matches = candidates
    if (matches.isEmpty) Forecast.nothing
    else {
      val counts = new mutable.HashMap[Int, Array[Double]]
      val coveredJobs = matches.map { found =>
        val lookahead = new Lookahead(found, alive)
        lookahead.reads.foreach { case (rdd, Forecast.Reads(count, distance)) =>
          val sum = counts.getOrElseUpdate(rdd, new Array[Double](3))
          sum(0) += count
          if (count > 0) {
            sum(1) += distance
            sum(2) += 1
          }
        }
        lookahead.jobs
      }
      val reads = counts.map { case (rdd, sum) =>
        rdd -> Forecast.Reads(sum(0) / matches.size, if (sum(2) > 0) sum(1) / sum(2) else Double.PositiveInfinity)
      }
      Forecast(coveredJobs.sum.toDouble / matches.size, reads.toMap)
    }
  }

  /** The longest matches, the latest first. */
  private def candidates: Seq[Match] = {
    val found = new mutable.ArrayBuffer[Match]
    var longest = 1
    var period = 1
    while (period < size) {
      val length = matching(period)
      if (length > longest) {
        longest = length
        found.clear()
      }
      if (length == longest && found.size < maxMatches) found += Match(period, length)
      period += 1
    }
    found.headOption.filter(first => first.length >= first.period).map(Seq(_)).getOrElse(found.toSeq)
  }

  private def matching(period: Int): Int = {
    var length = 0
    while (length < horizon && length + period < size && at(length).signature == at(length + period).signature)
      length += 1
    length
  }

  /** The reads of the jobs that followed one match, carried over to the RDDs of the present. */
  private final class Lookahead(found: Match, alive: Int => Boolean) {
    import found.{length, period}

    val jobs: Int = math.min(math.max(length, period), horizon)

    /** For each RDD of the matching past the RDD that has its place now. */
    private val successor = new mutable.HashMap[Int, Int]
    for (back <- 0 until length) {
      val (past, present) = (at(back + period).touched, at(back).touched)
      for (place <- 0 until math.min(past.length, present.length) if !successor.contains(past(place)))
        successor.put(past(place), present(place))
    }
    private val current = successor.values.toSet

    val reads: mutable.Map[Int, Forecast.Reads] = new mutable.HashMap[Int, Forecast.Reads]
    current.foreach(rdd => if (alive(rdd)) reads.put(rdd, Forecast.Reads(0.0, Double.PositiveInfinity)))

    private var stages = 0
    private var steps = 0
    for (ahead <- 0 until jobs if steps < maxSteps) {
      val turns = ahead / period + 1
      at(period - 1 - ahead % period).stages.foreach { use =>
        stages += 1
        use.reads.foreach { past =>
          steps += 1
          present(past, turns).filter(alive).foreach { rdd =>
            val before = reads.getOrElse(rdd, Forecast.Reads(0.0, Double.PositiveInfinity))
            reads.put(rdd, Forecast.Reads(before.count + use.part, math.min(before.distance, stages.toDouble)))
          }
        }
      }
    }

    /** The RDD that has the place of a past RDD that many turns later; None if that RDD does not exist yet. */
    private def present(past: Int, turns: Int): Option[Int] = {
      var rdd = past
      var turn = 0
      while (turn < turns) {
        successor.get(rdd) match {
          case Some(same) if same == rdd => return Some(rdd)
          case Some(next) => rdd = next
          case None => return if (current.contains(rdd)) None else Some(rdd)
        }
        turn += 1
      }
      Some(rdd)
    }
  }
}

private[reuse] object JobHistory {

  /** The number of remembered jobs. */
  val capacity: Int = 256

  /** The longest context that is compared, and the longest forecast, in jobs. */
  val horizon: Int = 32

  private val maxMatches = 8

  /** The reads that one forecast follows, so that a job that reads thousands of RDDs does not block the listener. */
  private val maxSteps = 4096

  private final case class Match(period: Int, length: Int)
}
