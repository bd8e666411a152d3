package okibi.spark.internal

import java.util

import okibi.spark.cache.CacheRuntime
import okibi.spark.observe.{NodeSampler, PlanClient, WireFormat}

import org.apache.spark.{SparkEnv, TaskContext}
import org.apache.spark.api.plugin.{ExecutorPlugin, PluginContext}

/** The plugin on an executor: the cache in its block store, and the channel to the driver's foreknowledge. Programs
  * that embed an executor may have one without an environment, and so without a block store; there the plugin does
  * nothing.
  */
private[spark] final class ExecutorSide extends ExecutorPlugin {
  private var env: Option[SparkEnv] = None
  @volatile private var asking: Option[(CacheRuntime, PlanClient)] = None
  private var sampler: Option[NodeSampler] = None

  override def init(context: PluginContext, extraConf: util.Map[String, String]): Unit = {
    env = Option(SparkEnv.get)
    env.foreach(begin(context, extraConf, _))
  }

  private def begin(context: PluginContext, extraConf: util.Map[String, String], env: SparkEnv): Unit = {
    Runtimes.of(env).foreach { runtime =>
      Runtimes.optional("publishes no metrics on this executor")(
        MetricsRegistry.publish(context.metricRegistry(), runtime.counters)
      )
      Runtimes.optional("foresees nothing on this executor") {
        val client = planClient(context, runtime)
        client.start()
        asking = Some((runtime, client))
      }
    }
    Runtimes.optional("does not report the activity of this machine") {
      sampler = NodeSide.executor(context.executorID(), extraConf, ask(context, _))
    }
  }

  private def planClient(context: PluginContext, runtime: CacheRuntime): PlanClient =
    new PlanClient(context.executorID(), runtime.reuse, () => Runtimes.counted, ask(context, _))

  private def ask(context: PluginContext, message: AnyRef): AnyRef = context.ask(WireFormat.encode(message)) match {
    case reply: Array[Byte] => WireFormat.decode(reply)
    case _ => null
  }

  /** As long as everything fits, no decision needs a plan, and the executor does not ask the driver. */
  override def onTaskStart(): Unit = asking.foreach { case (runtime, client) =>
    if (runtime.contended) client.noticeStage(TaskContext.get().stageId())
  }

  override def shutdown(): Unit = {
    asking.foreach { case (_, client) => client.stop() }
    sampler.foreach(_.stop())
    env.filterNot(env => Runtimes.isBesideDriver(env.executorId)).foreach(Runtimes.close)
  }
}
