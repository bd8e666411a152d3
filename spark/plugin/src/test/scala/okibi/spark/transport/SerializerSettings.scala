package okibi.spark.transport

import scala.reflect.ClassTag

import com.esotericsoftware.kryo.Kryo
import org.apache.spark.serializer.{JavaSerializer, KryoRegistrator, KryoSerializer}
import org.apache.spark.sql.columnar.CachedBatch

/** The serializers that an application may choose. */
object SerializerSettings {
  private val java = "spark.serializer" -> classOf[JavaSerializer].getName
  private val kryo = Seq(
    "spark.serializer" -> classOf[KryoSerializer].getName,
    "spark.kryo.registrator" -> classOf[UsersRegistrator].getName
  )
  private val required = "spark.kryo.registrationRequired" -> "true"

  val strictest: Seq[(String, String)] =
    kryo ++ Seq(required, "spark.kryo.unsafe" -> "true", "spark.kryo.referenceTracking" -> "false")

  val all: Seq[(String, Seq[(String, String)])] = Seq(
    "Java" -> Seq(java),
    "Java, and Kryo where Spark picks it requires registration" -> Seq(java, required),
    "Kryo" -> kryo,
    "Kryo that requires registration" -> (kryo :+ required),
    "Kryo that requires registration, unsafe" -> (kryo ++ Seq(required, "spark.kryo.unsafe" -> "true")),
    "Kryo that requires registration, without references" -> (kryo ++ Seq(
      required,
      "spark.kryo.referenceTracking" -> "false"
    )),
    "Kryo that requires registration, compressed" -> (kryo ++ Seq(required, "spark.rdd.compress" -> "true")),
    "Kryo that requires registration, encrypted" -> (kryo ++ Seq(required, "spark.io.encryption.enabled" -> "true")),
    "Kryo that requires registration, blocks in Spark's format" -> (kryo ++ Seq(
      required,
      "spark.okibi.cache.serializer" -> "spark"
    ))
  )
}

/** A class of the application. */
final case class ApplicationKey(number: Int)

/** Registers the application's class, and none of Okibi's. Also registers the classes that an application with replicas
  * of numbers and of cached tables must register without Okibi, too: Spark sends the class tag of a replica's records
  * with the application's serializer, and registers the tag of tables itself only from 4.1 on.
  */
class UsersRegistrator extends KryoRegistrator {
  override def registerClasses(kryo: Kryo): Unit = {
    kryo.register(classOf[ApplicationKey])
    kryo.register(ClassTag.Long.getClass)
    kryo.register(classOf[CachedBatch])
    ()
  }
}
