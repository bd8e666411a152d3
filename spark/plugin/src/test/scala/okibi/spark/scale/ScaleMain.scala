package okibi.spark.scale

import java.nio.file.{Files, Path, Paths}

import scala.util.Random

import okibi.spark.kit.FileTree

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.okibi.SimulatedClusterManager
import org.apache.spark.sql.SparkSession

/** `dev/scale`: a real driver with simulated executors. Fills cached RDDs and tables, runs jobs on parts of them, and
  * loses executors meanwhile. Writes what each step cost the driver.
  */
object ScaleMain {

  /** @param args `okibi` or `stock`; executors; partitions of all that is cached; RDDs and tables; jobs; where figures go
    */
  def main(args: Array[String]): Unit = {
    val plugin = args(0) == "okibi"
    val Seq(executors, partitions, cached, jobs) = args.toSeq.slice(1, 5).map(_.toInt)
    val folder = Files.createTempDirectory("scale")
    val conf = settings(folder)
    if (plugin) conf.set("spark.plugins", "okibi.spark.OkibiPlugin")
    val costs = new DriverCosts(Paths.get(s"${args(5)}.jfr"))
    val context = new SparkContext(conf)
    context.setLogLevel("ERROR")
    var child: Option[ExecutorsJvm] = None
    try {
      val session = SparkSession.builder().getOrCreate()
      val simulated = new ExecutorsJvm(context, executors, folder)
      child = Some(simulated)
      costs.step("start")
      simulated.awaitRegistered()
      costs.step(s"register $executors executors")
      val scale = new ScaleJobs(session, partitions, cached, plugin)
      scale.fill()
      costs.step(s"fill $cached RDDs and tables of $partitions partitions")
      costs.value("plan a query of one key, ms", scale.planMs())
      costs.step("plan a query")
      val random = new Random(1)
      (1 to jobs).foreach { job =>
        scale.readPart(random)
        ProgressLine.show("jobs", job, jobs)
        if (job % math.max(1, jobs / 10) == 0) simulated.replace(executors / 100)
      }
      costs.step(s"$jobs jobs on parts, a tenth of the executors replaced")
      Thread.sleep(30000)
      costs.step("30 s of rest")
      costs.threads()
    } finally {
      child.foreach(_.end())
      context.stop()
    }
    costs.write(Paths.get(args(5)))
    FileTree.delete(folder)
  }

  private def settings(folder: Path): SparkConf = new SparkConf(false)
    .setMaster(SimulatedClusterManager.master)
    .setAppName("scale")
    .set("spark.driver.host", "127.0.0.1")
    .set("spark.driver.bindAddress", "127.0.0.1")
    .set("spark.ui.port", "0")
    .set("spark.local.dir", folder.toString)
    .set("spark.sql.warehouse.dir", folder.resolve("warehouse").toString)
    .set("spark.eventLog.enabled", "true")
    .set("spark.eventLog.dir", Files.createDirectories(folder.resolve("logs")).toUri.toString)
    .set("spark.driver.maxResultSize", "4g")
    // Bytes that pass through system calls of their own kind are counted by the kernel.
    .set("spark.rpc.io.mode", "NIO")
    .set("spark.sql.shuffle.partitions", "4")
}
