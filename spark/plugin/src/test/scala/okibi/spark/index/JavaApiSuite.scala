package okibi.spark.index

import java.util.Arrays

import okibi.spark.OkibiJava
import okibi.spark.kit.TaskCounter
import okibi.spark.store.LocalSpark

import org.apache.spark.api.java.JavaSparkContext
import org.apache.spark.storage.StorageLevel

import scala.concurrent.duration._

class JavaApiSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  test("the Java API gives the answers of the Scala API") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val java = new JavaSparkContext(context)
      val words = java.parallelize(Arrays.asList("a", "b", "c", "dd", "ee"), 5)
      val indexed = OkibiJava.indexed(words, StorageLevel.MEMORY_ONLY)
      assertEquals(indexed.rdd.count(), 5L)
      assertEquals(TaskCounter.of(context)(indexed.filterEquals("b").collect()), (Arrays.asList("b"), 1))
      assertEquals(indexed.filterIn(Arrays.asList("a", "ee", "x")).collect(), Arrays.asList("a", "ee"))
      assertEquals(indexed.leftSemi(java.parallelize(Arrays.asList("c", "x"))).collect(), Arrays.asList("c"))
      assertEquals(indexed.indexStatus.filters, 5)

      val byLength = OkibiJava.indexedBy[String, Int](words, (word: String) => word.length, StorageLevel.MEMORY_ONLY)
      assertEquals(byLength.filterEquals(2).collect(), Arrays.asList("dd", "ee"))

      val pairs =
        OkibiJava.indexedByKey(words.mapToPair((word: String) => (word, word.length)), StorageLevel.MEMORY_ONLY)
      assertEquals(pairs.pairs.count(), 5L)
      assertEquals(pairs.lookup("dd"), Arrays.asList(2))
      val small = java.parallelizePairs(Arrays.asList(("dd", 'x'), ("y", 'y')))
      assertEquals(pairs.join(small).collect(), Arrays.asList(("dd", (2, 'x'))))
      indexed.unpersist(true)
      assertEquals(indexed.indexStatus.filters, 0)
    }
  }

  test("Java sees static methods") {
    Seq("indexed", "indexedBy", "indexedByKey").foreach { name =>
      val method = Class.forName("okibi.spark.OkibiJava").getMethods.find(_.getName == name).get
      assert(java.lang.reflect.Modifier.isStatic(method.getModifiers), name)
    }
  }
}
