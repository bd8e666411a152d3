package okibi.bench.cluster

import java.io.File
import java.nio.file.{Path, Paths}

import okibi.bench.runner.{JavaCommand, Launcher}
import okibi.core.machine.MachineSample
import okibi.mapreduce.PrefixSortCollector

/** Class paths of programs that run with Hadoop's own distribution, rather than with the Hadoop inside Spark.
  *
  * @param hadoop Hadoop's own class path
  */
final case class HadoopClassPath(hadoop: String) {

  /** The class path of YARN's servers, of MapReduce's tasks and of the children that submit jobs. */
  def all: String = (hadoop +: HadoopClassPath.own.map(_.toString)).mkString(File.pathSeparator)
}

object HadoopClassPath {

  /** @throws okibi.bench.runner.UsageException when it cannot be built */
  def of(root: Path): HadoopClassPath = HadoopClassPath(Launcher.hadoop(root))

  /** Jars and class folders of Okibi and its dependencies that tasks and children need: the collector, the bench, the
    * core, Scala and JSON.
    */
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
