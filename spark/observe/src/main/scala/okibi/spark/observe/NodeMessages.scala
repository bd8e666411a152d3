package okibi.spark.observe

import com.fasterxml.jackson.databind.annotation.JsonDeserialize
import org.apache.spark.scheduler.SparkListenerEvent

/** An executor reports the activity of its machine.
  *
  * @param series in the text form of [[okibi.core.observe.SeriesCodec]]; None if the executor only asks whether it is
  *               the reporter
  */
final case class NodeReport(executorId: String, host: String, series: Option[String])

/** @param wanted      whether this executor is the reporter of its machine
  * @param nextSeconds how many seconds later the executor reports again, or asks again whether it is the reporter
  */
final case class NodeAnswer(wanted: Boolean, nextSeconds: Int)

/** The activity of a machine, in the event log. A History Server that does not know this class ignores the event.
  *
  * @param series in the text form of [[okibi.core.observe.SeriesCodec]]
  */
final case class OkibiNodeSeries(host: String, series: String) extends SparkListenerEvent

/** Okibi's counters so far, over all executors, in the event log.
  *
  * @param time     milliseconds since the epoch
  * @param counters the counters that are not zero, by the names of docs/metrics.md
  */
final case class OkibiCounters(
    time: Long,
    // The value type of the map is erased. Without the annotation a History Server would read small values as Integer.
    @JsonDeserialize(contentAs = classOf[java.lang.Long]) counters: Map[String, Long]
) extends SparkListenerEvent
