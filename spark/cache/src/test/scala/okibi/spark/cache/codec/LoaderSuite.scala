package okibi.spark.cache.codec

import java.io.File
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Paths}
import java.time.LocalDate
import java.util.Locale

import scala.collection.{immutable, mutable}

import munit.FunSuite

import okibi.spark.cache.codec.Samples._

import scala.concurrent.duration._

/** The codec in a class loader below the one of Java, Scala and Spark, which does not have Okibi: as with a jar that
  * came by `--jars`.
  */
class LoaderSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val (own, others) =
    System.getProperty("java.class.path").split(File.pathSeparatorChar).toSeq.partition { entry =>
      Files.isDirectory(Paths.get(entry)) || Seq("okibi", "fory").exists(
        Paths.get(entry).getFileName.toString.startsWith(_)
      )
    }
  private val spark = new URLClassLoader(urls(others), ClassLoader.getPlatformClassLoader)
  private val okibi = new URLClassLoader(urls(own), spark)
  private val left = okibi.loadClass(classOf[LoaderProbe].getName).getMethod("left", classOf[String])

  private def urls(entries: Seq[String]): Array[URL] = entries.map(Paths.get(_).toUri.toURL).toArray

  Seq(("that has Okibi", okibi, LoaderProbe.kinds), ("that does not, as a session's", spark, LoaderProbe.sparks))
    .foreach { case (which, context, kinds) =>
      kinds.foreach { case (name, _, expected) =>
        test(s"$name, in a task with a class loader $which") {
          val thread = Thread.currentThread
          val before = thread.getContextClassLoader
          thread.setContextClassLoader(context)
          try assertEquals(left.invoke(null, name): Any, expected: Any)
          finally thread.setContextClassLoader(before)
        }
      }
    }
}

/** Runs in the loader that has Okibi. */
object LoaderProbe {
  private val day = LocalDate.of(2024, 2, 29)

  private val tree = new java.util.TreeMap[String, LocalDate]
  tree.put("a", day)

  /** Name, record, and the number of RDDs that the codec leaves to Spark's serializer, for classes of Spark's class
    * path.
    */
  val sparks: Seq[(String, Any, Int)] = Seq(
    ("a date in a pair", (1, day), 0),
    ("a decimal", BigDecimal("1.5"), 0),
    ("a list buffer of dates", mutable.ListBuffer(day), 0),
    ("a TreeMap of Java", tree, 0),
    ("a list map", immutable.ListMap(1 -> day), 0),
    ("a class with a text", Symbol("a"), 0)
  )

  /** The same, and for classes of Okibi's class path. */
  val kinds: Seq[(String, Any, Int)] = sparks ++ Seq(
    ("a field of a class that is refused, while it is empty", Poison("before", null), 0),
    ("a field of a class that is refused", Poison("before", Locale.ROOT), 1)
  )

  private object Poison {
    def apply(before: String, locale: Locale): Any = mutable.ListBuffer(new Poison(before, locale))
  }

  /** Writes and reads a record.
    *
    * @return RDDs that the codec left to Spark's serializer
    */
  def left(name: String): Int = {
    val fixture = new CodecFixture
    val record = kinds.collectFirst { case (`name`, found, _) => found }.get
    val Seq(back) = fixture.read(fixture.write(Iterator(record))).toList
    assert(back.getClass eq record.getClass, back.getClass)
    fixture.fallbacks.toInt
  }
}
final class LoaderProbe
