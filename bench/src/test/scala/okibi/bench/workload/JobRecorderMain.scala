package okibi.bench.workload

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import scala.collection.mutable

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.scheduler._
import org.apache.spark.storage.{RDDBlockId, RDDInfo}

/** Records the events of the driver while one of [[Workloads]] runs with stock Spark, for the suites of `core` that
  * replay them. Arguments: the workload, and the file to write. Call sites become numbers: only their equality counts.
  */
object JobRecorderMain {
  private val partitions = 8
  private val unit = 0.6
  private val seed = 1L

  def main(args: Array[String]): Unit = {
    val Array(workload, file) = args
    val conf = new SparkConf()
      .setMaster("local[2]")
      .setAppName("recorder")
      .set("spark.ui.enabled", "false")
      .set("spark.log.level", "ERROR")
    val sc = new SparkContext(conf)
    val recorder = new Recorder
    sc.addSparkListener(recorder)
    try new Workloads(sc, partitions, unit, seed).all.toMap.apply(workload)()
    finally sc.stop() // After the listener has had all events.
    recorder.write(Paths.get(file))
  }

  private final class Recorder extends SparkListener {
    private val events = mutable.ArrayBuffer.empty[String]
    private val bytes = mutable.TreeMap.empty[(Int, Int), Long]
    private val names = mutable.Map.empty[String, Int]

    def write(file: Path): Unit = {
      val blocks = bytes.map { case ((rdd, partition), size) => s"block $rdd $partition $size" }
      Files.write(file, (blocks ++ events).mkString("", "\n", "\n").getBytes(UTF_8))
    }

    override def onJobStart(event: SparkListenerJobStart): Unit = {
      events += s"job ${event.jobId}"
      event.stageInfos.foreach { stage =>
        events += s"stage ${stage.stageId} ${number(stage.name)} ${stage.numTasks} ${list(stage.parentIds)}"
        stage.rddInfos.foreach { rdd =>
          val persisted = if (rdd.storageLevel.isValid) 1 else 0
          events += s"rdd ${rdd.id} ${number(role(rdd))} $persisted ${rdd.numPartitions} ${list(rdd.parentIds)}"
        }
      }
    }

    override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit =
      events += s"submit ${event.stageInfo.stageId}"
    override def onTaskEnd(event: SparkListenerTaskEnd): Unit =
      events += s"task ${event.stageId} ${event.taskInfo.index}"
    override def onStageCompleted(event: SparkListenerStageCompleted): Unit =
      events += s"complete ${event.stageInfo.stageId}"
    override def onJobEnd(event: SparkListenerJobEnd): Unit = events += s"end ${event.jobId}"
    override def onUnpersistRDD(event: SparkListenerUnpersistRDD): Unit = events += s"unpersist ${event.rddId}"

    override def onBlockUpdated(event: SparkListenerBlockUpdated): Unit = {
      val info = event.blockUpdatedInfo
      info.blockId match {
        case RDDBlockId(rdd, partition) if info.memSize > 0 => bytes((rdd, partition)) = info.memSize
        case _ =>
      }
    }

    private def role(rdd: RDDInfo): String = rdd.callSite + rdd.scope.map(_.name).mkString

    private def number(name: String): Int = names.getOrElseUpdate(name, names.size)

    private def list(ids: collection.Seq[Int]): String = if (ids.isEmpty) "-" else ids.mkString(",")
  }
}
