package okibi.spark.cluster

import java.nio.file.Paths

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.okibi.ArtifactSession

/** Caches records of every kind. The application of [[KindsClusterSuite]].
  *
  * Argument: the jar with the kinds, if their classes belong to a session; otherwise the application has them.
  */
object KindsJob {
  def main(args: Array[String]): Unit = {
    val context = new SparkContext(new SparkConf().setAppName("kinds"))
    val found = args.headOption match {
      case Some(jar) => ArtifactSession.within(context, Paths.get(jar).toUri.toURL)(run(context, _))
      case None => run(context, Thread.currentThread.getContextClassLoader)
    }
    found.foreach(println)
    context.stop()
  }

  private def run(context: SparkContext, loader: ClassLoader): Seq[String] =
    loader
      .loadClass("okibi.spark.cluster.kinds.RecordKindsRun")
      .getMethod("run", classOf[SparkContext])
      .invoke(null, context)
      .asInstanceOf[Seq[String]]
}
