package okibi.core.reuse

import scala.collection.mutable

/** What is foreseen after the running jobs.
  *
  * @param jobs  how many jobs ahead were looked at; at least 1
  * @param reads for every RDD that plays a part in what repeats: expected reads, 0 if it has had its last
  */
private[reuse] final case class Forecast(jobs: Double, reads: Map[Int, Forecast.Reads])

private[reuse] object Forecast {

  /** @param count    expected reads
    * @param distance stages to the first; positive infinity if none
    */
  final case class Reads(count: Double, distance: Double)

  val nothing: Forecast = Forecast(1.0, Map.empty)
}

/** The last jobs in the order of their start, and what they say about the next.
  *
  * The forecast is prediction by the longest matching context: find where the last jobs were seen before, in the same
  * order, and expect what followed then. RDDs are carried over by their place in jobs of equal signature, so that the
  * ranks of the last iteration get the future that those of the iteration before had. A match that covers a whole
  * period is a loop and is trusted alone; else the latest of equally long matches are averaged. Looks as many jobs
  * ahead as have matched so far, at least one period, at most [[JobHistory.horizon]]: a program that has repeated
  * itself k times is expected to do so k times more.
  *
  * Source: Cleary and Witten, Data compression using adaptive coding and partial string matching (IEEE Trans.
  * Communications, 1984). Not thread-safe.
  */
private[reuse] final class JobHistory {
  import JobHistory._

  private val ring = new Array[JobRecord](capacity)
  private var started = 0L

  /** Jobs ever started. */
  def jobs: Long = started

  def add(record: JobRecord): Unit = {
    ring((started % capacity).toInt) = record
    started += 1
  }

  /** The job started `back` jobs before the last one. */
  private def at(back: Int): JobRecord = ring(((started - 1 - back) % capacity).toInt)

  private def size: Int = math.min(started, capacity.toLong).toInt

  /** The latest job of this signature if it is over. */
  def latestEnded(signature: Long): Option[JobRecord] =
    (0 until size).iterator.map(at).find(_.signature == signature).filter(_.ended)

  def forecast(alive: Int => Boolean): Forecast = {
    val matches = candidates
    if (matches.isEmpty) Forecast.nothing
    else {
      val counts = new mutable.HashMap[Int, Array[Double]]
      val looks = matches.map { found =>
        val look = new Lookahead(found, alive)
        look.reads.foreach { case (rdd, Forecast.Reads(count, distance)) =>
          val sum = counts.getOrElseUpdate(rdd, new Array[Double](3))
          sum(0) += count
          if (count > 0) {
            sum(1) += distance
            sum(2) += 1
          }
        }
        look.jobs
      }
      val reads = counts.map { case (rdd, sum) =>
        rdd -> Forecast.Reads(sum(0) / matches.size, if (sum(2) > 0) sum(1) / sum(2) else Double.PositiveInfinity)
      }
      Forecast(looks.sum.toDouble / matches.size, reads.toMap)
    }
  }

  /** The longest matches, latest first. */
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

  /** Follows one match into the future. */
  private final class Lookahead(found: Match, alive: Int => Boolean) {
    import found.{length, period}

    val jobs: Int = math.min(math.max(length, period), horizon)

    /** RDDs of the matching past, each with the one that has its place now. */
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

    /** The RDD that will have the place of a past one that many turns later; none if it does not exist yet. */
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

  /** Jobs remembered. */
  val capacity: Int = 256

  /** Longest context compared and farthest look ahead, in jobs. */
  val horizon: Int = 32

  private val maxMatches = 8

  /** Reads followed in one look ahead, so that a job that reads thousands of RDDs does not hold up the listener. */
  private val maxSteps = 4096

  private final case class Match(period: Int, length: Int)
}
