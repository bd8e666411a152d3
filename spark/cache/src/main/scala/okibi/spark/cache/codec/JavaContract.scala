package okibi.spark.cache.codec

import java.io.Externalizable
import java.lang.reflect.Modifier

import org.apache.spark.SparkConf

/** Which classes Java serialisation gives back with other fields than were written, by its contract. This codec keeps all fields that are
  * not transient, so it leaves such classes to Java, unless the application chose Kryo, which keeps the fields too. What Java refuses to
  * write or to read is not left to it: the codec can do more there, and nothing comes back otherwise.
  */
private[codec] final class JavaContract(conf: SparkConf) {
  private val active = !KryoChoices.chosen(conf)

  /** Why the class is left to Java serialisation, nothing if it is not. */
  def reason(cls: Class[_]): Option[String] =
    if (!active || !isWrittenByFields(cls)) None
    else
      try
        built(cls)
          .map(above =>
            s"Java serialization makes the fields of its superclass ${above.getName} by a constructor, because that is not Serializable"
          )
          .orElse(
            choosing(cls)
              .map(chooses => s"${chooses.getName}.serialPersistentFields says which fields Java serialization keeps")
          )
      catch { case _: LinkageError => None } // a field or method names a class that is not there

  private def isWrittenByFields(cls: Class[_]): Boolean =
    isSerializable(cls) && !cls.isArray && !cls.isRecord && !cls.isSynthetic && !ClassLayout.isLibrary(cls) &&
      !classOf[Externalizable].isAssignableFrom(cls) && !classOf[Enum[_]].isAssignableFrom(cls)

  /** The superclass whose fields a constructor makes. Not of an object that is replaced when it is written, nor where Java finds no constructor. */
  private def built(cls: Class[_]): Option[Class[_]] = {
    val chain = ClassLayout.chain(cls)
    val others = chain.filterNot(isSerializable)
    if (
      chain
        .exists(_.getDeclaredMethods.exists(_.getName == "writeReplace")) || !others.headOption.exists(isConstructible)
    ) None
    else
      others.find(above =>
        above.getDeclaredFields.exists { field =>
          // The transient ones of Java's and Scala's abstract collections are caches, empty at first.
          !Modifier
            .isStatic(field.getModifiers) && !(ClassLayout.isLibrary(above) && Modifier.isTransient(field.getModifiers))
        }
      )
  }

  private def isConstructible(cls: Class[_]): Boolean =
    cls.getDeclaredConstructors.exists(made => made.getParameterCount == 0 && !Modifier.isPrivate(made.getModifiers))

  private def choosing(cls: Class[_]): Option[Class[_]] =
    ClassLayout
      .chain(cls)
      .filterNot(ClassLayout.isLibrary)
      .find(_.getDeclaredFields.exists { field =>
        field.getName == "serialPersistentFields" && Modifier.isStatic(field.getModifiers)
      })

  private def isSerializable(cls: Class[_]): Boolean = classOf[java.io.Serializable].isAssignableFrom(cls)
}
