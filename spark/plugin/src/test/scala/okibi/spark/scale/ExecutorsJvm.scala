package okibi.spark.scale

import java.io.PrintStream
import java.nio.file.{Path, Paths}

import scala.io.Source
import scala.jdk.CollectionConverters._

import org.apache.spark.SparkContext

/** The child JVM with the simulated executors. Its errors go where those of this JVM go. */
final class ExecutorsJvm(context: SparkContext, executors: Int, folder: Path) {
  private val process: Process = {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val conf = context.getConf
    val opens = System.getProperty("okibi.jvm.opens").split(' ').toSeq
    val command = Seq(java, "-Xmx7g", "-XX:+UseParallelGC", s"-Djava.io.tmpdir=$folder") ++ opens ++ Seq(
      "-cp",
      System.getProperty("java.class.path"),
      ExecutorsMain.getClass.getName.stripSuffix("$"),
      conf.get("spark.driver.host"),
      conf.get("spark.driver.port"),
      executors.toString,
      ExecutorsJvm.perHost.toString
    )
    new ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.INHERIT).start()
  }
  private val said = Source.fromInputStream(process.getInputStream).getLines()
  private val orders = new PrintStream(process.getOutputStream, true)

  def awaitRegistered(): Unit = await("registered")

  /** Executors are lost, others come. */
  def replace(count: Int): Unit = {
    orders.println(count)
    await(s"replaced $count")
  }

  def end(): Unit = {
    orders.close()
    process.destroy()
    process.waitFor()
    ()
  }

  private def await(line: String): Unit =
    if (!said.contains(line)) throw new IllegalStateException(s"The JVM of the executors ended before it said: $line")
}

private object ExecutorsJvm {

  /** Executors of a machine. */
  val perHost = 4
}
