package okibi.spark.sql.prune

import okibi.core.conf.{ConfKind, PruneConf}
import okibi.spark.sql.fixture.SparkTestMode

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.{col, rand, udf}

/** Which rule prunes which predicate, and which tables must not be pruned. */
class PruneRulesSuite extends PruneFixture {

  /** Ten partitions of a hundred rows. `id` ascends; `few` is one of two values in each partition, which lie far apart;
    * `a` and `b` take all values in each partition, but each pair of values in one partition only.
    */
  private def table(): DataFrame = spark
    .range(0, 1000, 1, 10)
    .selectExpr(
      "id",
      "id div 100 as part",
      "(id div 100) + 100 * (id % 2) as few",
      "concat('text-', lpad(id, 4, '0')) as text",
      "id % 10 as a",
      "(id % 10 + id div 100) % 10 as b",
      "cast(null as int) as nothing",
      "timestamp_seconds(id * 3600) as at"
    )

  private def filled(): DataFrame = {
    val kept = table().cache()
    assertEquals(kept.count(), 1000L)
    kept
  }

  test("bounds, sets, nulls, prefixes and casts rule partitions out, and the rule is named") {
    val table = filled()
    Seq(
      "id = 250" -> "comparison",
      "id between 210 and 220" -> "comparison",
      "250 > id and not id < 200" -> "comparison",
      "id in (201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211)" -> "in",
      "few = 102" -> "membership",
      "text like 'text-02%'" -> "prefix",
      "cast(id as double) = 250.0d" -> "casts",
      "cast(at as date) = date'1970-01-10'" -> "casts"
    ).foreach { case (predicate, rule) =>
      // The optimizers of later Spark lines remove some casts of a column.
      val rules = if (rule == "casts") Seq("casts", "comparison") else Seq(rule)
      val query = table.where(predicate)
      val selected = selection(query)
      assert(selected.kept.contains(2) && selected.kept.length <= 3, s"$predicate keeps ${selected.kept.toSeq}")
      assert(rules.exists(selected.skippedBy.contains), s"$predicate: ${selected.skippedBy}")
      assertEquals(query.count(), this.table().where(predicate).count(), predicate)
    }
    assertEquals(kept(table.where("nothing is not null")), Nil)
  }

  test("every rule stands at the place of its number, and every switch of a rule has one") {
    assertEquals(PruneRule.all.map(_.number), PruneRule.all.indices)
    val switches = PruneConf.all.filter(_.kind == ConfKind.flag).map(_.key)
    assertEquals(PruneRule.all.map(_.switch.key).sorted, switches.toIndexedSeq.sorted)
  }

  private def kept(table: DataFrame, predicate: String): Seq[Int] = kept(table.where(predicate))

  test("a rule that is switched off rules nothing out") {
    val table = filled()
    assertEquals(kept(table, "few = 102"), Seq(2))
    set("spark.okibi.prune.membership.enabled", false)
    assertEquals(kept(table, "few = 102"), 2 until 10)
    set("spark.okibi.prune.comparison.enabled", false)
    assertEquals(kept(table, "id = 250").length, 10)
  }

  test("the first query with equalities on two columns learns, and later ones are pruned") {
    val table = filled()
    assertEquals(kept(table, "a = 3 and b = 5").length, 10)
    assertEquals(table.where("a = 3 and b = 5").count(), 10L)
    assertEquals(kept(table, "a = 3 and b = 5"), Seq(2))
    assertEquals(kept(table, "b in (7, 8) and a = 7"), Seq(0, 1))
    assertEquals(table.where("b in (7, 8) and a = 7").count(), 20L)
    assertEquals(kept(table, "(b = 7 and a = 7) or (a = 1 and b = 0)"), Seq(0, 9))
  }

  test("a scan that does not read every row of a partition teaches nothing about the partition") {
    val table = filled()
    assertEquals(table.where("a = 3 and b = 5").limit(1).collect().length, 1)
    table.where("a = 4 and b = 5").count()
    assertEquals(kept(table, "a = 3 and b = 5"), Seq(2))
    assertEquals(table.where("a = 3 and b = 5").count(), 10L)
  }

  test("partitions have the numbers of their own table, whichever numbers their tasks have") {
    val first = filled()
    val second = spark.range(5000, 5100, 1, 4).toDF("id").cache()
    assertEquals(first.select("id").union(second.select("id")).count(), 1100L)
    assertEquals(kept(second, "id = 5030"), Seq(1))
    assertEquals(kept(first, "id = 730"), Seq(7))
  }

  test("a partition that was never computed is kept") {
    adaptive(false) // Adaptive execution fills the whole cache before a limit.
    val table = this.table().cache()
    assertEquals(table.limit(3).collect().length, 3)
    assertEquals(kept(table, "id = 999"), 1 until 10)
    assertEquals(table.where("id = 999").count(), 1L)
  }

