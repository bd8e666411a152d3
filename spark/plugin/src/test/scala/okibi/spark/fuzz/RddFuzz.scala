package okibi.spark.fuzz

import okibi.core.policy.Policies
import okibi.spark.store.{LocalSpark, SparksRace}

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import org.apache.spark.storage.memory.StoreProbe

/** Random graphs of RDDs that are persisted, unpersisted and checkpointed meanwhile: actions give what the same graphs
  * give without, and no block, lock or byte is left.
  */
final class RddFuzz(seed: Long, report: String => Unit) extends Fuzz(seed, report) {
  private type Pairs = RDD[(Int, String)]

  /** An RDD of the graph, which may be persisted, and one that never is.
    *
    * @param isOrdered whether the order is the same in each run
    * @param isCut     whether the partitions are the same for `kept` and `plain`: a sort cuts by a sample, which
    *                  depends on the number of the RDD
    */
  private case class Node(kept: Pairs, plain: Pairs, isOrdered: Boolean, isCut: Boolean, made: String)

  override protected def application(isEnough: => Boolean): Unit = {
    val settings = Seq(
      SparksRace.retried(cores = 2),
      "spark.storage.unrollMemoryThreshold" -> (1 << 16).toString,
      "spark.memory.offHeap.enabled" -> "true",
      "spark.memory.offHeap.size" -> "1m",
      "spark.rdd.compress" -> random.nextBoolean().toString,
      "spark.io.encryption.enabled" -> (random.nextInt(4) == 0).toString,
      "spark.okibi.cache.policy" -> one(Policies.all).name,
      "spark.okibi.cache.readmission" -> one(Seq("always", "never", "value")),
      "spark.okibi.cache.serializer" -> one(Seq("fory", "spark")),
      "spark.okibi.cache.cleaner.enabled" -> random.nextBoolean().toString
    )
    LocalSpark.withOkibi(storageMb = 1, settings: _*) { context =>
      SparksRace.allowed(context) {
        context.setCheckpointDir(context.getConf.get("spark.local.dir") + "/checkpoint")
        (1 to 25).foreach(_ => if (!isEnough) program(context, settings))
      }
    }
  }

  private def program(context: SparkContext, settings: Seq[(String, String)]): Unit = {
    begin()
    var nodes = Vector(source(context), source(context))
    val done = Seq.newBuilder[String]
    def fail(what: String): Unit = {
      val graph = nodes.zipWithIndex.map { case (node, i) => s"$i: ${node.made}" }.mkString("; ")
      differs(s"$what\ngraph: $graph\ndone: ${done.result().mkString("; ")}\napplication: $settings")
    }
    (1 to 4 + random.nextInt(10)).foreach { _ =>
      val place = random.nextInt(nodes.size)
      val node = nodes(place)
      random.nextInt(6) match {
        case 0 | 1 if nodes.size < 12 => nodes :+= derived(nodes)
        case 2 if node.kept.getStorageLevel == StorageLevel.NONE && !node.kept.isCheckpointed =>
          val level = one(levels)
          node.kept.persist(StorageLevel.fromString(level))
          done += s"persist $place $level"
        case 3 =>
          node.kept.unpersist(blocking = random.nextBoolean())
          done += s"unpersist $place"
        case 4 if !node.kept.isCheckpointed && random.nextBoolean() =>
          node.kept.checkpoint()
          done += s"checkpoint $place"
        case _ =>
          val (name, action) = one(actions(node.isOrdered))
          done += s"$name $place"
          val (found, wanted) = (action(node.kept), action(node.plain))
          if (found != wanted) fail(s"$name of $place: $found, without persisting $wanted")
      }
    }
    nodes.foreach(_.kept.unpersist(blocking = true))
    val (entries, used) = StoreProbe.books
    if (entries != used) fail(s"entries of $entries bytes, $used bytes taken")
    if (StoreProbe.locked.nonEmpty) fail(s"locked: ${StoreProbe.locked}")
    if (StoreProbe.rddBlocksInMemory != 0) fail(s"${StoreProbe.rddBlocksInMemory} blocks left in memory")
  }

