package okibi.spark.store

import scala.concurrent.duration._

import okibi.core.kit.Draws
import okibi.core.policy.Policies

import org.apache.spark.storage.StorageLevel
import org.apache.spark.storage.memory.StoreProbe

/** Okibi on against off: the same answers for every level, under every policy, and with encryption and compression. */
class StoreDifferentialSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val memory = CacheWorkload.settings ++
    Seq("spark.memory.offHeap.enabled" -> "true", "spark.memory.offHeap.size" -> "1m", SparksRace.retried(cores = 2))

  private lazy val stock: Map[String, Seq[String]] =
    LocalSpark.withContext(CacheWorkload.storageMb, cores = 2, plugin = false, memory: _*) { context =>
      CacheWorkload.levels.map { case (name, level) => name -> CacheWorkload.answers(context, level) }.toMap
    }

  private def check(levels: Seq[(String, StorageLevel)], settings: (String, String)*): Unit = {
    val expected = stock
    LocalSpark.withOkibi(CacheWorkload.storageMb, memory ++ settings: _*) { context =>
      SparksRace.allowed(context) {
        assertEquals(StoreProbe.storeClass, "HookedMemoryStore")
        levels.foreach { case (name, level) =>
          assertEquals(
            CacheWorkload.answers(context, level),
            expected(name),
            s"level $name with ${settings.mkString(", ")}"
          )
          assertEquals(StoreProbe.locked, Nil, s"locks left after $name")
          assertEquals(StoreProbe.rddBlocksInMemory, 0, s"blocks left in memory after unpersist, $name")
          val (entries, used) = StoreProbe.books
          assertEquals(entries, used, s"bytes after $name")
        }
      }
    }
  }

  private def checkPolicy(
      levels: Seq[(String, StorageLevel)],
      policy: String,
      encrypted: Boolean,
      compressed: Boolean
  ): Unit =
    test(s"every level gives stock Spark's answers: policy $policy, encryption $encrypted, compression $compressed") {
      check(
        levels,
        "spark.okibi.cache.policy" -> policy,
        "spark.io.encryption.enabled" -> encrypted.toString,
        "spark.rdd.compress" -> compressed.toString
      )
    }

  // The default policy runs with and without encryption and compression, the others with one combination each and at
  // the levels that take memory: the policy does not influence how a block is written.
  private val ways = for (encrypted <- Seq(false, true); compressed <- Seq(false, true)) yield (encrypted, compressed)
  ways.foreach { case (encrypted, compressed) =>
    checkPolicy(CacheWorkload.levels, Policies.default.name, encrypted, compressed)
  }
  Draws.some(Policies.all.map(_.name).filter(_ != Policies.default.name).zipWithIndex).foreach { case (policy, i) =>
    val (encrypted, compressed) = ways(i % ways.length)
    checkPolicy(CacheWorkload.inMemory, policy, encrypted, compressed)
  }

  for {
    readmission <- Seq("always", "never", "value")
    serializer <- Seq("fory", "spark")
  } test(s"every level gives stock Spark's answers: readmission $readmission, serializer $serializer") {
    check(
      CacheWorkload.inMemory,
      "spark.okibi.cache.readmission" -> readmission,
      "spark.okibi.cache.serializer" -> serializer
    )
  }

  test("every level gives stock Spark's answers while Okibi only observes") {
    check(CacheWorkload.unreplicated, "spark.okibi.cache.mode" -> "observe")
  }

  test("every level gives stock Spark's answers with Kryo and without the cleaner") {
    check(
      CacheWorkload.unreplicated,
      "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer",
      "spark.okibi.cache.cleaner.enabled" -> "false"
    )
  }
}
