package okibi.spark.sql.prune

import scala.util.Random

import okibi.core.kit.Draws
import okibi.spark.sql.fixture.RandomValues
import okibi.spark.sql.predicate.RandomPredicates

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._

/** Random queries of random cached tables give the rows that they give when the tables are not cached. */
abstract class RandomQueries extends PruneFixture {
  private val tables = 8
  private val queries = 128

  override protected def settings: Seq[(String, String)] = super.settings ++ Seq(
    "spark.sql.codegen.wholeStage" -> "false",
    "spark.sql.codegen.factoryMode" -> "NO_CODEGEN",
    "spark.sql.ansi.enabled" -> "false",
    "spark.sql.session.timeZone" -> "America/New_York",
    "spark.sql.inMemoryColumnarStorage.batchSize" -> "7"
  )

  private val schema = StructType(
    StructField("id", IntegerType, nullable = false) +:
      (RandomValues.types :+ ArrayType(IntegerType)).zipWithIndex.map { case (dataType, i) =>
        StructField(s"c$i", dataType)
      }
  )
  private val columns = schema.fields.toSeq.map(field => AttributeReference(field.name, field.dataType)())

  /** The rows of each partition: some partitions are empty or have one row; each has a few values of each column. */
  private def partitions(random: Random): Seq[Seq[Row]] = {
    val values = new RandomValues(random)
    val converters = schema.fields.toSeq.map(field => CatalystTypeConverters.createToScalaConverter(field.dataType))
    var id = 0
    Seq.fill(2 + random.nextInt(6)) {
      val offered = schema.fields.toSeq
        .drop(1)
        .map(field => Seq.fill(1 + random.nextInt(4))(if (random.nextInt(6) == 0) null else values.any(field.dataType)))
      Seq.fill(random.nextInt(4) * random.nextInt(8))(Row.fromSeq {
        id += 1
        (id +: offered.map(values => values(random.nextInt(values.length)))).zip(converters).map {
          case (value, convert) =>
            convert(value)
        }
      })
    }
  }

  private def table(partitions: Seq[Seq[Row]]): DataFrame =
    spark.createDataFrame(spark.sparkContext.parallelize(partitions, partitions.length).flatMap(identity), schema)

  /** Equalities on the same few columns in many queries, so that groups are learned and used. */
  private def equalities(random: Random, grouped: Seq[AttributeReference], rows: Seq[Row]): Expression = {
    val toInternal = grouped.map(column => CatalystTypeConverters.createToCatalystConverter(column.dataType))
    grouped
      .zip(toInternal)
      .map { case (column, convert) =>
        val row = rows(random.nextInt(rows.length))
        val value = convert(row.get(schema.fieldIndex(column.name)))
        if (random.nextInt(4) == 0)
          In(
            column,
            Seq(
              Literal(value, column.dataType),
              Literal(convert(rows.head.get(schema.fieldIndex(column.name))), column.dataType)
            )
          )
        else EqualTo(column, Literal(value, column.dataType))
      }
      .reduce[Expression](And(_, _))
  }

  private def ids(rows: Array[Row]): Seq[Int] = rows.map(_.getInt(0)).sorted.toSeq

  test("random queries give the rows of the tables that are not cached") {
    val random = Draws.random(getClass.getSimpleName)
    val drawn = Draws.cases(tables)
    var skipped = 0
    var byRule = Map.empty[String, Int]
    val rules = Seq("comparison", "in", "nulls", "membership") ++ (if (drawn < tables) Nil else Seq("prefix"))
    def provesEnough: Boolean = skipped > 500 * drawn / tables && rules.forall(byRule.contains)
    // A table may have empty partitions only, or one partition: then more tables are drawn.
    Iterator.from(0).takeWhile(n => n < drawn || !provesEnough && n < 4 * tables).foreach { n =>
      val rows = partitions(random)
      val (plain, kept) = (table(rows), table(rows))
      kept.cache()
      if (random.nextBoolean()) kept.count()
      val predicates = new RandomPredicates(random, columns, inSets = false)
      val together = random.shuffle(columns.slice(1, RandomValues.types.length)).take(2 + random.nextInt(2))
      (0 until queries / 16).foreach { _ =>
        val asked = Seq
          .fill(16) {
            random.nextInt(8) match {
              case 0 | 1 if rows.exists(_.nonEmpty) => equalities(random, together, rows.flatten)
              case 2 => predicates.prefix()
              case _ => predicates.any(random.nextInt(3))
            }
          }
          .map(_.sql)
        val wanted = plain.selectExpr("id" +: asked: _*).collect()
        asked.zipWithIndex.foreach { case (predicate, i) =>
          val query = kept.where(predicate).select("id")
          val got = ids(query.collect())
          val quick = ids(wanted.filter(row => !row.isNullAt(i + 1) && row.getBoolean(i + 1)))
          // Spark's In and InSet differ for NaN and null, and Spark may use one in a filter and the other in a
          // projection.
          val expected = if (got == quick) quick else ids(plain.where(predicate).select("id").collect())
          assertEquals(
            got,
            expected,
            s"seed ${Draws.seed}, table $n, where $predicate; rows: ${rows.map(_.mkString("\n")).mkString("\n--\n")}"
          )
          index(query).foreach { case (found, filters) =>
            val selection = found.select(filters)
            skipped += selection.skipped
            selection.skippedBy.foreach { case (rule, count) => byRule += rule -> (byRule.getOrElse(rule, 0) + count) }
          }
        }
      }
      kept.unpersist(blocking = true)
    }
    assert(provesEnough, s"$skipped partitions were skipped, by rules: $byRule")
  }
}

class RandomQueriesSuite extends RandomQueries

/** The same with Spark's own format, whose bounds leave NaN out. */
class RandomQueriesOfSparksFormatSuite extends RandomQueries {
  override protected def format: String = "org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer"
}
