package okibi.spark.cluster.kinds

import java.util.Objects

import org.apache.spark.{SparkContext, SparkException}
import org.apache.spark.okibi.PluginMetrics
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** Caches records of each kind on the only executor. */
object RecordKindsRun {

  /** @return a line for each kind that the codec left to Spark's serializer (`left: NAME`), that did not come back as
    *         it was (`wrong: NAME`) or that could not be cached (`failed: NAME`), and a line with the number of kinds
    */
  def run(context: SparkContext): Seq[String] = {
    val names = kinds.map(_.name)
    var before = context.parallelize(Seq(1), 1).map(_ => fallbacks).collect().head
    names.zipWithIndex.flatMap { case (name, i) =>
      val cached = context.parallelize(Seq(i), 1).flatMap(kinds(_).records).persist(StorageLevel.DISK_ONLY)
      try {
        cached.count()
        val (same, after) = read(cached, i)
        val left = after > before
        before = after
        (if (left) Seq(s"left: $name") else Nil) ++ (if (same) Nil else Seq(s"wrong: $name"))
      } catch { case _: SparkException => Seq(s"failed: $name") }
      finally cached.unpersist(blocking = true)
    } :+ s"kinds: ${names.size}"
  }

  private def kinds: Seq[RecordKind] = RecordKinds.all ++ RecordKinds.sorted :+ RecordKinds.refused

  private def fallbacks: Long = PluginMetrics.value("okibi.spark.OkibiPlugin", "fallbacks")

  /** Whether the records of kind `i` come back as they were, and the number of RDDs left to Spark's serializer by then.
    */
  private def read(cached: RDD[Any], i: Int): (Boolean, Long) = cached
    .mapPartitions { records =>
      val (is, was) = (records.toSeq, kinds(i).records)
      Iterator((is.size == was.size && is.zip(was).forall { case (a, b) => same(a, b) }, fallbacks))
    }
    .collect()
    .head

  private def same(a: Any, b: Any): Boolean = (a, b) match {
    case (null, _) | (_, null) => a == b
    case _ => sameClass(a.getClass, b.getClass) && (Objects.deepEquals(a, b) || text(a) == text(b) || !tellsItself(a))
  }

  /** Whether the classes are the same, and of the same loader. Each function object has a class of its own. */
  private def sameClass(a: Class[_], b: Class[_]): Boolean =
    (a eq b) || (a.isSynthetic && b.isSynthetic && (a.getClassLoader eq b.getClassLoader))

  private def text(v: Any): String = v match {
    case array: Array[_] => array.map(text(_)).mkString("[", ", ", "]")
    case product: Product => product.productIterator.map(text).mkString(product.productPrefix + "(", ", ", ")")
    case other => String.valueOf(other)
  }

  /** Whether equality or the text of an object tells its content. */
  private def tellsItself(v: Any): Boolean = !text(v).contains(s"${v.getClass.getName}@") && !v.getClass.isSynthetic
}
