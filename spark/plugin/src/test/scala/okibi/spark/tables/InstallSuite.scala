package okibi.spark.tables

import okibi.spark.tables.LocalSession.withSession

import munit.FunSuite
import org.apache.spark.sql.{AnalysisException, SparkSession}
import org.apache.spark.sql.functions.col

import scala.concurrent.duration.{Duration, DurationInt}
import scala.util.Try

/** One line of configuration installs everything, also for cached tables. */
class InstallSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def plan(session: SparkSession): String = {
    val table = session.range(0, 1000, 1, 20).toDF("id").cache()
    table.count()
    val query = table.where("id = 77")
    assertEquals(query.collect().map(_.getLong(0)).toSeq, Seq(77L))
    val text = query.queryExecution.executedPlan.toString
    table.unpersist(blocking = true)
    text
  }

  test("sessions prune their cached tables") {
    withSession() { (session, context) =>
      assert(plan(session).contains("PartitionsRead: 1 of 20"), plan(session))
      assert(plan(session.newSession()).contains("PartitionsRead: 1 of 20"))
      assertEquals(context.getConf.get("spark.sql.cache.serializer"), "okibi.spark.sql.prune.PruningSerializer")
    }
  }

  test("the user's settings stay: the format is wrapped, and the extension is added to the user's") {
    val theirs = "org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer"
    withSession("spark.sql.cache.serializer" -> theirs, "spark.sql.extensions" -> classOf[UsersExtension].getName) {
      (session, context) =>
        assertEquals(context.getConf.get("spark.okibi.tables.serializer"), theirs)
        assertEquals(
          context.getConf.get("spark.sql.extensions"),
          classOf[UsersExtension].getName + ",okibi.spark.sql.plan.OkibiExtensions,okibi.spark.python.PythonExtensions"
        )
        assert(plan(session).contains("PartitionsRead: 1 of 20"))
    }
  }

  test("tables can be left to Spark") {
    Seq("spark.okibi.tables.enabled", "spark.okibi.enabled").foreach { key =>
      withSession(key -> "false") { (session, context) =>
        assert(!plan(session).contains("PrunedTableScan"), key)
        assertEquals(context.getConf.getOption("spark.sql.cache.serializer"), None)
      }
    }
  }

  test("by the size of the heap, code of more stages than Spark's 100 is kept, or of as many as the application sets") {
    val key = "spark.sql.codegen.cache.maxEntries"
    withSession()((session, _) => assert(session.conf.get(key).toInt > 100, session.conf.get(key)))
    withSession(key -> "7")((session, _) => assertEquals(session.conf.get(key), "7"))
    withSession("spark.okibi.tables.enabled" -> "false")((session, context) =>
      assertEquals(context.getConf.getOption(key), None)
    )
  }

  test("a table of an application that has ended fails as in Spark") {
    val ends = Seq("true", "false").map { enabled =>
      val table = withSession("spark.okibi.tables.enabled" -> enabled)((session, _) => session.range(10).toDF("id"))
      Try(table.cache()).failed.map(_.getMessage.linesIterator.next()).toOption
    }
    assertEquals(ends.distinct.length, 1, ends.toString)
  }

  test("a session refuses a value that is not allowed and a key that is only read at the start, and works on") {
    withSession() { (session, _) =>
      val error = intercept[IllegalArgumentException](session.conf.set("spark.okibi.tables.group.size", "many"))
      assert(error.getMessage.contains("spark.okibi.tables.group.size: got 'many'"), error.getMessage)
      intercept[AnalysisException](session.conf.set("spark.okibi.cache.policy", "lru"))
      assertEquals(session.range(0, 100, 1, 10).cache().where(col("id") > 50).count(), 49L)
    }
  }

  test("a value that is not allowed stops the start") {
    val error = intercept[Exception](withSession("spark.okibi.tables.group.size" -> "many")((_, _) => ()))
    assert(
      Iterator
        .iterate[Throwable](error)(_.getCause)
        .takeWhile(_ != null)
        .exists(e => String.valueOf(e.getMessage).contains("spark.okibi.tables.group.size: got 'many'")),
      error.toString
    )
  }
}

class UsersExtension extends (org.apache.spark.sql.SparkSessionExtensions => Unit) {
  override def apply(extensions: org.apache.spark.sql.SparkSessionExtensions): Unit = ()
}
