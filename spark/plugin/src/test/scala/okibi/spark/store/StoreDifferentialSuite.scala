package okibi.spark.store

import scala.concurrent.duration._

import okibi.core.policy.Policies

import org.apache.spark.SparkContext
import org.apache.spark.storage.memory.StoreProbe

/** Okibi on against off: the same answers for every level, under every policy, and with encryption and compression. */
class StoreDifferentialSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val offHeap = Seq("spark.memory.offHeap.enabled" -> "true", "spark.memory.offHeap.size" -> "3m")

  private def allAnswers(context: SparkContext): Map[String, Seq[String]] =
    Work.levels.map { case (name, level) => name -> Work.answers(context, level) }.toMap

  private lazy val stock: Map[String, Seq[String]] = LocalSpark.withContext(storageMb = 4, cores = 2, plugin = false, offHeap: _*)(allAnswers)

  private def check(settings: (String, String)*): Unit = {
    val expected = stock
    LocalSpark.withOkibi(storageMb = 4, offHeap ++ settings: _*) { context =>
      assertEquals(StoreProbe.storeClass, "HookedMemoryStore")
      Work.levels.foreach { case (name, level) =>
        assertEquals(Work.answers(context, level), expected(name), s"level $name with ${settings.mkString(", ")}")
        assertEquals(StoreProbe.locked, Nil, s"locks left after $name")
        assertEquals(StoreProbe.rddBlocksInMemory, 0, s"blocks left in memory after unpersist, $name")
        val (entries, used) = StoreProbe.books
        assertEquals(entries, used, s"bytes after $name")
      }
    }
  }

  // Every policy meets encryption and compression, each on and off; the default meets them apart, too.
  for {
    policy <- Policies.all.map(_.name)
    encrypted <- Seq(false, true)
    compressed <- Seq(false, true)
    if encrypted == compressed || policy == Policies.default.name
  } test(s"every level gives stock's answers: policy $policy, encryption $encrypted, compression $compressed") {
    check("spark.okibi.cache.policy" -> policy, "spark.io.encryption.enabled" -> encrypted.toString, "spark.rdd.compress" -> compressed.toString)
  }

  for {
    readmission <- Seq("always", "never", "value")
    serializer <- Seq("fory", "spark")
  } test(s"every level gives stock's answers: readmission $readmission, serializer $serializer") {
    check("spark.okibi.cache.readmission" -> readmission, "spark.okibi.cache.serializer" -> serializer)
  }

  test("every level gives stock's answers while Okibi only observes") {
    check("spark.okibi.cache.mode" -> "observe")
  }

  test("every level gives stock's answers with Kryo and without the cleaner") {
    check("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer", "spark.okibi.cache.cleaner.enabled" -> "false")
  }
}
