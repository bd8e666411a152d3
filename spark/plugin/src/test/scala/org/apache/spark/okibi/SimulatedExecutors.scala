package org.apache.spark.okibi

import java.nio.ByteBuffer
import java.util.Collections
import java.util.concurrent.{ConcurrentHashMap, Executors, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger

import scala.collection.mutable
import scala.concurrent.Future
import scala.reflect.ClassTag
import scala.util.control.NonFatal

import org.apache.logging.log4j.Level
import org.apache.spark.{
  ExceptionFailure,
  Heartbeat,
  HeartbeatReceiver,
  HeartbeatResponse,
  SecurityManager,
  SparkConf,
  SparkEnv,
  TaskState
}
import org.apache.spark.executor.{Executor, ExecutorMetrics}
import org.apache.spark.internal.plugin.{PluginContainer, PluginMessage}
import org.apache.spark.memory.TaskMemoryManager
import org.apache.spark.metrics.ExecutorMetricType
import org.apache.spark.resource.{ResourceInformation, ResourceProfile}
import org.apache.spark.rpc.{RpcAddress, RpcCallContext, RpcEndpointRef, RpcEnv, RpcTimeout, ThreadSafeRpcEndpoint}
import org.apache.spark.scheduler.{DirectTaskResult, ExecutorProcessLost, Task, TaskDescription}
import org.apache.spark.scheduler.cluster.CoarseGrainedClusterMessages._
import org.apache.spark.serializer.SerializerHelper
import org.apache.spark.storage.{BlockId, BlockManagerId, BlockManagerMaster}
import org.apache.spark.storage.BlockManagerMessages.{RemoveExecutor => _, _}
import org.apache.spark.util.{RpcUtils, Utils}

/** Thousands of executors in one JVM. The driver gets from each what it gets from a real one: its registration and that
  * of its block manager, heartbeats, states and results of tasks, reports of blocks, messages of the plugin. One real
  * environment runs the tasks of all of them, one task at a time, and keeps their blocks; blocks are reported as those of
  * the executor to which the driver gave the task.
  *
  * @param perHost    executors of a machine
  * @param pluginName class of the plugin that gets the messages
  * @param messages   what an executor tells the plugin's driver in ten seconds, by the executor's id, its host, whether it
  *                   is the first one of its host, and how many times ten seconds have gone by
  */
final class SimulatedExecutors(
    driverHost: String,
    driverPort: Int,
    perHost: Int,
    pluginName: String,
    messages: (String, String, Boolean, Int) => Seq[Array[Byte]]
) {
  private val driver = RpcAddress(driverHost, driverPort)
  private val (env, appId) = SimulatedExecutors.environment(driver)
  private val ref = env.rpcEnv.setupEndpointRef(driver, "CoarseGrainedScheduler")
  private val blocks = env.rpcEnv.setupEndpointRef(driver, BlockManagerMaster.DRIVER_ENDPOINT_NAME)
  private val heartbeats = env.rpcEnv.setupEndpointRef(driver, HeartbeatReceiver.ENDPOINT_NAME)
  private val current = new ThreadLocal[BlockManagerId]
  private val held = new ConcurrentHashMap[BlockManagerId, java.util.Set[BlockId]]
  private val alive = new java.util.concurrent.ConcurrentLinkedDeque[Simulated]
  private val last = new AtomicInteger
  private val worker = Executors.newSingleThreadExecutor()
  private val timer = Executors.newSingleThreadScheduledExecutor()

  env.blockManager.initialize(appId)
  private val plugins = PluginContainer(env, Collections.emptyMap[String, ResourceInformation])
  private val pluginEndpoint =
    if (plugins.isEmpty) None
    else Some(RpcUtils.makeDriverRef("org.apache.spark.internal.plugin.PluginEndpoint", env.conf, env.rpcEnv))
  env.blockManager.master.driverEndpoint = new Relabelled(env.blockManager.master.driverEndpoint)
  private val storage = env.rpcEnv.setupEndpoint("SimulatedStorage", new Storage(env.rpcEnv))
  timer.scheduleAtFixedRate(() => beat(), 100, 100, TimeUnit.MILLISECONDS)

  /** Registers executors with the driver. Returns when the driver knows them. */
  def add(count: Int): Unit = (1 to count).foreach { _ =>
    val number = last.getAndIncrement()
    val id = BlockManagerId(number.toString, s"host-${number / perHost}", 10000 + number % perHost)
    val executor = new Simulated(env.rpcEnv, id, number % perHost == 0)
    val self = env.rpcEnv.setupEndpoint(s"Simulated-$number", executor)
    held.put(id, ConcurrentHashMap.newKeySet[BlockId]())
    ref.askSync[Boolean](
      RegisterExecutor(
        id.executorId,
        self,
        id.host,
        1,
        Map.empty,
        Map.empty,
        Map.empty,
        ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID
      )
    )
    blocks.askSync[BlockManagerId](
      RegisterBlockManager(id, Array("/nowhere"), 1L << 30, 0L, storage, isReRegister = false)
    )
    ref.send(LaunchedExecutor(id.executorId))
    alive.add(executor)
  }

  /** Ends the eldest executors without a word, with their blocks, as a lost machine does; others come instead. */
  def replace(count: Int): Unit = (1 to count).foreach { _ =>
    val gone = alive.poll()
    val lost = held.remove(gone.id)
    lost.forEach(block => env.blockManager.removeBlock(block, tellMaster = false))
    ref.send(RemoveExecutor(gone.id.executorId, ExecutorProcessLost("simulated")))
    gone.isLost = true
    add(1)
  }

  private var turn, rounds = 0

  /** A hundredth of the executors each tenth of a second: each one every ten seconds, as executors do. */
  private def beat(): Unit =
    try {
      turn = (turn + 1) % 100
      if (turn == 0) rounds += 1
      alive.forEach { executor =>
        if (executor.turnOfBeat == turn) {
          val metrics = mutable.Map((0, 0) -> new ExecutorMetrics(new Array[Long](ExecutorMetricType.numMetrics)))
          heartbeats.ask[HeartbeatResponse](Heartbeat(executor.id.executorId, Array.empty, executor.id, metrics))
          pluginEndpoint.foreach { endpoint =>
            messages(executor.id.executorId, executor.id.host, executor.isFirst, rounds)
              .foreach(bytes => endpoint.ask[AnyRef](PluginMessage(pluginName, bytes)))
          }
        }
      }
    } catch { case NonFatal(e) => e.printStackTrace() }

  private final class Simulated(override val rpcEnv: RpcEnv, val id: BlockManagerId, val isFirst: Boolean)
      extends ThreadSafeRpcEndpoint {
    @volatile var isLost = false

    val turnOfBeat: Int = id.executorId.toInt % 100

    override def receive: PartialFunction[Any, Unit] = {
      case LaunchTask(data) if !isLost => worker.execute(() => run(id, TaskDescription.decode(data.value)))
      case _ => ()
    }

    override def onDisconnected(remote: RpcAddress): Unit = if (remote == driver) System.exit(0)
  }

  /** Blocks of an RDD go with the real environment's; the driver asks every executor to remove them. */
  private final class Storage(override val rpcEnv: RpcEnv) extends ThreadSafeRpcEndpoint {
    override def receiveAndReply(context: RpcCallContext): PartialFunction[Any, Unit] = {
      case RemoveRdd(_) => context.reply(0)
      case RemoveBroadcast(_, _) => context.reply(0)
      case RemoveShuffle(_) => context.reply(true)
      case RemoveBlock(block) =>
        env.blockManager.removeBlock(block, tellMaster = false)
        context.reply(true)
    }
  }

  private def run(id: BlockManagerId, description: TaskDescription): Unit = {
    val serializer = env.closureSerializer.newInstance()
    val memory = new TaskMemoryManager(env.memoryManager, description.taskId)
    current.set(id)
    def report(state: TaskState.Value, data: ByteBuffer): Unit =
      ref.send(StatusUpdate(id.executorId, description.taskId, state, data, description.cpus, description.resources))
    try {
      Executor.taskDeserializationProps.set(description.properties)
      val task = serializer.deserialize[Task[Any]](description.serializedTask, getClass.getClassLoader)
      task.localProperties = description.properties
      task.setTaskMemoryManager(memory)
      report(TaskState.RUNNING, ByteBuffer.allocate(0))
      val value = task.run(
        description.taskId,
        description.attemptNumber,
        env.metricsSystem,
        description.cpus,
        Map.empty[String, ResourceInformation],
        plugins
      )
      val bytes = SerializerHelper.serializeToChunkedBuffer(env.serializer.newInstance(), value)
      val updates = task.collectAccumulatorUpdates()
      report(
        TaskState.FINISHED,
        serializer.serialize(new DirectTaskResult[Any](bytes, updates, new Array[Long](ExecutorMetricType.numMetrics)))
      )
    } catch {
      case NonFatal(e) =>
        e.printStackTrace()
        report(TaskState.FAILED, serializer.serialize(new ExceptionFailure(e, Nil)))
    } finally {
      current.remove()
      env.blockManager.releaseAllLocksForTask(description.taskId)
      memory.cleanUpAllAllocatedMemory()
    }
  }

  /** The driver's block master, to which a task's blocks are those of the task's executor. */
  private final class Relabelled(master: RpcEndpointRef) extends RpcEndpointRef(env.conf) {
    override def address: RpcAddress = master.address
    override def name: String = master.name
    override def send(message: Any): Unit = master.send(message)

    override def ask[T: ClassTag](message: Any, timeout: RpcTimeout): Future[T] = message match {
      case UpdateBlockInfo(_, block, level, memory, disk) if current.get != null =>
        val id = current.get
        val blocks = held.get(id)
        if (blocks != null && block.isRDD) { if (level.isValid) blocks.add(block) else blocks.remove(block) }
        master.ask[T](UpdateBlockInfo(id, block, level, memory, disk), timeout)
      case other => master.ask[T](other, timeout)
    }
  }
}

object SimulatedExecutors {

  /** A real executor's environment, and the application's id. */
  private def environment(driver: RpcAddress): (SparkEnv, String) = {
    val conf = new SparkConf(false)
    val bootstrap =
      RpcEnv.create("fetcher", "127.0.0.1", "127.0.0.1", -1, conf, new SecurityManager(conf), 1, clientMode = true)
    val application =
      bootstrap.setupEndpointRef(driver, "CoarseGrainedScheduler").askSync[SparkAppConfig](RetrieveSparkAppConfig(0))
    bootstrap.shutdown()
    application.sparkProperties.foreach { case (key, value) => conf.set(key, value) }
    // Spark says each block and each task otherwise.
    Utils.setLogLevel(Level.ERROR)
    (SparkEnv.createExecutorEnv(conf, "simulated", "127.0.0.1", "127.0.0.1", 1, None, isLocal = false), conf.getAppId)
  }
}
