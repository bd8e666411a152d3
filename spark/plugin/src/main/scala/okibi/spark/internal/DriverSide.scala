package okibi.spark.internal

import java.util
import java.util.Collections

import okibi.core.conf.{CacheConf, PruneConf, TableConf}
import okibi.core.docs.Declarations
import okibi.core.reuse.Foreknowledge
import okibi.spark.Okibi
import okibi.spark.cache.CacheSettings
import okibi.spark.index.{DriverIndex, IndexSettings}
import okibi.spark.observe.{PlanServer, ReuseListener, Wire}

import org.apache.spark.{SparkContext, SparkEnv}
import org.apache.spark.api.plugin.{DriverPlugin, PluginContext}
import org.apache.spark.okibi.ListenerBridge
import org.slf4j.LoggerFactory

/** The plugin on the driver: reads the configuration, foresees reads from the scheduler's events and answers executors. */
private[spark] final class DriverSide extends DriverPlugin {
  private val log = LoggerFactory.getLogger("okibi")
  private var context: SparkContext = _
  private var server: Option[PlanServer] = None

  /** Fails the start only for a value that a key does not allow: everything else steps aside. */
  override def init(sc: SparkContext, pluginContext: PluginContext): util.Map[String, String] = {
    context = sc
    val conf = pluginContext.conf()
    val lookup = Runtimes.lookup(conf)
    CacheSettings(lookup)
    IndexSettings(lookup)
    (TableConf.all ++ PruneConf.all).foreach(_.read(lookup))
    Declarations.unknownKeys(conf.getAll.map(_._1).toSeq).foreach { key =>
      log.warn(s"Okibi: there is no configuration key $key; `okibi conf` lists all")
    }
    if (CacheConf.enabled.read(lookup)) {
      Runtimes.optional("foresees nothing in this application")(foresee(sc))
      Runtimes.optional("leaves cached tables to Spark")(TableSide.install(conf))
    } else log.warn("Okibi steps aside (disabled): spark.okibi.enabled=false. Spark works as without Okibi.")
    Collections.emptyMap()
  }

  private def foresee(sc: SparkContext): Unit = {
    val foreknowledge = new Foreknowledge
    val answering = new PlanServer(foreknowledge)
    ListenerBridge.addToOwnQueue(sc, new ReuseListener(foreknowledge, answering), "okibi")
    server = Some(answering)
    Okibi.attach(sc, answering)
  }

  /** Called when the block manager is ready; in local mode the executor side was here before. */
  override def registerMetrics(appId: String, pluginContext: PluginContext): Unit = {
    val env = SparkEnv.get
    if (!context.isLocal) Runtimes.of(env).foreach { runtime =>
      Runtimes.optional("publishes no metrics on the driver")(MetricsRegistry.publish(pluginContext.metricRegistry(), runtime.counters))
    }
    if (server.nonEmpty) Runtimes.optional("publishes no metrics of indexes")(MetricsRegistry.publish(pluginContext.metricRegistry(), DriverIndex.of(context)))
  }

  override def receive(message: AnyRef): AnyRef = (message, server) match {
    case (bytes: Array[Byte], Some(answering)) => Wire.encode(answering.receive(Wire.decode(bytes)))
    case _ => null
  }

  override def shutdown(): Unit = {
    server.foreach(_ => log.info(Summary.line(Okibi.metrics)))
    Okibi.detach(context)
    DriverIndex.close(context)
    if (SparkEnv.get != null) Runtimes.close(SparkEnv.get)
  }
}