  private val levels = Seq(
    "MEMORY_ONLY",
    "MEMORY_AND_DISK",
    "MEMORY_ONLY_SER",
    "MEMORY_AND_DISK_SER",
    "DISK_ONLY",
    "OFF_HEAP",
    "MEMORY_AND_DISK_2"
  )

  private def source(context: SparkContext): Node = {
    val (rows, parts, mark) = (one(Seq(0, 10, 3000, 12000)), 1 + random.nextInt(5), random.nextInt(100))
    def make: Pairs = context.parallelize(0 until rows, parts).map(n => (n % 97, s"$mark-$n"))
    Node(make, make, isOrdered = true, isCut = true, s"$rows rows in $parts")
  }

  private def derived(nodes: Seq[Node]): Node = {
    val (a, b) = (one(nodes), one(nodes))
    val (left, right) = (nodes.indexOf(a), nodes.indexOf(b))
    val n = 1 + random.nextInt(6)
    def from(made: String, isOrdered: Boolean = a.isOrdered, isCut: Boolean = a.isCut)(change: Pairs => Pairs): Node =
      Node(change(a.kept), change(a.plain), isOrdered, isCut, s"$made of $left")
    def ofBoth(made: String, isOrdered: Boolean)(change: (Pairs, Pairs) => Pairs): Node =
      Node(
        change(a.kept, b.kept),
        change(a.plain, b.plain),
        isOrdered,
        a.isCut && b.isCut,
        s"$made of $left and $right"
      )
    random.nextInt(11) match {
      case 0 => from("mapped")(_.map { case (k, v) => (k * n % 89, v + "x") })
      case 1 => from("filtered")(_.filter(_._1 % n == 0))
      case 2 => from("flat-mapped")(_.flatMap { case (k, v) => Seq.fill(k % 3)((k + 1, v)) })
      case 3 => ofBoth("union", a.isOrdered && b.isOrdered)(_ union _)
      // Packs partitions by the places of their blocks.
      case 4 => from(s"coalesced to $n", a.isOrdered && n == 1, isCut = n == 1)(_.coalesce(n))
      case 5 if a.isOrdered && a.isCut => from(s"sample $n")(_.sample(withReplacement = n % 2 == 0, 0.3, n.toLong))
      case 6 if a.isOrdered =>
        from("zipped with its own keys")(rdd => rdd.map(_._1).zip(rdd).map { case (k, (_, v)) => (k, v) })
      case 7 =>
        ofBoth("cogroup", isOrdered = false) { (x, y) =>
          x.cogroup(y, n).mapValues { case (vs, ws) =>
            s"${vs.size} ${ws.size} ${(vs ++ ws).foldLeft("")((v, w) => if (v > w) v else w)}"
          }
        }
      case 8 => from("greatest by key", isOrdered = false)(_.reduceByKey((v, w) => if (v > w) v else w, n))
      case 9 => from(s"sorted into $n", isCut = n == 1)(_.sortBy(pair => pair, numPartitions = n))
      case _ => from("distinct", isOrdered = false)(_.distinct(n))
    }
  }

  private def actions(isOrdered: Boolean): Seq[(String, Pairs => Any)] = {
    val any = Seq[(String, Pairs => Any)](
      "count" -> (_.count()),
      "hash" -> (_.map(_.hashCode.toLong).fold(0L)(_ + _)),
      "collect" -> (_.collect().sorted.toSeq.hashCode),
      "top" -> (_.top(3).toSeq),
      "by key" -> (_.countByKey().toSeq.sorted)
    )
    if (!isOrdered) any
    else any ++ Seq[(String, Pairs => Any)]("take" -> (_.take(5).toSeq), "in order" -> (_.collect().toSeq.hashCode))
  }
}
