package okibi.spark.unusual

import scala.util.{Failure, Success, Try}

import okibi.spark.store.LocalSpark
import okibi.spark.tables.LocalSession

import munit.{Assertions, Location}
import org.apache.spark.{SparkContext, SparkException}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Runs a program on stock Spark and with Okibi: both give the same answer, or the same error. */
object Unusual extends Assertions {

  /** Enough for every program: what a full store gives up is another suite's matter. */
  private val storageMb = 400

  def same(settings: (String, String)*)(program: SparkContext => Any)(implicit at: Location): Unit =
    assertEquals(outcome(plugin = true, settings: _*)(program), outcome(plugin = false, settings: _*)(program))

  def outcome(plugin: Boolean, settings: (String, String)*)(program: SparkContext => Any): Any =
    LocalSpark.withContext(storageMb, cores = 2, plugin, settings: _*)(context => answerOrError(program(context)))

  /** The same for programs of a session. Cached tables are Okibi's if, and only if, the plugin is on. */
  def sameInSession(settings: (String, String)*)(program: SparkSession => Any)(implicit at: Location): Unit = {
    def outcome(plugin: Boolean): Any = LocalSession.within(storageMb, plugin, settings: _*) { (session, _) =>
      assertEquals(formatOfTables(session).startsWith("okibi."), plugin)
      answerOrError(program(session))
    }
    assertEquals(outcome(plugin = true), outcome(plugin = false))
  }

  private def formatOfTables(session: SparkSession): String = {
    val table = session.range(1).cache()
    val formats = table.queryExecution.withCachedData.collect { case relation: InMemoryRelation =>
      relation.cacheBuilder.serializer.getClass.getName
    }
    table.unpersist(blocking = true)
    formats.head
  }

  /** The answer, or the classes of the errors and what the first of them says. */
  def answerOrError(program: => Any): Any = Try(program) match {
    case Success(answer) => answer
    case Failure(error) =>
      val causes = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq
      causes.map(_.getClass.getName) -> causes.collectFirst { case e: SparkException => firstLine(e) }
  }

  /** Without what differs from run to run: numbers of jobs, stages and tasks, places of objects, and names of files. */
  private def firstLine(error: Throwable): String =
    error.getMessage.linesIterator.next().replaceAll("@[0-9a-f]+|file:\\S+", "@").replaceAll("[0-9]+", "N")
}
