package okibi.spark.cache.codec

import java.lang.reflect.Modifier

import scala.collection.mutable
import scala.util.control.NonFatal

import com.esotericsoftware.kryo.{DefaultSerializer, Kryo, KryoSerializable, Registration, Serializer}
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{KryoRegistrator, KryoSerializer}
import org.slf4j.LoggerFactory

/** Classes that the user's Kryo settings treat specially: classes for which `spark.kryo.registrator` registers another
  * serializer than Spark would, classes that name their serializer, and classes that serialize themselves. Only if
  * `spark.serializer` is Kryo. Otherwise no class is special: Spark would use Java serialization, or pick Kryo for
  * plain values only.
  */
private[codec] final class KryoChoices(conf: SparkConf) {
  private val active = KryoChoices.chosen(conf)
  private val registrators = conf.get("spark.kryo.registrator", "").split(',').map(_.trim).filter(_.nonEmpty).toSeq

  // Lazy, so that Kryo is not loaded if it is not used: it brings some ninety classes to the start of a JVM.
  private lazy val recorded = new KryoChoices.Recorder
  private val failed = active && !record()

  private lazy val plainKryo: Kryo =
    new KryoSerializer(
      conf
        .clone()
        .remove("spark.kryo.registrator")
        .remove("spark.kryo.classesToRegister")
        .set("spark.kryo.registrationRequired", "false")
    ).newKryo()

  /** Classes that are registered with a serializer of their own. */
  val exact: Seq[Class[_]] =
    if (active) recorded.registered.toSeq.collect {
      case (cls, serializer) if serializer ne plainKryo.getRegistration(cls).getSerializer.getClass => cls
    }
    else Nil

  private val exactSet = exact.toSet[Class[_]]

  /** Whether every class may be treated specially: the registrator changed Kryo's default serializer or the serializer
    * of values that every record may hold, or it could not be run.
    */
  val everything: Boolean = active && (failed || recorded.defaultChanged || KryoChoices.leaves.exists(treats))

  def treats(cls: Class[_]): Boolean =
    active && (exactSet.contains(cls) || recorded.hierarchies.exists(_.isAssignableFrom(cls)) ||
      classOf[KryoSerializable].isAssignableFrom(cls) || cls.isAnnotationPresent(classOf[DefaultSerializer]))

  /** Whether Kryo calls a constructor of the class that sets fields which are not written. Excludes Spark's own
    * classes, which are made for Java serialization, which calls no constructor.
    */
  def constructs(cls: Class[_]): Boolean =
    active && !ClassLayout.isLibrary(cls) && !cls.getName.startsWith("org.apache.spark.") &&
      (try
        cls.getDeclaredConstructors.exists(_.getParameterCount == 0) && ClassLayout
          .chain(cls)
          .exists(_.getDeclaredFields.exists { field =>
            Modifier.isTransient(field.getModifiers) && !Modifier.isStatic(field.getModifiers)
          })
      catch { case _: LinkageError => false }) // a field or constructor names a class that does not exist

  private def record(): Boolean =
    try {
      recorded.start()
      val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
      registrators.foreach { name =>
        Class
          .forName(name, true, loader)
          .getConstructor()
          .newInstance()
          .asInstanceOf[KryoRegistrator]
          .registerClasses(recorded)
      }
      true
    } catch {
      case e @ (NonFatal(_) | _: LinkageError) =>
        LoggerFactory
          .getLogger(classOf[BlockCodec])
          .warn(
            s"spark.kryo.registrator: ${registrators.mkString(", ")} failed when Okibi ran it to find the classes " +
              s"that it treats specially ($e). Spark's own serializer writes all cached blocks."
          )
        false
    }
}

private[codec] object KryoChoices {

  /** Whether the application's serializer is Kryo. */
  def chosen(conf: SparkConf): Boolean = conf.get("spark.serializer", "").endsWith("KryoSerializer")

  // Classes of values that frames hold without asking.
  private val leaves: Seq[Class[_]] = Seq(
    classOf[String],
    classOf[java.lang.Boolean],
    classOf[java.lang.Byte],
    classOf[java.lang.Short],
    classOf[java.lang.Character],
    classOf[java.lang.Integer],
    classOf[java.lang.Long],
    classOf[java.lang.Float],
    classOf[java.lang.Double],
    None.getClass,
    classOf[Array[Boolean]],
    classOf[Array[Byte]],
    classOf[Array[Short]],
    classOf[Array[Char]],
    classOf[Array[Int]],
    classOf[Array[Long]],
    classOf[Array[Float]],
    classOf[Array[Double]]
  )

  /** Stands in for Kryo while the user's registrators run. Kryo's own constructor registers classes as well; those are
    * not recorded.
    */
  private final class Recorder extends Kryo {
    private var started = false
    val registered = mutable.LinkedHashMap.empty[Class[_], Class[_]]
    val hierarchies = mutable.ListBuffer.empty[Class[_]]
    var defaultChanged = false

    def start(): Unit = started = true

    private def note(cls: Class[_], serializer: Serializer[_]): Unit =
      if (started) registered(cls) = serializer.getClass

    override def register(cls: Class[_], serializer: Serializer[_]): Registration = {
      note(cls, serializer)
      super.register(cls, serializer)
    }
    override def register(cls: Class[_], serializer: Serializer[_], id: Int): Registration = {
      note(cls, serializer)
      super.register(cls, serializer, id)
    }
    override def register(registration: Registration): Registration = {
      note(registration.getType, registration.getSerializer)
      super.register(registration)
    }
    override def addDefaultSerializer(cls: Class[_], serializer: Serializer[_]): Unit = {
      if (started) hierarchies += cls
      super.addDefaultSerializer(cls, serializer)
    }
    override def addDefaultSerializer(cls: Class[_], serializer: Class[_ <: Serializer[_]]): Unit = {
      if (started) hierarchies += cls
      super.addDefaultSerializer(cls, serializer)
    }
    override def setDefaultSerializer(serializer: Class[_ <: Serializer[_]]): Unit = {
      if (started) defaultChanged = true
      super.setDefaultSerializer(serializer)
    }
  }
}
