package okibi.spark.cache.codec

import java.lang.reflect.Modifier

import scala.collection.mutable
import scala.util.control.NonFatal

import com.esotericsoftware.kryo.{DefaultSerializer, Kryo, KryoSerializable, Registration, Serializer}
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{KryoRegistrator, KryoSerializer}
import org.slf4j.LoggerFactory

/** Which classes the user's Kryo settings treat specially: those that `spark.kryo.registrator` gives a serializer other than
  * Spark would, and those that name their serializer or are their own. Only with `spark.serializer` set to Kryo; without, nothing
  * is special, because then Java serialisation would have been used, or Spark picks Kryo for plain values only.
  */
private[codec] final class KryoChoices(conf: SparkConf) {
  private val active = KryoChoices.chosen(conf)
  private val registrators = conf.get("spark.kryo.registrator", "").split(',').map(_.trim).filter(_.nonEmpty).toSeq

  // Lazy, so that Kryo is not loaded where it is not used: some ninety classes at the start of a JVM.
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

  /** Classes registered with a serializer of their own. */
  val exact: Seq[Class[_]] =
    if (active) recorded.registered.toSeq.collect {
      case (cls, serializer) if serializer ne plainKryo.getRegistration(cls).getSerializer.getClass => cls
    }
    else Nil

  private val exactSet = exact.toSet[Class[_]]

  /** Whether every class may be treated specially: the registrator changed Kryo's default serializer, the treatment of values
    * every record is made of, or could not be run.
    */
  val everything: Boolean = active && (failed || recorded.defaultChanged || KryoChoices.leaves.exists(treats))

  def treats(cls: Class[_]): Boolean =
    active && (exactSet.contains(cls) || recorded.hierarchies.exists(_.isAssignableFrom(cls)) ||
      classOf[KryoSerializable].isAssignableFrom(cls) || cls.isAnnotationPresent(classOf[DefaultSerializer]))

  /** Whether Kryo calls a constructor of the class that gives values to fields which are not written. Spark's own classes are made for Java
    * serialisation, which calls none.
    */
  def constructs(cls: Class[_]): Boolean =
    active && !ClassLayout.isLibrary(cls) && !cls.getName.startsWith("org.apache.spark.") &&
      (try
        cls.getDeclaredConstructors.exists(_.getParameterCount == 0) && ClassLayout
          .chain(cls)
          .exists(_.getDeclaredFields.exists { field =>
            Modifier.isTransient(field.getModifiers) && !Modifier.isStatic(field.getModifiers)
          })
      catch { case _: LinkageError => false }) // a field or constructor names a class that is not there

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
            s"spark.kryo.registrator: ${registrators.mkString(", ")} could not be run to see what it treats specially ($e). " +
              "Cached blocks are written by Spark's own serializer."
          )
        false
    }
}

private[codec] object KryoChoices {

  /** Whether the application's serializer is Kryo. */
  def chosen(conf: SparkConf): Boolean = conf.get("spark.serializer", "").endsWith("KryoSerializer")

  // What frames hold without asking: values inside records.
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

  /** Stands in for Kryo while the user's registrators run. Kryo's own constructor registers too: that is not recorded. */
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
