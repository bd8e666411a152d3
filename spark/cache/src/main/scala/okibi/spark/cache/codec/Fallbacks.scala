package okibi.spark.cache.codec

import java.util.concurrent.ConcurrentHashMap

import org.slf4j.LoggerFactory

import okibi.core.metric.{CacheMetrics, Counters}

/** RDDs whose records Spark's own serializer writes. Each is counted and logged once. Thread-safe. */
private[codec] final class Fallbacks(counters: Counters) {
  private val rdds = ConcurrentHashMap.newKeySet[Integer]()

  def contains(rdd: Int): Boolean = !rdds.isEmpty && rdds.contains(rdd)

  def add(rdd: Int, cause: Throwable): Unit =
    if (rdds.add(rdd)) {
      counters.increment(CacheMetrics.fallbacks)
      Fallbacks.log.warn(
        s"RDD $rdd: Spark's own serializer writes its cached blocks from now on, because ${Fallbacks.root(cause)}. " +
          "Results are right, but caching the RDD is slower than it could be."
      )
    }

  def forget(rdd: Int): Unit = {
    rdds.remove(rdd)
    ()
  }
}

private[codec] object Fallbacks {
  private val log = LoggerFactory.getLogger(classOf[BlockCodec])

  private def root(cause: Throwable): String = {
    val deepest = Iterator.iterate(cause)(_.getCause).take(20).takeWhile(_ ne null).toSeq.last
    deepest match {
      case refusal @ (_: RefusedException | _: TooLargeException | _: UnreadableException) => refusal.getMessage
      case _: StackOverflowError => "a record is nested too deeply"
      case other => s"Fory cannot write a record ($other)"
    }
  }
}
