package okibi.spark.sql.session

import java.util

import okibi.core.conf.ConfScope
import okibi.core.docs.Declarations
import okibi.spark.sql.kit.SessionFixture

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.internal.SQLConf

/** One rule holds for every key: setting a value that is not allowed fails, and no query fails for a value that was set
  * in another way.
  */
class SessionConfSuite extends SessionFixture {
  private val (settable, fixed) = Declarations.confEntries.partition(_.scope == ConfScope.Session)
  private val bad = "what"

  /** The map of a session's values: a value that is put there is not checked. */
  private def unchecked(conf: SQLConf): util.Map[String, String] =
    classOf[SQLConf].getMethods.find(_.getName == "settings").get.invoke(conf).asInstanceOf[util.Map[String, String]]

  test("a session accepts allowed values of its keys and refuses others, also with SET") {
    settable.foreach { entry =>
      spark.conf.set(entry.key, entry.defaultText)
      Seq[() => Any](
        () => spark.conf.set(entry.key, bad),
        () => spark.sql(s"SET ${entry.key}=$bad"),
        () => spark.newSession().conf.set(entry.key, bad)
      ).foreach { set =>
        val error = intercept[IllegalArgumentException](set())
        assert(
          error.getMessage.contains(s"${entry.key}: got '$bad', allowed is ${entry.kind.allowed}"),
          error.getMessage
        )
      }
      assertEquals(spark.conf.get(entry.key), entry.defaultText)
      spark.conf.unset(entry.key)
    }
  }

  test("a session cannot set a key that is read when the application starts") {
    fixed.foreach { entry =>
      intercept[AnalysisException](spark.conf.set(entry.key, entry.defaultText))
      intercept[AnalysisException](spark.sql(s"SET ${entry.key}=${entry.defaultText}"))
    }
  }

  test("each key is registered once for all sessions and applications of a JVM") {
    SessionConf.register()
    SessionConf.register()
    val listed = spark.sql("SET -v").collect().map(_.getString(0)).filter(_.startsWith("spark.okibi.")).toSeq
    assertEquals(listed.sorted, Declarations.confEntries.map(_.key).sorted)
  }

  test("values that were not checked fail no query: the defaults apply") {
    val conf = SQLConf.get.clone()
    val table = cached(spark.range(0, 1000, 1, 20).selectExpr("id", "id % 7 as a"))
    SQLConf.withExistingConf(conf) {
      settable.foreach(entry => unchecked(conf).put(entry.key, bad))
      settable.foreach(entry => assertEquals[Any, Any](SessionConf.read(conf, entry), entry.default, entry.key))
      assertEquals(
        cached(spark.range(0, 1000, 1, 20).selectExpr("id", "id % 7 as b")).where("b = 3 and id < 100").count(),
        14L
      )
      assertEquals(table.where("id = 77").collect().map(_.getLong(0)).toSeq, Seq(77L))
    }
  }
}
