package okibi.spark.sql.plan

import okibi.core.kit.Draws

import org.apache.spark.TaskContext
import org.apache.spark.sql.{DataFrame, Encoders, Row}
import org.apache.spark.sql.expressions.Window
import org.apache.spark.sql.functions._
import org.apache.spark.sql.streaming.Trigger

import scala.util.Random

/** Nothing above a scan can tell how the scan is cut into tasks. Random plans over cached tables give the rows that
  * they give when Spark's own scan reads the same tables: before a table is filled, after, and after Okibi has learned
  * what to prune.
  */
class CutLawsSuite extends PlanFixture {
  private val plans = 12

  /** Range partitioning is the same in each run only if every row is in the sample. */
  override protected def settings: Seq[(String, String)] = Seq(
    "spark.sql.execution.rangeExchange.sampleSizePerPartition" -> "10000"
  )

  /** For the usual predicates, some partitions hold matching rows, some hold both values but in no row together, some
    * hold neither value.
    */
  private def table(): DataFrame =
    spark
      .range(0, 4000, 1, 20)
      .selectExpr(
        "id",
        "id % 23 as a",
        "id div 200 as k",
        "cast(id % 10 as double) / 7 as d",
        "concat('s', id % 11) as s"
      )
      .selectExpr("*", "if(k % 5 = 0, a, (a + 1) % 23) as g")

  private type Step = DataFrame => DataFrame

  /** A random step that keeps the table's columns, and its name. Joins have a hint: without one, adaptive execution
    * chooses the kind of join, and so the order of rows, by the shuffle that happens to end first.
    */
  private def step(random: Random): (String, Step) = {
    val n = 1 + random.nextInt(7)
    val seed = random.nextInt(100)
    val choices: Seq[(String, Step)] = Seq(
      "where a and g" -> (_.where("a = 5 and g = 5")),
      "where k" -> (_.where(s"k in ($n, ${n + 5})")),
      "where id" -> (_.where(s"id < ${n * 100}")),
      s"repartition $n" -> (_.repartition(n)),
      "rebalance" -> (_.hint("rebalance")),
      s"repartition $n by a" -> (_.repartition(n, col("a"))),
      s"repartition $n by range" -> (_.repartitionByRange(n, col("d"), col("id"))),
      s"coalesce $n" -> (_.coalesce(n)),
      "sample" -> (_.sample(0.5, seed)),
      "where rand first" -> (_.where(s"rand($seed) < 0.7 and a < 12")),
      "where rand last" -> (_.where(s"a < 12 and rand($seed) < 0.7")),
      s"limit ${n * 7}" -> (_.limit(n * 7)),
      s"offset ${n * 7}" -> (_.offset(n * 7)),
      "order by" -> (_.orderBy(col("g"), col("id"))),
      "top" -> (_.orderBy(col("s"), col("id").desc).limit(n * 9)),
      "sort within partitions" -> (_.sortWithinPartitions(col("d"), col("id"))),
      "drop duplicates" -> (_.dropDuplicates("a")),
      "distinct" -> (_.distinct()),
      "partition id" -> (_.withColumn("k", spark_partition_id().cast("bigint"))),
      "increasing id" -> (_.withColumn("k", monotonically_increasing_id() % 1000)),
      "random column" -> (_.withColumn("d", rand(seed))),
      "row number over ties" -> (_.withColumn(
        "k",
        row_number().over(Window.partitionBy("a").orderBy("s")).cast("bigint")
      )),
      "rank over ties" -> (_.withColumn("k", rank().over(Window.partitionBy("a").orderBy("s")).cast("bigint"))),
      "running sum" -> (_.withColumn("d", sum("d").over(Window.partitionBy("a").orderBy("s")))),
      "map partitions" -> (frame => {
        val first = udf((x: Long) => x + org.apache.spark.TaskContext.getPartitionId() * 1000L)
        frame.withColumn("k", first(col("a")))
      }),
      "first of a group" -> (_.groupBy("a", "g")
        .agg(max("id").as("id"), first("k").as("k"), sum("d").as("d"), min("s").as("s"))
        .select("id", "a", "k", "d", "s", "g")),
      "list of a group" -> (_.groupBy("a", "g")
        .agg(max("id").as("id"), min("k").as("k"), max("d").as("d"), concat_ws(",", collect_list("s")).as("s"))
        .select("id", "a", "k", "d", "s", "g")),
      "exact sums" -> (_.groupBy("a", "g")
        .agg(count("*").as("id"), sum("k").as("k"), lit(0.0).as("d"), max("s").as("s"))
        .select("id", "a", "k", "d", "s", "g")),
      "union" -> (frame => frame.where("a < 3").union(frame.where("k > 7"))),
      "join with itself" -> (frame =>
        frame
          .where("k < 9")
          .as("l")
          .join(
            frame.where("a = 5").hint("broadcast").select(col("id").as("other")).as("r"),
            col("id") === col("other")
          )
          .drop("other")
      ),
      "shuffled join" -> (frame =>
        frame
          .as("l")
          .join(frame.where("a = 5").hint("merge").select(col("id").as("other")).as("r"), col("id") === col("other"))
          .drop("other")
      ),
      "in a subquery" -> (frame =>
        frame.join(
          frame.where("k = 3").select(col("a").as("other")).limit(5).hint("broadcast"),
          col("a") === col("other"),
          "left_semi"
        )
      )
    )
    choices(random.nextInt(choices.length))
  }

