package okibi.spark.internal

import okibi.core.observe.SeriesCodec
import okibi.explain.event.{CountersLogged, Event, NodeLogged, Other}
import okibi.spark.observe.{OkibiCounters, OkibiNodeSeries}
import okibi.spark.ui.OkibiHistoryTab

import org.apache.spark.scheduler.SparkListenerEvent

/** What the History Server finds by the service file when the plugin's jar is on its class path. */
final class HistoryPages extends OkibiHistoryTab(OkibiEvents.read)

/** Events that Okibi writes into the log itself. */
private[spark] object OkibiEvents {
  val read: PartialFunction[SparkListenerEvent, Event] = {
    case node: OkibiNodeSeries =>
      SeriesCodec.decode(node.series).fold[Event](Other(node.getClass.getName))(NodeLogged(node.host, _))
    case counted: OkibiCounters => CountersLogged(counted.time, counted.counters)
  }
}
