package okibi.spark.cache.codec

import java.util.Locale

import org.apache.fory.config.Config
import org.apache.fory.okibi.RefusingSerializer
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.{Serializer, SerializerFactory}

/** Classes that must not be written by this codec, wherever in a record they are: those whose round trip is known to be wrong,
  * and those that the user's serializer gives back otherwise, by the contract of Java serialisation or by settings of Kryo. Writing one
  * throws [[RefusedException]], and Spark's own serializer takes the RDD.
  */
private[codec] final class Refusals(kryo: KryoChoices, java: JavaContract) extends SerializerFactory {

  /** Why the class is refused, nothing if it is not. */
  def reason(cls: Class[_]): Option[String] =
    if (Refusals.wrong.contains(cls.getName)) Some("Fory does not give it back as it was")
    else if (kryo.treats(cls)) Some("the Kryo settings of the application treat it specially")
    else if (kryo.constructs(cls)) Some("Kryo gives its transient fields values by a constructor")
    else java.reason(cls)

  /** Classes to refuse that Fory knows by heart, so that it would not ask for them. */
  def exact: Seq[Class[_]] = classOf[Locale] +: kryo.exact

  override def createSerializer(resolver: TypeResolver, cls: Class[_]): Serializer[_] =
    reason(cls).map(refusing(resolver.getConfig, cls, _)).orNull

  def refusing(config: Config, cls: Class[_], reason: String): Serializer[_] =
    new RefusingSerializer(config, cls.asInstanceOf[Class[AnyRef]], () => new RefusedException(cls, reason))
}

private[codec] object Refusals {
  // Locale loses its extensions; the sorted collections of Scala 2.12 are written as what cannot be read.
  private val wrong = Set("java.util.Locale") ++
    (if (scala.util.Properties.versionNumberString.startsWith("2.12."))
       Set("scala.collection.immutable.TreeMap", "scala.collection.immutable.TreeSet")
     else Nil)
}

/** A record holds an object of a class that this codec leaves to Spark's own serializer. */
private[codec] final class RefusedException(cls: Class[_], reason: String)
    extends RuntimeException(s"class ${cls.getName}: $reason", null, false, false)
