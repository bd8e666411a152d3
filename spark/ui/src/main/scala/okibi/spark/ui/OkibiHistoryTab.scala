package okibi.spark.ui

import okibi.explain.event.Event
import okibi.spark.shims.SparkBuild

import org.apache.spark.okibi.HistoryTab
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}

import scala.xml.Node

/** The tab "Okibi" of the History Server.
  *
  * @param other translates events of other modules that are to be counted
  */
abstract class OkibiHistoryTab(other: PartialFunction[SparkListenerEvent, Event])
    extends HistoryTab(OkibiTab.name, OkibiTab.title) {

  /** Not shown on a Spark for which this jar was not built. */
  override protected def isShown: Boolean = SparkBuild.isOurs

  override protected def reader(): (SparkListener, () => Seq[Node]) = {
    val listener = new FactsListener(other)
    (
      listener,
      () => {
        val judgement = listener.judgement
        TabPage(judgement, judgement.facts.observed.counters.lastOption.fold(Map.empty[String, Long])(_.totals))
      }
    )
  }
}
