package okibi.spark.ui

import okibi.explain.event.Event
import okibi.explain.facts.AppFacts

import org.apache.spark.{SPARK_VERSION, SparkContext}
import org.apache.spark.okibi.{DeferredListener, ListenerBridge, TabBridge}
import org.apache.spark.scheduler.{SparkListenerEvent, SparkListenerLogStart}

import scala.xml.Node

/** The tab "Okibi" of a running application. */
object OkibiTab {
  val name = "okibi"
  val title = "Okibi: what limits this application"

  /** Events before facts are collected from them, if no page is asked for. An event of a task takes some kB. */
  private val mostWaiting = 500

  /** Attaches the tab. Does nothing if the application has no pages.
    *
    * @param other   translates events of other modules that are to be counted
    * @param counted returns the totals of Okibi's own counters over all executors, by name
    * @return the facts of all events so far; none if the application has no pages
    */
  def attach(
      context: SparkContext,
      other: PartialFunction[SparkListenerEvent, Event],
      counted: () => Map[String, Long]
  ): Option[() => AppFacts] = if (context.getConf.getBoolean("spark.ui.enabled", defaultValue = true)) {
    val facts = new DeferredListener(mostWaiting)({
      val listener = new FactsListener(other)
      listener.onOtherEvent(SparkListenerLogStart(SPARK_VERSION))
      listener
    })
    ListenerBridge.addToOwnQueue(context, facts)
    val page = new CachedPage(() => TabPage(facts.get.judgement, counted()), System.nanoTime _)
    TabBridge.attach(context, name, title, () => page.now)
    Some(() => facts.get.facts)
  } else None
}

/** A page that is made again when it is requested and is more than two seconds old. Thread-safe.
  *
  * @param nowNs reads a clock that does not go back
  */
private[ui] final class CachedPage(make: () => Seq[Node], nowNs: () => Long) {
  private var page = Seq.empty[Node]
  private var madeNs = Option.empty[Long]

  def now: Seq[Node] = synchronized {
    if (madeNs.forall(nowNs() - _ > CachedPage.mostAgeNs)) {
      page = make()
      madeNs = Some(nowNs())
    }
    page
  }
}

private object CachedPage {
  val mostAgeNs = 2000000000L
}
