package okibi.spark.faults

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import scala.util.Random

import okibi.spark.cluster.{SubmittedApplication, TestCluster}
import okibi.spark.kit.{BlockFiles, FileTree}

/** What happens to a cluster of three workers while [[FaultJob]] runs.
  *
  * @param name       in the table of `dev/faults`
  * @param times      how often it happens
  * @param settings   of the application
  * @param args       further arguments of the job
  * @param diskMb     the size of the executors' disk, if it is small
  * @param endsDriver whether the application is over when it has happened, so that each time needs a new one
  * @param happens    one time; ends when the cluster may be whole again
  */
final case class Fault(
    name: String,
    times: Int,
    settings: Map[String, String] = Map.empty,
    args: Seq[String] = Nil,
    diskMb: Option[Int] = None,
    endsDriver: Boolean = false
)(val happens: Scene => Unit)

/** A running application on its cluster. */
final class Scene(val cluster: TestCluster, val app: SubmittedApplication, val random: Random) {

  /** One of the executors, if one is running. */
  def executor(): Option[ProcessHandle] = {
    val running = cluster.executors
    if (running.isEmpty) None else Some(running(random.nextInt(running.size)))
  }

  def signal(process: ProcessHandle, name: String): Unit = run("kill", s"-$name", process.pid.toString)

  def run(command: String*): Unit = {
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start()
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly()
      throw new IllegalStateException(s"${command.mkString(" ")}: no end within 60 s")
    }
  }

  /** For some seconds, calls of the system by a process fail or take long.
    *
    * @param what as strace's option `inject` has it
    */
  def inject(process: ProcessHandle, what: String): Unit = {
    val calls = what.takeWhile(_ != ':')
    val command = Seq("strace", "-f", "-qq", "-o", "/dev/null", "-p", process.pid.toString)
    val strace = new ProcessBuilder(command ++ Seq("-e", s"trace=$calls", "-e", s"inject=$what"): _*)
      .redirectErrorStream(true)
      .redirectOutput(Redirect.DISCARD)
      .start()
    pause(1500, 3000)
    strace.destroy()
    if (!strace.waitFor(60, TimeUnit.SECONDS)) throw new IllegalStateException(s"strace of $what: no end within 60 s")
  }

  def pause(leastMs: Int, mostMs: Int): Unit = Thread.sleep(leastMs + random.nextInt(mostMs - leastMs + 1).toLong)

  /** Ends two connections of a process, as a network does that fails. */
  def cutConnections(process: ProcessHandle): Unit = run(
    "bash",
    "-c",
    s"ss -tnpH state established | grep 'pid=${process.pid},' | awk '{ print $$3 }' | sed 's/.*://' | shuf -n 2 |" +
      " while read -r port; do ss -K sport = :$port; done"
  )

  /** Overwrites a few bytes of a file. The file may vanish. */
  def damage(file: Path): Unit =
    try {
      BlockFiles.change(file) { bytes =>
        if (bytes.length > 64) {
          bytes.seek((random.nextDouble() * (bytes.length - 16)).toLong)
          bytes.write(Array.fill[Byte](16)(random.nextInt(256).toByte))
        }
      }
    } catch { case _: IOException => () }

  /** A random file or folder with such a name.
    *
    * @param below a part of the folder's path
    */
  def local(isWanted: String => Boolean, below: String = ""): Option[Path] = {
    val found = FileTree
      .below(cluster.local)
      .filter(path => isWanted(path.getFileName.toString) && path.getParent.toString.contains(below))
    if (found.isEmpty) None else Some(found(random.nextInt(found.size)))
  }
}

object Faults {
  private val decommission = Seq(
    "spark.decommission.enabled",
    "spark.storage.decommission.enabled",
    "spark.storage.decommission.rddBlocks.enabled",
    "spark.storage.decommission.shuffleBlocks.enabled"
  ).map(_ -> "true").toMap

  private val shortTimes = Map(
    "spark.network.timeout" -> "8s",
    "spark.network.timeoutInterval" -> "2s",
    "spark.executor.heartbeatInterval" -> "1s",
    "spark.storage.blockManagerHeartbeatTimeoutMs" -> "8000"
  )

