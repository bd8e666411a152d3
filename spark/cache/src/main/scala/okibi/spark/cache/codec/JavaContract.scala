package okibi.spark.cache.codec

import java.io.Externalizable
import java.lang.reflect.Modifier

import org.apache.spark.SparkConf

/** Classes whose fields Java serialization changes by its contract. This codec keeps all fields that are not transient,
  * so it leaves such classes to Java, unless the application chose Kryo, which keeps the fields as well. Classes that
  * Java refuses to write or to read are not left to Java: the codec can write them, and Java would only fail.
  */
private[codec] final class JavaContract(conf: SparkConf) {
  private val active = !KryoChoices.chosen(conf)

  /** The reason why the class is left to Java serialization; None if it is not. */
  def reason(cls: Class[_]): Option[String] =
    if (!active || !isWrittenByFields(cls)) None
    else
      try
        built(cls)
          .map(above =>
            s"its superclass ${above.getName} is not Serializable, so with Java serialization a constructor " +
              "sets the fields of that class"
          )
          .orElse(
            choosing(cls)
              .map(chooses =>
                s"${chooses.getName}.serialPersistentFields chooses the fields that Java serialization keeps"
              )
          )
      catch { case _: LinkageError => None } // a field or method names a class that does not exist

  private def isWrittenByFields(cls: Class[_]): Boolean =
    isSerializable(cls) && !cls.isArray && !cls.isRecord && !cls.isSynthetic && !ClassLayout.isLibrary(cls) &&
      !classOf[Externalizable].isAssignableFrom(cls) && !classOf[Enum[_]].isAssignableFrom(cls)

  /** The superclass whose fields are set by its constructor. None for an object that is replaced when it is written,
    * and if Java finds no such constructor.
    */
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
          // The transient fields of Java's and Scala's abstract collections are caches, which are empty at first.
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
