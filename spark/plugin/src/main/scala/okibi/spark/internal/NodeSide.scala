package okibi.spark.internal

import java.io.File
import java.util

import okibi.core.conf.ObserveConf
import okibi.core.machine.{BlockDevice, ProcStat}
import okibi.core.observe.NodeMeter
import okibi.spark.observe.{CounterLog, LogBudget, NodeLog, NodeSampler, SeriesFile}

import org.apache.spark.SparkContext
import org.apache.spark.okibi.{LastEvents, ListenerBridge, LocalFiles}
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent, SparkListenerExecutorRemoved}

/** Writes the activity of machines and Okibi's counters to the event log of one application, and to a file if one is
  * configured.
  */
private[spark] final class NodeSide private (sc: SparkContext, file: Option[SeriesFile]) {
  private val budget = new LogBudget(
    sc.getConf.getBoolean("spark.eventLog.compress", defaultValue = !sc.version.startsWith("3."))
  )
  private val counters =
    new CounterLog(
      budget,
      () => ApplicationMetrics.totals,
      event => post(event, _.write(event)),
      () => System.currentTimeMillis
    )
  private val nodes =
    new NodeLog(budget, event => post(event, _.write(event)), () => System.nanoTime / 1000000, CounterLog.keptBytes)
  @volatile private var isLast = false

  private def listeners: Seq[SparkListener] = Seq(
    budget,
    counters,
    new SparkListener {
      override def onExecutorRemoved(event: SparkListenerExecutorRemoved): Unit =
        nodes.executorRemoved(event.executorId)
    }
  )

  private def post(event: SparkListenerEvent, write: SeriesFile => Unit): Unit = synchronized {
    if (isLast) LastEvents.post(sc, event) else ListenerBridge.post(sc, event)
    file.foreach(write)
  }

  private def end(): Unit = {
    isLast = true
    counters.end()
    nodes.end()
    file.foreach(_.close())
  }
}

/** Starts and ends the observation of machines, on the driver and on executors. */
private[spark] object NodeSide {

  /** The key by which the driver asks executors for the series of their machines. */
  private val wanted = "okibi.observe.nodes"

  /** The sampler of an executor in the driver's JVM. The driver's side asks it for the last seconds. */
  @volatile private var beside: Option[NodeSampler] = None

  /** The driver's side of the application that runs in this JVM. */
  @volatile private var driver: Option[NodeSide] = None

  /** Starts the driver's side. None if nothing is to be written. */
  def begin(sc: SparkContext): Option[NodeLog] = {
    val lookup = Runtimes.lookup(sc.getConf)
    val file = Some(ObserveConf.dir.read(lookup))
      .filter(_.nonEmpty)
      .map(new SeriesFile(_, () => s"${sc.applicationId}.okibi", sc.hadoopConfiguration))
    if (
      !ObserveConf.nodes
        .read(lookup) || file.isEmpty && !sc.getConf.getBoolean("spark.eventLog.enabled", defaultValue = false)
    ) None
    else {
      val side = new NodeSide(sc, file)
      side.listeners.foreach(ListenerBridge.addToOwnQueue(sc, _))
      driver = Some(side)
      Some(side.nodes)
    }
  }

  /** Settings that the plugin's driver side passes to executors. */
  def forExecutors(nodes: Option[NodeLog]): util.Map[String, String] = {
    val settings = new util.HashMap[String, String]
    nodes.foreach(_ => settings.put(wanted, "true"))
    settings
  }

  /** Starts the executor's side. None if the driver does not want it, or if there is no /proc. */
  def executor(executorId: String, settings: util.Map[String, String], ask: AnyRef => AnyRef): Option[NodeSampler] =
    if (settings.get(wanted) != "true" || ProcStat.read().isEmpty) None
    else {
      val directories = LocalFiles.directories.map(directory =>
        configured(directory).getPath -> BlockDevice.of(existing(directory).toPath)
      )
      val sampler =
        new NodeSampler(executorId, () => LocalFiles.host, new NodeMeter(ProcStat.processors, directories), ask)
      if (Runtimes.isBesideDriver(executorId)) beside = Some(sampler)
      sampler.start()
      Some(sampler)
    }

  /** Ends the driver's side when the plugin is shut down. A listener that hears of the application's end may be too
    * late to post anything (SparkContext.stop).
    */
  def end(): Unit = {
    beside.foreach(_.report())
    driver.foreach(_.end())
    beside = None
    driver = None
  }

  /** The folder as `spark.local.dir` names it, without the folder that Spark makes there for each executor. */
  private def configured(directory: File): File =
    Option(directory.getParentFile).filter(_ => directory.getName.startsWith("blockmgr-")).getOrElse(directory)

  @annotation.tailrec
  private def existing(file: File): File =
    if (file.exists || file.getParentFile == null) file else existing(file.getParentFile)
}
