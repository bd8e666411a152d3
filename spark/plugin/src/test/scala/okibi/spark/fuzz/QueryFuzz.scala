package okibi.spark.fuzz

import java.nio.file.Files
import java.sql.SQLException

import scala.util.{Failure, Success, Try}
import scala.util.control.NonFatal

import okibi.spark.tables.LocalSession

import org.apache.spark.sql.SparkSession

/** Random queries over random tables in a changing cache: their rows are those of the tables that are not cached, and
  * those of DuckDB where DuckDB has what a query uses.
  */
final class QueryFuzz(seed: Long, report: String => Unit) extends Fuzz(seed, report) {
  private var inDuck = 0
  private var failed = 0

  /** How many programs failed with and without the cache, and how many DuckDB answered too. */
  def refused: Int = failed
  def answeredByDuckDb: Int = inDuck

  override protected def application(isEnough: => Boolean): Unit = {
    val settings = Seq(
      "spark.master" -> "local[2, 2]",
      "spark.sql.shuffle.partitions" -> one(Seq("1", "3")),
      "spark.testing.memory" -> (one(Seq(24, 64, 300)) << 20).toString,
      "spark.rdd.compress" -> random.nextBoolean().toString,
      "spark.okibi.tables.residentMemory" -> one(Seq("", "0", "16k")),
      "spark.io.encryption.enabled" -> (random.nextInt(4) == 0).toString,
      "spark.sql.inMemoryColumnarStorage.batchSize" -> one(Seq("7", "100", "10000")),
      "spark.sql.files.maxPartitionBytes" -> "2k",
      "spark.sql.datetime.java8API.enabled" -> "true",
      "spark.sql.session.timeZone" -> one(Seq("UTC", "America/New_York", "Asia/Tokyo")),
      "spark.sql.legacy.charVarcharAsString" -> "false",
      // Spark 3 asks how days before 1582 are meant.
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "CORRECTED",
      "spark.sql.parquet.int96RebaseModeInWrite" -> "CORRECTED"
    ) ++ (if (isSpark3) columnSwitches() else Nil)
    val warehouse = Files.createTempDirectory("fuzz")
    LocalSession.withSession(settings :+ ("spark.sql.warehouse.dir" -> warehouse.toString): _*) { (session, _) =>
      session.udf.register("udf_of_test", (n: java.lang.Integer) => if (n == null) -1 else n / 2)
      val duck = new DuckTables
      try {
        (1 to 4).foreach(_ => if (!isEnough) world(session, duck, settings, isEnough))
      } finally duck.close()
    }
    // Every table is dropped.
    warehouse.toFile.delete()
    ()
  }

  private def world(
      session: SparkSession,
      duck: DuckTables,
      settings: Seq[(String, String)],
      isEnough: => Boolean
  ): Unit = {
    val tables = new World(session, random, duck)
    val generator = new RelationGenerator(random, tables.stored)
    (1 to 40).foreach { _ =>
      if (!isEnough) {
        if (random.nextInt(3) == 0) tables.change()
        val switches = choose(session)
        val relation = generator.relation(random.nextInt(5))
        begin()
        outcome(session, duck, relation) match {
          case Same(answeredByDuckDb) => if (answeredByDuckDb) inDuck += 1
          case Refused => failed += 1
          case first: Different =>
            val (least, difference) = shrink(relation, first, outcome(session, duck, _))
            differs(
              s"${difference.what}\nquery: ${least.text(new SparkDialect("cached_" + _))}\n" +
                s"cache: ${tables.history}\nsession: $switches\napplication: $settings"
            )
        }
      }
    }
    tables.drop()
  }

  /** Spark 3 fails when these settings change between the planning and the filling of a cached table, without Okibi too:
    * `ColumnarToRowExec` finds no columns below it.
    */
  private def columnSwitches(): Seq[(String, String)] = Seq(
    "spark.sql.codegen.wholeStage" -> random.nextBoolean().toString,
    "spark.sql.inMemoryColumnarStorage.enableVectorizedReader" -> (random.nextInt(4) > 0).toString
  )

  private def isSpark3: Boolean = org.apache.spark.SPARK_VERSION.startsWith("3.")

  private def choose(session: SparkSession): Seq[(String, String)] = {
    val switches = Seq(
      "spark.sql.adaptive.enabled" -> random.nextBoolean().toString,
      "spark.sql.codegen.factoryMode" -> one(Seq("FALLBACK", "FALLBACK", "NO_CODEGEN")),
      "spark.sql.ansi.enabled" -> random.nextBoolean().toString,
      "spark.sql.autoBroadcastJoinThreshold" -> one(Seq("-1", "10m"))
    ) ++ (if (isSpark3) Nil else columnSwitches())
    switches.foreach { case (key, value) => session.conf.set(key, value) }
    switches
  }

  private sealed trait Outcome
  private case class Same(answeredByDuckDb: Boolean) extends Outcome
  private case object Refused extends Outcome
  private case class Different(what: String) extends Outcome

  /** Compares the rows of the cached tables with those of the plain ones and DuckDB's. */
  private def outcome(session: SparkSession, duck: DuckTables, relation: Relation): Outcome = {
    def rows(kind: String): Try[Seq[String]] =
      Try(RowTexts.sorted(session.sql(relation.text(new SparkDialect(s"${kind}_" + _)))))
    (rows("plain"), rows("cached")) match {
      case (Success(plain), Success(cached)) if plain != cached => Different(compared(plain, cached))
      case (Success(plain), Success(_)) if duck.answers(relation) =>
        try {
          val found = duck.rows(relation)
          if (found == plain) Same(answeredByDuckDb = true) else Different(s"DuckDB: ${compared(found, plain)}")
        } catch { case error: SQLException => Different(s"DuckDB refuses the query: ${error.getMessage}") }
      case (Success(_), Success(_)) => Same(answeredByDuckDb = false)
      case (Success(_), Failure(error)) => Different(s"only the cached tables fail: ${told(error)}")
      case (Failure(error), Success(_)) => Different(s"only the plain tables fail: ${told(error)}")
      case (Failure(plain), Failure(cached)) if plain.getClass != cached.getClass =>
        Different(s"failures: ${told(plain)}, ${told(cached)}")
      case (Failure(error), Failure(_)) if NonFatal(error) => Refused
      case (Failure(error), Failure(_)) => throw error
    }
  }

  /** The error, and what caused it in the end, with the place. */
  private def told(error: Throwable): String = {
    val cause = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq.last
    s"$error, because of $cause\n    ${cause.getStackTrace.take(12).mkString("\n    ")}"
  }

  private def compared(wanted: Seq[String], found: Seq[String]): String =
    s"${wanted.size} rows wanted, ${found.size} found; missing: ${wanted.diff(found).take(3).mkString(" ; ")}; " +
      s"too many: ${found.diff(wanted).take(3).mkString(" ; ")}"

  /** A smaller relation with a difference, if there is one, and the difference; tries at most some hundreds. */
  private def shrink(relation: Relation, first: Different, outcome: Relation => Outcome): (Relation, Different) = {
    var (least, tries, goesOn) = (relation -> first, 0, true)
    while (goesOn) {
      val found = least._1.smaller.iterator
        .takeWhile { _ => tries += 1; tries < 300 }
        .map(smaller => smaller -> outcome(smaller))
        .collectFirst { case (smaller, different: Different) => smaller -> different }
      goesOn = found.isDefined
      found.foreach(least = _)
    }
    least
  }
}
