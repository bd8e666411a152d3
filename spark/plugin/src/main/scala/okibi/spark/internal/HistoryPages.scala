package okibi.spark.internal

import okibi.core.observe.SeriesCodec
import okibi.explain.event.{CountersLogged, Event, NodeLogged, OtherEvent}
import okibi.spark.observe.{OkibiCounters, OkibiNodeSeries}
import okibi.spark.ui.OkibiHistoryTab

import org.apache.spark.scheduler.SparkListenerEvent

/** The class that the History Server finds by the service file if the plugin's jar is on its class path. */
final class HistoryPages extends OkibiHistoryTab(OkibiEvents.read)

/** Events that Okibi itself writes to the log. */
private[spark] object OkibiEvents {
  val read: PartialFunction[SparkListenerEvent, Event] = {
    case node: OkibiNodeSeries =>
      SeriesCodec.decode(node.series).fold[Event](OtherEvent(node.getClass.getName))(NodeLogged(node.host, _))
    case counted: OkibiCounters => CountersLogged(counted.time, counted.counters)
  }
}
