package okibi.spark.cache.codec

import java.util

import munit.FunSuite
import org.junit.experimental.categories.Category

import okibi.spark.cache.codec.ContractSuite._

import scala.concurrent.duration._

/** The codec keeps to the contract that the application's serializer has for a class; see docs/records.md. */
@Category(Array(classOf[Process]))
class ContractSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"

  private def filled: Child = {
    val child = new Child("kept")
    child.label = "written"
    child
  }

  test("as with Java serialization, a constructor sets the fields of a superclass that is not serializable") {
    val fixture = new CodecFixture
    val Seq(alone: Child, (1, inside: Child)) = fixture.roundTrip(Seq(filled, (1, filled)))
    assertEquals((alone.name, alone.label, inside.name, inside.label), ("kept", "made", "kept", "made"))
    assertEquals(fixture.fallbacks, 1L)
  }

  test("with Kryo, the fields of a superclass that is not serializable are kept") {
    val fixture = new CodecFixture(kryo)
    val Seq(alone: Child, (1, inside: Child)) = fixture.roundTrip(Seq(filled, (1, filled)))
    assertEquals((alone.label, inside.label), ("written", "written"))
    assertEquals(fixture.fallbacks, 0L)
  }

  test("a class that lists its persistent fields is left to Java serialization") {
    val fixture = new CodecFixture
    val Seq(back: Listing) = fixture.roundTrip(Seq(new Listing(1, 2)))
    assertEquals((back.kept, back.left), (1, 0))
    assertEquals(fixture.fallbacks, 1L)
  }

  test("classes that Java serialization does not change are not left to it") {
    val fixture = new CodecFixture
    val own = new OwnList(Array("a", "b"))
    val Seq(list: OwnList, replaced: ReplacedChild, unmade: Unmade) =
      fixture.roundTrip(Seq(own, new ReplacedChild("r"), new Unmade("kept")))
    assertEquals((list.get(1), list.size, replaced.name, unmade.name, unmade.label), ("b", 2, "r", "kept", "given"))
    assertEquals(fixture.fallbacks, 0L)
  }

  test(
    "with Kryo, transient fields have the values that a constructor gives them; without Kryo they are null"
  ) {
    val fixture = new CodecFixture(kryo)
    val Seq(back: Locked) = fixture.roundTrip(Seq(new Locked))
    assertEquals((back.lock.toString, fixture.fallbacks), ("locked", 1L))
    val Seq(other: Locked) = new CodecFixture().roundTrip(Seq(new Locked))
    assertEquals(other.lock, null)
  }

  test("records that Java serialization refuses come back") {
    val fixture = new CodecFixture
    val list = new util.ArrayList[String](util.List.of("a", "b", "c"))
    val Seq(part, plain: Plain) = fixture.roundTrip(Seq(list.subList(1, 3), new Plain("p")))
    assertEquals(part, list.subList(1, 3))
    assertEquals(plain.name, "p")
    assertEquals(fixture.fallbacks, 0L)
  }
}

object ContractSuite {
  class Base { var label: String = "made" }
  final class Child(val name: String) extends Base with Serializable

  final class OwnList(values: Array[String]) extends util.AbstractList[String] with Serializable {
    override def get(index: Int): String = values(index)
    override def size: Int = values.length
  }

  final class ReplacedChild(val name: String) extends Base with Serializable {
    private def writeReplace(): AnyRef = new Replacement(name)
  }
  final class Replacement(val name: String) extends Serializable {
    private def readResolve(): AnyRef = new ReplacedChild(name)
  }

  class Given(val label: String)

  /** Java serialization writes it and cannot read it, because there is no constructor without parameters. */
  final class Unmade(val name: String) extends Given("given") with Serializable

  final class Plain(val name: String)

  final class Locked extends Serializable {
    @transient val lock: AnyRef = new StringBuilder("locked")
  }
}