  /** The rows of each partition. Adaptive execution may or may not have seen in time that a part of a plan is empty, so
    * that the number of empty partitions differs from run to run, with Spark's own scan too.
    */
  private def partitions(frame: DataFrame): Seq[Seq[String]] = {
    val all =
      frame.rdd.mapPartitions(rows => Iterator.single(rows.map(_.toString).toArray.sorted.toSeq)).collect().toSeq
    if (frame.sparkSession.conf.get("spark.sql.adaptive.enabled").toBoolean) all.filter(_.nonEmpty) else all
  }

  private def cachedPartitions(frame: DataFrame): Seq[Seq[String]] = {
    frame.cache()
    try partitions(frame)
    finally frame.unpersist(blocking = true)
  }

  /** The rows of a table, each with the number of its task, joined to a stream of keys. */
  private def joinedToStream(frame: DataFrame): Seq[Any] = {
    val stream = folder("stream")
    val keys = stream.resolve("keys").toString
    spark.range(0, 23, 1, 2).selectExpr("id as key").write.parquet(keys)
    val query = spark.readStream
      .schema("key bigint")
      .parquet(keys)
      .join(frame.withColumn("task", spark_partition_id()), expr("key = a"))
      .writeStream
      .format("memory")
      .queryName("joined")
      .option("checkpointLocation", stream.resolve("checkpoint").toString)
      .trigger(Trigger.AvailableNow())
      .start()
    query.processAllAvailable()
    query.awaitTermination()
    sorted(spark.table("joined").collect().toSeq)
  }

  private def iterated(frame: DataFrame): Seq[Any] = {
    val rows = Seq.newBuilder[Any]
    frame.toLocalIterator().forEachRemaining { row =>
      rows += row
      ()
    }
    rows.result()
  }

  /** Runs queries that let Okibi learn sets of values, and tuples of values that occur together. */
  private def learn(table: DataFrame): Unit =
    Seq("a = 5 and g = 5", "a = 7 and g = 8", "a = 5 and g = 5", "k = 3 and a = 1").foreach(table.where(_).count())

  /** Runs the body before the table is filled, after, and after Okibi has learned what to prune. */
  private def inEachState(table: DataFrame)(body: String => Unit): Unit = {
    body("not filled")
    table.count()
    body("filled")
    learn(table)
    body("learned")
  }

