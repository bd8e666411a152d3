package okibi.core.docs

import okibi.core.conf.{ConfEntry, ConfException, ConfKind}
import okibi.core.metric.Metrics

/** Rules that every declared key, metric and reason keeps. */
class DeclarationsSuite extends munit.FunSuite {
  test("each key, metric and reason is declared once") {
    def once(names: Seq[String]): Unit = assertEquals(names.diff(names.distinct), Nil)
    once(Declarations.confEntries.map(_.key))
    once(Declarations.metrics.flatMap(_.declared.map(_.name)))
    assertEquals(Declarations.metrics.flatMap(_.declared), Metrics.all)
    once(Declarations.reasons.flatMap(_.declared.map(_.code)))
  }

  test("every key starts with spark.okibi, and every switch ends in enabled") {
    Declarations.confEntries.foreach { entry =>
      assert(entry.key.startsWith("spark.okibi."), entry.key)
      assertEquals(entry.kind == ConfKind.flag, entry.key.endsWith("enabled"), entry.key)
    }
  }

  test("every text for users ends with a full stop") {
    val texts = Declarations.confEntries.map(_.doc) ++ Declarations.metrics.flatMap(_.declared.map(_.doc)) ++
      Declarations.reasons.flatMap(_.declared.map(_.doc))
    texts.foreach(text => assert(text.endsWith("."), text))
  }

  test("the check at the start refuses an invalid value of every key and names the key") {
    Declarations.check(_ => None)
    Declarations.confEntries.foreach { entry =>
      val error = intercept[ConfException](Declarations.check(key => if (key == entry.key) Some("a\u0001b") else None))
      assertEquals(error.key, entry.key)
    }
  }

  test("every default is an allowed value, and its shown text parses back to it") {
    def check[T](entry: ConfEntry[T]): Unit =
      assertEquals(entry.read(_ => Some(entry.defaultText)), entry.default, entry.key)
    Declarations.confEntries.foreach(entry => check(entry))
  }
}