  test("a table whose rows may differ when a partition is computed again is not pruned at the driver") {
    val erratic = udf(() => scala.util.Random.nextInt(10)).asNondeterministic()
    val tables = Seq(
      table().withColumn("r", erratic()),
      table().repartition(3, col("part")).withColumn("r", rand(1)),
      table().repartition(3, col("part")).limit(500)
    )
    tables.foreach { table =>
      table.cache().count()
      assertEquals(index(table.where("id = 1")).map(_._2), None, table.queryExecution.toString)
    }
    val seeded = table().withColumn("r", rand(1)).cache()
    seeded.count()
    assertEquals(kept(seeded, "id = 250"), Seq(2))
  }

  test("strings with a collation are found in any spelling, and only nulls rule their partitions out") {
    // Spark 3.5 has no collations.
    val collations = if (spark.version.startsWith("3.")) Nil else Seq("utf8_lcase", "unicode_ci", "unicode")
    SparkTestMode.on {
      (None +: collations.map(Some(_))).foreach { collation =>
        val clause = collation.fold("")("collate " + _)
        val texts = table().selectExpr(
          "id",
          s"if(part % 3 = 0, upper(text), text) $clause as text",
          s"if(part = 4, null, text) $clause as holes"
        )
        val predicates = Seq(
          "text = 'text-0350'",
          "'TEXT-0250' = text",
          "text <=> 'Text-0250'",
          "text >= 'TEXT-0950'",
          "text < 'text-0050'",
          "text >= 'TEXT-0190' and text <= 'TEXT-0210'",
          "text in ('text-0001', 'TEXT-0002', 'Text-0777')",
          (0 to 40).map(n => s"'text-00$n'").mkString("text in (", ", ", ")"),
          "startswith(text, 'TEXT-03')",
          "text <> 'text-0350'",
          "upper(text) = 'TEXT-0666'",
          "holes is null",
          "holes = 'TEXT-0444' or holes is null"
        )
        def found: Seq[Seq[String]] =
          predicates.map(predicate => sorted(texts.where(predicate).select("id").collect().toSeq))
        val expected = found
        val kept = texts.cache()
        assertEquals(kept.count(), 1000L)
        predicates.zip(expected).zip(found).foreach { case ((predicate, rows), read) =>
          assertEquals(read, rows, s"$predicate $clause")
        }
        assertEquals(this.kept(kept.where("holes is null")), Seq(4))
        if (collation.isDefined)
          assertEquals(this.kept(kept.where("text = 'text-0350'")).length, 10, collation.toString)
        kept.unpersist(blocking = true)
      }
    }
  }

  test("unpersisting a table removes what is known of it") {
    val table = filled()
    val before = index(table.where("id = 1")).get._1
    table.unpersist(blocking = true)
    val again = table.cache()
    assertEquals(kept(again, "id = 250").length, 10, "known before the table was filled")
    again.count()
    assertEquals(kept(again, "id = 250"), Seq(2))
    assert(index(again.where("id = 1")).get._1 ne before)
  }

  test("index.filter=bloom gives the paper's Bloom filters, with three percent false positives, and none no sets") {
    set("spark.okibi.index.filter", "bloom")
    val table = filled()
    val read = kept(table, "few = 102")
    assert(read.contains(2) && read.length <= 4, s"keeps $read")
    set("spark.okibi.index.filter", "none")
    val without = this.table().withColumn("more", col("id")).cache()
    without.count()
    assertEquals(kept(without, "few = 102"), 2 until 10)
  }
}

/** Groups of columns that the configuration declares. */
class DeclaredGroupsSuite extends PruneFixture {
  override protected def settings: Seq[(String, String)] =
    super.settings :+ ("spark.okibi.prune.declaredGroups" -> "B,a; nowhere,a")

  test("the tuples of a declared group are known when the table is filled") {
    val table = spark.range(0, 1000, 1, 10).selectExpr("id % 10 as a", "(id % 10 + id div 100) % 10 as b").cache()
    table.count()
    val query = table.where("a = 3 and b = 5")
    assertEquals(kept(query), Seq(2))
    assertEquals(selection(query).skippedBy, Map("groups" -> 9))
    assertEquals(query.count(), 10L)
  }
}

/** A wrapped format without statistics. */
class ForeignFormatSuite extends PruneFixture {
  override protected def format: String = classOf[PlainSerializer].getName

  test("a foreign format keeps its batches, and its partitions are pruned") {
    val table = spark
      .range(0, 1000, 1, 10)
      .selectExpr("id", "if(id % 3 = 0, double('NaN'), id) as d", "concat('text-', id) as text")
      .cache()
    assertEquals(table.count(), 1000L)
    assertEquals(kept(table.where("id = 250")), Seq(2))
    assertEquals(kept(table.where("text = 'text-999'")), Seq(9))
    assertEquals(kept(table.where("d > 1e9")).length, 10)
    assertEquals(table.where("d > 1e9").count(), 334L)
    assertEquals(table.where("id in (1, 250, 999)").count(), 3L)
  }
}
