package okibi.spark.unusual

import java.io.{IOException, ObjectOutputStream}
import java.util.concurrent.atomic.AtomicInteger

import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._

import okibi.spark.transport.TransportWorkload

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}
import munit.FunSuite
import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.serializer.KryoRegistrator
import org.apache.spark.storage.StorageLevel

/** What programs do with records of persisted RDDs, at every level: the answer is stock Spark's, or the error is. Where
  * Okibi's codec writes what Spark's serializers refuse or confuse (docs/records.md), the answer is right.
  */
class UnusualRecordsSuite extends FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"

  /** Persists, reads twice, and unpersists, at each level. */
  private def atEachLevel[T](context: SparkContext)(rdd: => RDD[T])(read: RDD[T] => Any): Seq[Any] =
    TransportWorkload.levels.map { level =>
      Unusual.answerOrError {
        val kept = rdd.persist(StorageLevel.fromString(level))
        try {
          (level, read(kept), read(kept))
        } finally kept.unpersist(blocking = true)
      }
    }

  private def reused(context: SparkContext): RDD[Counter] =
    context.parallelize(1 to 100, 3).mapPartitions { numbers =>
      val record = new Counter
      numbers.map { n =>
        record.n = n
        record
      }
    }

  test("an iterator gives the same record again and again, changed") {
    Unusual.same(kryo)(context => atEachLevel(context)(reused(context))(_.map(_.n).collect().toSeq))
  }

  test("Java serialization repeats the first value of a record that an iterator changes, Okibi writes each value") {
    val written = TransportWorkload.levels.filter(level => level.contains("SER") || level.startsWith("DISK"))
    def outcome(plugin: Boolean): Any = Unusual.outcome(plugin) { context =>
      written.map(level => reused(context).persist(StorageLevel.fromString(level)).map(_.n).collect().toSeq)
    }
    assertEquals(outcome(plugin = true), written.map(_ => 1 to 100))
    assertEquals(
      outcome(plugin = false),
      written.map(_ => (1 to 100).map(n => if (n < 34) 1 else if (n < 67) 34 else 67))
    )
  }

  test("an iterator gives the same array again and again, changed") {
    Unusual.same(kryo) { context =>
      atEachLevel(context)(context.parallelize(1 to 100, 3).mapPartitions { numbers =>
        val record = new Array[Long](3)
        numbers.map { n =>
          record(n % 3) = n.toLong
          record
        }
      })(_.map(_.toSeq).collect().toSeq)
    }
  }

  test("a reader changes the records that it reads") {
    Unusual.same() { context =>
      atEachLevel(context)(context.parallelize(1 to 100, 3).map(n => new Counter(n))) { kept =>
        kept
          .map { record =>
            record.n += 1
            record.n
          }
          .sum()
      }
    }
  }

  test("records have a serializer of Kryo of their own, and registration is required") {
    Unusual.same(
      kryo,
      "spark.kryo.registrator" -> classOf[CounterRegistrator].getName,
      "spark.kryo.registrationRequired" -> "true"
    ) { context =>
      atEachLevel(context)(context.parallelize(1 to 100, 3).map(n => new Counter(n)))(_.map(_.n).collect().toSeq)
    }
  }

  test("records that Java refuses, and that Kryo requires to be registered, are written") {
    val required = Seq(kryo, "spark.kryo.registrationRequired" -> "true")
    Seq(Nil, required).foreach { settings =>
      def outcome(plugin: Boolean): Any = Unusual.outcome(plugin, settings: _*) { context =>
        atEachLevel(context)(context.parallelize(1 to 100, 3).map(n => new Closed(n)))(_.map(_.n.toLong).sum())
      }
      val answers = TransportWorkload.levels.map(level => (level, 5050.0, 5050.0))
      assertEquals(outcome(plugin = true), answers)
      assertNotEquals(outcome(plugin = false), answers: Any)
    }
  }

  test("records that fail while they are written fail as ever") {
    Unusual.same() { context =>
      atEachLevel(context)(context.parallelize(1 to 100, 3).map(n => new Failing(n)))(_.map(_.n).sum())
    }
  }

  test("records hold functions") {
    Unusual.same() { context =>
      atEachLevel(context)(context.parallelize(1 to 100, 3).map(n => Doing(n, x => x * n)))(
        _.map(record => record.f(record.n)).collect().toSeq
      )
    }
  }

  test("records are null, nothing, and empty") {
    Unusual.same() { context =>
      Seq(
        atEachLevel(context)(context.parallelize(Seq[String](null, "a", null, ""), 3))(_.collect().toSeq),
        atEachLevel(context)(context.parallelize(1 to 10, 3).map(_ => ()))(_.collect().toSeq),
        atEachLevel(context)(context.parallelize(1 to 10, 3).map(_ => null: Any))(_.collect().toSeq),
        atEachLevel(context)(context.parallelize(1 to 10, 3).map(_ => Array.empty[Byte]))(_.map(_.length).sum())
      )
    }
  }

  test("there are no partitions, empty partitions, and many partitions") {
    Unusual.same() { context =>
      Seq(
        atEachLevel(context)(context.emptyRDD[Int])(_.collect().toSeq),
        atEachLevel(context)(context.parallelize(Seq.empty[Int], 7))(_.collect().toSeq),
        atEachLevel(context)(context.parallelize(1 to 2, 60))(_.collect().toSeq)
      )
    }
  }

  test("a record is larger than the store's memory") {
    // Storage holds 12 MB.
    Unusual.same("spark.memory.storageFraction" -> "0.5", "spark.testing.memory" -> (20L << 20).toString) { context =>
      Seq("MEMORY_ONLY", "MEMORY_AND_DISK", "DISK_ONLY", "MEMORY_AND_DISK_SER").map { level =>
        val kept = context
          .parallelize(1 to 2, 2)
          .map(n => Array.fill(18 << 20)(n.toByte))
          .persist(StorageLevel.fromString(level))
        val sums = (1 to 2).map(_ => kept.map(bytes => bytes.length.toLong * bytes(77)).sum())
        kept.unpersist(blocking = true)
        sums
      }
    }
  }

  test("a task fails in the middle of a partition, and is tried again") {
    Unusual.same("spark.master" -> "local[2, 3]") { context =>
      UnusualRecordsSuite.failures.set(0)
      atEachLevel(context)(context.parallelize(1 to 100, 3).map { n =>
        if (n == 50 && UnusualRecordsSuite.failures.incrementAndGet() % 2 == 1)
          throw new IllegalStateException("the record of 50")
        n
      })(_.sum())
    }
  }

  test("threads read an RDD while another persists and unpersists it") {
    Unusual.same() { context =>
      val kept = context.parallelize(1 to 10000, 8).map(n => n -> n.toString)
      val readers = (1 to 3).map(_ => Future((1 to 8).map(_ => kept.map(_._1.toLong).sum())))
      (1 to 8).foreach { _ =>
        kept.persist(StorageLevel.MEMORY_AND_DISK)
        kept.count()
        kept.unpersist(blocking = true)
      }
      readers.map(Await.result(_, 5.minutes))
    }
  }
}

object UnusualRecordsSuite {
  private val failures = new AtomicInteger
}

final class Counter(var n: Int) extends Serializable {
  def this() = this(0)
}

final class CounterRegistrator extends KryoRegistrator {
  override def registerClasses(kryo: Kryo): Unit = {
    kryo.register(classOf[Counter], CounterSerializer)
    kryo.register(classOf[Array[Counter]])
    kryo.register(classOf[Array[Int]])
    kryo.register(Class.forName("scala.reflect.ClassTag$GenericClassTag"))
  }
}

/** Writes the negative of the number. */
object CounterSerializer extends Serializer[Counter] {
  override def write(kryo: Kryo, output: Output, record: Counter): Unit = output.writeInt(-record.n)
  override def read(kryo: Kryo, input: Input, is: Class[Counter]): Counter = new Counter(-input.readInt())
}

/** Java refuses to write it. */
final class Closed(val n: Int)

final class Failing(val n: Int) extends Serializable {
  private def writeObject(out: ObjectOutputStream): Unit =
    if (n == 50) throw new IOException("the record of 50 is not written") else out.defaultWriteObject()
}

final case class Doing(n: Int, f: Int => Int)
