package okibi.spark.cache.codec

import java.util.Locale

import org.apache.fory.config.Config
import org.apache.fory.okibi.RefusingSerializer
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.{Serializer, SerializerFactory}

/** Classes that this codec must not write, wherever they occur in a record: classes whose round trip is known to be
  * wrong, and classes that the user's serializer changes by the contract of Java serialization or by settings of Kryo.
  * Writing one throws [[RefusedException]], and Spark's own serializer takes the RDD.
  */
private[codec] final class Refusals(kryo: KryoChoices, java: JavaContract) extends SerializerFactory {

  /** The reason why the class is refused; None if it is not. */
  def reason(cls: Class[_]): Option[String] =
    if (Refusals.wrong.contains(cls.getName)) Some("Fory does not restore it as it was")
    else if (kryo.treats(cls)) Some("the Kryo settings of the application treat it specially")
    else if (kryo.constructs(cls)) Some("with Kryo a constructor sets its transient fields")
    else java.reason(cls)

  /** Refused classes for which Fory has a built-in serializer, so that it would not ask here. */
  def exact: Seq[Class[_]] = classOf[Locale] +: kryo.exact

  override def createSerializer(resolver: TypeResolver, cls: Class[_]): Serializer[_] =
    reason(cls).map(refusing(resolver.getConfig, cls, _)).orNull

  def refusing(config: Config, cls: Class[_], reason: String): Serializer[_] =
    new RefusingSerializer(config, cls.asInstanceOf[Class[AnyRef]], () => new RefusedException(cls, reason))
}

private[codec] object Refusals {
  // Locale loses its extensions; the sorted collections of Scala 2.12 are written in a form that cannot be read.
  private val wrong = Set("java.util.Locale") ++
    (if (scala.util.Properties.versionNumberString.startsWith("2.12."))
       Set("scala.collection.immutable.TreeMap", "scala.collection.immutable.TreeSet")
     else Nil)
}

/** A record holds an object of a class that this codec leaves to Spark's own serializer. */
private[codec] final class RefusedException(cls: Class[_], reason: String)
    extends RuntimeException(s"class ${cls.getName}: $reason", null, false, false)
