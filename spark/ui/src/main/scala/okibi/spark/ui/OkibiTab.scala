package okibi.spark.ui

import okibi.explain.event.Event

import org.apache.spark.{SPARK_VERSION, SparkContext}
import org.apache.spark.okibi.{ListenerBridge, TabBridge}
import org.apache.spark.scheduler.{SparkListenerEvent, SparkListenerLogStart}

import scala.xml.Node

/** The tab "Okibi" of a running application. */
object OkibiTab {
  val name = "okibi"
  val title = "Okibi: what limits this application"

  /** Does nothing where the application has no pages.
    *
    * @param other   events of other modules that are to be counted
    * @param counted totals of Okibi's own counters over all executors, by name
    */
  def attach(
      context: SparkContext,
      other: PartialFunction[SparkListenerEvent, Event],
      counted: () => Map[String, Long]
  ): Unit = if (context.getConf.getBoolean("spark.ui.enabled", defaultValue = true)) {
    val listener = new FactsListener(other)
    listener.onOtherEvent(SparkListenerLogStart(SPARK_VERSION))
    ListenerBridge.addToOwnQueue(
      context,
      listener,
      s"$name-tab"
    ) // Not that of the listener that foresees reads: a page may hold this one up.
    val page = new CachedPage(() => TabPage(listener.judged, counted()), System.nanoTime _)
    TabBridge.attach(context, name, title, () => page.now)
  }
}

/** A page that is made anew for whoever asks when the last one is two seconds old. */
private[ui] final class CachedPage(make: () => Seq[Node], nanos: () => Long) {
  private var page = Seq.empty[Node]
  private var made = Option.empty[Long]

  def now: Seq[Node] = synchronized {
    if (made.forall(nanos() - _ > CachedPage.ageNs)) {
      page = make()
      made = Some(nanos())
    }
    page
  }
}

private object CachedPage {
  val ageNs = 2000000000L
}