  /** In the order of the table. */
  val all: Seq[Fault] = Seq(
    Fault("an executor is killed (-9)", times = 100) { scene =>
      scene.executor().foreach(_.destroyForcibly())
      scene.pause(1500, 4500)
    },
    Fault("the driver is killed (-9)", times = 10, endsDriver = true)(_.app.kill()),
    Fault("a worker is killed (-9), another comes", times = 8) { scene =>
      val alive = scene.cluster.workerProcesses.filter(_.isAlive)
      alive(scene.random.nextInt(alive.size)).destroyForcibly()
      scene.pause(500, 3000)
      scene.cluster.addWorker()
      scene.pause(6000, 10000)
    },
    Fault("an executor is decommissioned, its blocks move", times = 12, decommission) { scene =>
      scene.executor().foreach(scene.signal(_, "PWR"))
      scene.pause(5000, 9000)
    },
    Fault(
      "executors come and go (dynamic allocation)",
      times = 10,
      Map(
        "spark.dynamicAllocation.enabled" -> "true",
        "spark.dynamicAllocation.shuffleTracking.enabled" -> "true",
        "spark.dynamicAllocation.executorIdleTimeout" -> "1s",
        "spark.dynamicAllocation.cachedExecutorIdleTimeout" -> "1s",
        "spark.dynamicAllocation.shuffleTracking.timeout" -> "1s"
      )
    )(_.pause(4000, 6000)),
    Fault("shuffle files are deleted", times = 20) { scene =>
      scene.local(_.startsWith("shuffle_")).foreach(Files.deleteIfExists(_))
      scene.pause(1000, 3000)
    },
    Fault("files of cached blocks are deleted", times = 20) { scene =>
      scene.local(name => name.startsWith("rdd_") || name.contains("okibi")).foreach { path =>
        if (!Files.isDirectory(path)) Files.deleteIfExists(path)
      }
      scene.pause(1000, 3000)
    },
    Fault("bytes of cached blocks on disk are changed", times = 20) { scene =>
      scene.local(_.startsWith("rdd_")).filter(Files.isRegularFile(_)).foreach(scene.damage)
      scene.pause(1000, 3000)
    },
    Fault("the local folder of an executor is removed, then the executor ends", times = 8) { scene =>
      // Not the driver's, which Spark cannot do without.
      scene
        .local(_.startsWith("blockmgr-"), below = "executor-")
        .foreach(folder => scene.run("rm", "-rf", folder.toString))
      scene.pause(2000, 4000)
      scene.cluster.executors.foreach(_.destroyForcibly())
      scene.pause(5000, 8000)
    },
    Fault("the disk is full for seconds", times = 8, diskMb = Some(400)) { scene =>
      val filler = scene.cluster.local.resolve("filler")
      scene.run("dd", "if=/dev/zero", s"of=$filler", "bs=1M")
      scene.pause(1500, 3000)
      Files.deleteIfExists(filler)
      scene.pause(3000, 5000)
    },
    Fault("one read in ten of an executor fails for seconds, of files and of connections", times = 10) { scene =>
      scene.executor().foreach(scene.inject(_, "read,pread64:error=EIO:when=10+10"))
      scene.pause(3000, 5000)
    },
    Fault("each read and write of an executor takes 20 ms longer for seconds", times = 10) { scene =>
      scene.executor().foreach(scene.inject(_, "read,pread64,write,pwrite64,writev:delay_enter=20000"))
      scene.pause(1000, 3000)
    },
    Fault("one request in ten of an executor for memory is denied for seconds", times = 10) { scene =>
      scene.executor().foreach(scene.inject(_, "mmap:error=ENOMEM:when=10+10"))
      scene.pause(3000, 5000)
    },
    Fault("connections of an executor are cut", times = 20) { scene =>
      scene.executor().foreach(scene.cutConnections)
      scene.pause(1500, 4000)
    },
    Fault("an executor has no file descriptors left for seconds", times = 10) { scene =>
      scene.executor().foreach { victim =>
        val open = Option(new java.io.File(s"/proc/${victim.pid}/fd").list).fold(64)(_.length)
        scene.run("prlimit", "--pid", victim.pid.toString, s"--nofile=${open + 1}:")
        scene.pause(1500, 3000)
        scene.run("prlimit", "--pid", victim.pid.toString, "--nofile=4096:")
      }
      scene.pause(2000, 4000)
    },
    Fault("an executor's clock goes back or forth by up to two hours", times = 20, Clocks.settings) { scene =>
      scene.executor().foreach(Clocks.set(_, scene.random.nextInt(4 * 3600) - 2 * 3600L))
      scene.pause(1000, 3000)
    },
    Fault("an executor is cut off for longer than Spark waits", times = 5, shortTimes) { scene =>
      scene.executor().foreach { victim =>
        scene.signal(victim, "STOP")
        scene.pause(10000, 13000)
        scene.signal(victim, "CONT")
      }
      scene.pause(4000, 6000)
    },
    Fault(
      "an executor stands still for seconds, tasks are run twice (speculation)",
      times = 12,
      Map(
        "spark.speculation" -> "true",
        "spark.speculation.interval" -> "50ms",
        "spark.speculation.quantile" -> "0.5",
        "spark.speculation.minTaskRuntime" -> "50ms",
        "spark.speculation.multiplier" -> "1.2"
      )
    ) { scene =>
      scene.executor().foreach { victim =>
        scene.signal(victim, "STOP")
        scene.pause(1500, 3000)
        scene.signal(victim, "CONT")
      }
      scene.pause(500, 2000)
    },
    Fault("jobs are cancelled and their tasks interrupted", times = 12, args = Seq("cancel"))(_.pause(3000, 4000))
  )
}
