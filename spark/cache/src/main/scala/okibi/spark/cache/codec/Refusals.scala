package okibi.spark.cache.codec

import org.apache.fory.config.Config
import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.{Serializer, SerializerFactory}

/** Classes that must not be written by this codec, wherever in a record they are: those whose round trip is known to be wrong,
  * and those that the user's Kryo settings treat specially. Writing one throws [[RefusedException]], and Spark's own serializer
  * takes the RDD.
  */
private[codec] final class Refusals(kryo: KryoChoices) extends SerializerFactory {

  /** Why the class is refused, nothing if it is not. */
  def reason(cls: Class[_]): Option[String] =
    if (Refusals.wrong.contains(cls.getName)) Some("Fory does not give it back as it was")
    else if (kryo.treats(cls)) Some("the Kryo settings of the application treat it specially")
    else None

  /** Classes to refuse that Fory knows by heart, so that it would not ask for them. */
  def exact: Seq[Class[_]] = classOf[java.util.Locale] +: kryo.exact

  override def createSerializer(resolver: TypeResolver, cls: Class[_]): Serializer[_] =
    reason(cls).map(refusing(resolver.getConfig, cls, _)).orNull

  def refusing(config: Config, cls: Class[_], reason: String): Serializer[_] =
    new RefusingSerializer(config, cls.asInstanceOf[Class[AnyRef]], reason)
}

private[codec] object Refusals {
  // Locale loses its extensions; the sorted collections of Scala 2.12 are written as what cannot be read.
  private val wrong = Set("java.util.Locale") ++
    (if (scala.util.Properties.versionNumberString.startsWith("2.12.")) Set("scala.collection.immutable.TreeMap", "scala.collection.immutable.TreeSet") else Nil)
}

/** Stands where the serializer of a refused class would. Not nested, because code that Fory generates names it. */
private[codec] final class RefusingSerializer(config: Config, cls: Class[AnyRef], reason: String) extends Serializer[AnyRef](config, cls) {
  override def write(context: WriteContext, value: AnyRef): Unit = throw new RefusedException(cls, reason)
  override def read(context: ReadContext): AnyRef = throw new RefusedException(cls, reason)
}

/** A record holds an object of a class that this codec leaves to Spark's own serializer. */
private[codec] final class RefusedException(cls: Class[_], reason: String)
    extends RuntimeException(s"class ${cls.getName}: $reason", null, false, false)