  Seq(true, false).foreach { aqe =>
    test(s"random plans give the same rows, and the same partitions where they are visible, adaptive=$aqe") {
      adaptive(aqe)
      val random = Draws.random(getClass.getSimpleName + aqe)
      (0 until Draws.cases(plans)).foreach { n =>
        val steps = Seq.fill(1 + random.nextInt(4))(step(random))
        val clue = s"seed ${Draws.seed}, plan $n: ${steps.map(_._1).mkString(", ")}"
        val kept = table().cache()
        def plan: DataFrame = steps.foldLeft(kept) { case (frame, (_, change)) => change(frame) }
        // coalesce packs partitions by the places of blocks, which rand() and others see. Filling a cache changes the
        // places, with Spark's own scan too.
        val unlike = if (steps.exists(_._1.startsWith("coalesce"))) Set("not filled") else Set.empty[String]
        val collected = Seq.newBuilder[(String, Seq[String])]
        val split = Seq.newBuilder[(String, Seq[Seq[String]])]
        val seen = Seq.newBuilder[(String, Seq[Seq[String]])]
        inEachState(kept) { state =>
          if (!unlike(state)) {
            collected += state -> sorted(plan.collect().toSeq)
            split += state -> plan.randomSplit(Array(0.6, 0.4), 7).toSeq.map(part => sorted(part.collect().toSeq))
            seen += state -> partitions(plan)
          }
        }
        val wanted = asStock(sorted(plan.collect().toSeq))
        collected.result().foreach { case (state, rows) => assertEquals(rows, wanted, s"$clue, collected when $state") }
        split.result().foreach { case (state, parts) =>
          assertEquals(parts.flatten.sorted, wanted, s"$clue, split when $state")
        }
        val wantedPartitions = asStock(partitions(plan))
        seen.result().foreach { case (state, rows) =>
          assertEquals(rows, wantedPartitions, s"$clue, as an RDD when $state")
        }
        val checkpointed = plan
        checkpointed.collect()
        assertEquals(
          partitions(checkpointed.localCheckpoint()),
          wantedPartitions,
          s"$clue, a checkpoint of what was collected"
        )
        assertEquals(cachedPartitions(plan), asStock(cachedPartitions(plan)), s"$clue, cached")
        spark.catalog.clearCache()
      }
    }

    test(s"coalesce packs a filtered table into the tasks that Spark's own scan gives, adaptive=$aqe") {
      adaptive(aqe)
      val kept = table().cache()
      learn(kept)
      val reads = Seq[(String, Step)](
        "first of a group" -> (_.groupBy("a", "g").agg(first("k"))),
        "partition id" -> (_.withColumn("task", spark_partition_id())),
        "increasing id" -> (_.withColumn("place", monotonically_increasing_id()))
      )
      for {
        filter <- Seq("k > 7", "k in (3, 12)", "a = 5 and g = 5", "k < 0")
        tasks <- Seq(1, 3, 7)
        (name, read) <- Draws.some(reads)
      } {
        def query: DataFrame = read(kept.coalesce(tasks).where(filter))
        assertEquals(sorted(query.collect().toSeq), asStock(sorted(query.collect().toSeq)), s"$name, $tasks, $filter")
      }
    }

    test(s"the parts of a split after a round robin are disjoint and complete, adaptive=$aqe") {
      adaptive(aqe)
      val base = spark.range(0, 40000, 1, 40).selectExpr("id", "id % 23 a", "id div 1000 k")
      val table = base.selectExpr("*", "if(k % 5 = 0, a, (a + 1) % 23) g").cache()
      val parts =
        table.repartition(6).randomSplit(Array(0.7, 0.3), 42).map(_.select("id").collect().map(_.getLong(0)).toSeq)
      assertEquals(parts.flatten.sorted.toSeq, (0L until 40000L))
      table.count()
      val some = table
        .where("a = 5 and g = 5")
        .repartition(4)
        .randomSplit(Array(0.7, 0.3), 42)
        .map(_.select("id").collect().map(_.getLong(0)).toSeq)
      assertEquals(
        some.flatten.sorted.toSeq,
        table.where("a = 5 and g = 5").select("id").collect().map(_.getLong(0)).sorted.toSeq
      )
      assertEquals(some.map(_.toSet).reduce(_ intersect _), Set.empty[Long])
    }

    test(s"the first rows of sorted partitions are found, adaptive=$aqe") {
      adaptive(aqe)
      val kept = cached(spark.range(0, 1000, 1, 50).selectExpr("(id * 7919) % 1000 as v").sortWithinPartitions("v"))
      assertEquals(kept.orderBy("v").limit(30).collect().map(_.getLong(0)).toSeq, (0L until 30L))
    }

    test(s"readers that see the order or the tasks of rows get what Spark's own scan gives, adaptive=$aqe") {
      adaptive(aqe)
      val kept = table().cache()
      val queries = Seq[(String, Step)](
        "all" -> identity,
        "groups" -> (_.where("a = 5 and g = 5")),
        "few" -> (_.where("k in (1, 6)")),
        "sample" -> (_.sample(0.3, 5))
      )
      val readers = Seq[(String, DataFrame => Seq[Any])](
        "tail" -> (_.tail(9).toSeq),
        "take" -> (_.take(9).toSeq),
        "iterator" -> iterated,
        "zip with index" -> (_.rdd.zipWithIndex().collect().toSeq),
        "zip" -> (frame => frame.rdd.zip(frame.rdd.map(_.getLong(0))).collect().toSeq),
        "map partitions" -> (_.mapPartitions(rows =>
          Iterator.single(rows.map(_.getLong(0)).sum + TaskContext.getPartitionId() * 1000000000L)
        )(Encoders.scalaLong).collect().toSeq)
      )
      val asked = Draws.some(
        (for (query <- queries; reader <- readers)
          yield query -> reader) :+ (queries(1) -> ("stream" -> joinedToStream _))
      )
      val wanted = asked.map { case ((query, change), (reader, read)) =>
        (query, reader) -> asStock(read(change(kept)))
      }.toMap
      kept.unpersist(blocking = true)
      kept.cache()
      inEachState(kept) { state =>
        asked.foreach { case ((query, change), (reader, read)) =>
          assertEquals(read(change(kept)), wanted((query, reader)), s"$reader of $query when $state")
        }
      }
    }

    test(s"written files have the same rows as with Spark's own scan, adaptive=$aqe") {
      adaptive(aqe)
      val kept = cached(table())
      learn(kept)
      def files(name: String)(query: => DataFrame): Seq[Seq[String]] = {
        val out = folder("written").resolve(name)
        query.write.parquet(out.toString)
        out.toFile
          .listFiles()
          .filter(_.getName.endsWith(".parquet"))
          .sortBy(_.getName)
          .toSeq
          .map(file => sorted(spark.read.parquet(file.toString).collect().toSeq))
      }
      val queries = Seq[(String, Step)](
        "scan" -> (_.where("k = 3")),
        "groups" -> (_.groupBy("a").agg(sum("d"))),
        "range" -> (_.repartitionByRange(3, col("id"))),
        "robin" -> (_.where("a = 5 and g = 5").repartition(3)),
        "sorted" -> (_.orderBy("id"))
      )
      Draws.some(queries).foreach { case (name, query) =>
        assertEquals(files(name)(query(kept)), asStock(files(s"$name-stock")(query(kept))), name)
      }
    }
  }
}
