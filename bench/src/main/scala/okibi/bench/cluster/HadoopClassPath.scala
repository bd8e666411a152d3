package okibi.bench.cluster

import java.io.File
import java.nio.file.{Path, Paths}

import okibi.bench.runner.{JavaCommand, Launcher}
import okibi.core.machine.MachineSample
import okibi.mapreduce.PrefixSortCollector

/** What runs with Hadoop as it is distributed, rather than with the Hadoop inside Spark.
  *
  * @param hadoop Hadoop's own class path
  */
final case class HadoopClassPath(hadoop: String) {

  /** Of YARN's servers, of MapReduce's tasks and of the children that submit jobs. */
  def all: String = (hadoop +: HadoopClassPath.own.map(_.toString)).mkString(File.pathSeparator)
}

object HadoopClassPath {

  /** @throws okibi.bench.runner.UsageException when it cannot be built */
  def of(root: Path): HadoopClassPath = HadoopClassPath(Launcher.hadoop(root))

  /** Jars and class folders that tasks and children need of ours: the collector, the bench's jobs, core, Scala and JSON. */
  val own: Seq[Path] = Seq[Class[_]](
    classOf[PrefixSortCollector[_, _]],
    JavaCommand.getClass,
    classOf[MachineSample],
    classOf[List[_]],
    classOf[ujson.Value],
    classOf[upickle.core.Visitor[_, _]],
    classOf[geny.Writable]
  ).map(placeOf).distinct

  private def placeOf(some: Class[_]): Path = Paths.get(some.getProtectionDomain.getCodeSource.getLocation.toURI)
}
