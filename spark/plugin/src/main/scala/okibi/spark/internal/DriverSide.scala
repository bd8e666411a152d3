package okibi.spark.internal

import java.util

import okibi.core.conf.{CacheConf, ObserveConf}
import okibi.core.docs.Declarations
import okibi.core.metric.CacheSummary
import okibi.core.reason.Reason
import okibi.core.reuse.Foreknowledge
import okibi.spark.index.DriverIndex
import okibi.spark.observe.{NodeLog, NodeReport, PlanServer, ReuseListener, WireFormat}
import okibi.spark.ui.OkibiTab

import org.apache.spark.{SparkConf, SparkContext, SparkEnv}
import org.apache.spark.api.plugin.{DriverPlugin, PluginContext}
import org.apache.spark.okibi.ListenerBridge
import org.slf4j.LoggerFactory

/** The plugin on the driver: reads the configuration, foresees reads from the scheduler's events and answers executors.
  */
private[spark] final class DriverSide extends DriverPlugin {
  private val log = LoggerFactory.getLogger("okibi")
  private var context: SparkContext = _
  private var server: Option[PlanServer] = None
  private var nodes: Option[NodeLog] = None

  /** Fails the start only for a value that a key does not allow. All other problems make Okibi step aside. */
  override def init(sc: SparkContext, pluginContext: PluginContext): util.Map[String, String] = {
    context = sc
    val conf = pluginContext.conf()
    val lookup = Runtimes.lookup(conf)
    checkKeys(conf)
    if (CacheConf.enabled.read(lookup)) {
      Runtimes.optional("foresees nothing in this application")(foresee(sc))
      Runtimes.optional("leaves cached tables to Spark")(TableSide.install(conf, sc.isLocal))
      Runtimes.optional("does not write the activity of machines to the event log") { nodes = NodeSide.begin(sc) }
    } else
      log.warn(s"Okibi steps aside (${Reason.Disabled.code}): ${Reason.Disabled.doc} Spark works as without Okibi.")
    if (ObserveConf.tab.read(lookup))
      Runtimes.optional("has no tab in Spark's pages")(
        OkibiTab
          .attach(sc, OkibiEvents.read, () => ApplicationMetrics.totals)
          .foreach(MemoryAdviser.collecting.attach(sc, _))
      )
    NodeSide.forExecutors(nodes)
  }

  /** Does not load the declarations of keys of which none is set. */
  private def checkKeys(conf: SparkConf): Unit = {
    val keys = conf.getAll.map(_._1).filter(_.startsWith(Declarations.prefix)).toSeq
    if (keys.nonEmpty) {
      Declarations.check(Runtimes.lookup(conf))
      Declarations.unknownKeys(keys).foreach { key =>
        log.warn(s"Okibi: there is no configuration key $key; `okibi conf` lists all keys")
      }
    }
  }

  private def foresee(sc: SparkContext): Unit = {
    val foreknowledge = new Foreknowledge
    val answering = new PlanServer(foreknowledge)
    ListenerBridge.addToOwnQueue(sc, new ReuseListener(foreknowledge, answering))
    server = Some(answering)
    ApplicationMetrics.serving.attach(sc, answering)
  }

  /** Called when the block manager is ready. In local mode the executor side has been initialized before. */
  override def registerMetrics(appId: String, pluginContext: PluginContext): Unit = {
    if (!context.isLocal) Option(SparkEnv.get).flatMap(Runtimes.of).foreach { runtime =>
      Runtimes.optional("publishes no metrics on the driver")(
        MetricsRegistry.publish(pluginContext.metricRegistry(), runtime.counters)
      )
    }
    if (server.nonEmpty)
      Runtimes.optional("publishes no metrics of indexes")(
        MetricsRegistry.publish(pluginContext.metricRegistry(), DriverIndex.of(context))
      )
  }

  override def receive(message: AnyRef): AnyRef = message match {
    case bytes: Array[Byte] => WireFormat.encode(answer(WireFormat.decode(bytes)))
    case _ => null
  }

  private def answer(message: AnyRef): AnyRef = message match {
    case report: NodeReport => nodes.map(_.receive(report)).orNull
    case other => server.map(_.receive(other)).orNull
  }

  override def shutdown(): Unit = {
    server.foreach(_ => log.info("Okibi: " + CacheSummary(ApplicationMetrics.totals)))
    NodeSide.end()
    ApplicationMetrics.serving.detach(context)
    MemoryAdviser.collecting.detach(context)
    DriverIndex.close(context)
    Option(SparkEnv.get).foreach(Runtimes.close)
  }
}
