package okibi.spark.observe

import com.fasterxml.jackson.databind.annotation.JsonDeserialize
import org.apache.spark.scheduler.SparkListenerEvent

/** An executor offers what its machine did.
  *
  * @param series in the text form of [[okibi.core.observe.SeriesCodec]]; none when it only asks whether it is wanted
  */
final case class NodeReport(executorId: String, host: String, series: Option[String])

/** @param wanted whether this executor is the one of its machine that reports */
final case class NodeAnswer(wanted: Boolean)

/** What a machine did, in the event log. A History Server that does not know this class passes it over.
  *
  * @param series in the text form of [[okibi.core.observe.SeriesCodec]]
  */
final case class OkibiNodeSeries(host: String, series: String) extends SparkListenerEvent

/** What Okibi counted so far, over all executors, in the event log.
  *
  * @param time     in milliseconds since the epoch
  * @param counters by the names of docs/metrics.md, those that are not zero
  */
final case class OkibiCounters(
    time: Long,
    // The type of a map's values is erased; without this a History Server would read small ones as Integer.
    @JsonDeserialize(contentAs = classOf[java.lang.Long]) counters: Map[String, Long]
) extends SparkListenerEvent
