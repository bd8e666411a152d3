package okibi.spark.cache.codec

import java.lang.reflect.{Field, Modifier}

import scala.util.hashing.MurmurHash3

/** The layout of a class's objects: all that [[PlainEncoder]] needs to write and rebuild them field by field.
  *
  * @param cls     the class
  * @param kinds   for each field its kind, a code of [[ClassLayout]]; fields of superclasses first
  * @param offsets for each field its offset in an object
  * @param print   a hash of names and types, which detects that two class paths disagree
  */
private[codec] final class ClassLayout(
    val cls: Class[_],
    val kinds: Array[Int],
    val offsets: Array[Long],
    val print: Int
) {

  /** How many of the fields are references. */
  val references: Int = kinds.count(_ >= ClassLayout.Reference)
}

private[codec] object ClassLayout {
  final val Bool = 0
  final val Byte = 1
  final val Short = 2
  final val Char = 3
  final val Int = 4
  final val Long = 5
  final val Float = 6
  final val Double = 7
  final val Reference = 8

  /** References to a final class: the object's class is the field's class, so it need not be looked up. */
  final val Text = 9
  final val Doubles = 10

  private val primitives: Array[Class[_]] = Array(
    java.lang.Boolean.TYPE,
    java.lang.Byte.TYPE,
    java.lang.Short.TYPE,
    java.lang.Character.TYPE,
    java.lang.Integer.TYPE,
    java.lang.Long.TYPE,
    java.lang.Float.TYPE,
    java.lang.Double.TYPE
  )

  /** The layout of a plain class. None if copying its fields might miss something: if the class or a superclass takes
    * part in its own serialization, is a collection, a singleton, an enum or a record, is generated at run time, or
    * belongs to a library whose invariants are unknown here. Transient fields are left out, as in every Java
    * serializer.
    */
  def of(cls: Class[_]): Option[ClassLayout] =
    if (!FieldAccess.available || !isPlain(cls)) None
    else {
      val fields = chain(cls).reverse.flatMap(instanceFields)
      if (fields.length > MaxFields) None
      else
        Some(
          new ClassLayout(
            cls,
            fields.map(field => kind(field.getType)).toArray,
            fields.map(FieldAccess.offset).toArray,
            MurmurHash3.orderedHash(fields.map(field => field.getName + ":" + field.getType.getName))
          )
        )
    }

  private def isPlain(cls: Class[_]): Boolean =
    !cls.isArray && !cls.isPrimitive && !cls.isInterface && !cls.isEnum && !cls.isRecord && !cls.isHidden &&
      !cls.isSynthetic && !classOf[Enum[_]].isAssignableFrom(cls) &&
      (!isLibrary(cls) || known(cls)) &&
      chain(cls).forall(c => hasNoHooks(c) && ((c eq cls) || !isLibrary(c) || known(c) || instanceFields(c).isEmpty)) &&
      (known(cls) || !supertypes(cls).exists(isSpecial))

  /** The class and its superclasses, without Object. */
  def chain(cls: Class[_]): List[Class[_]] =
    Iterator.iterate[Class[_]](cls)(_.getSuperclass).takeWhile(c => (c ne null) && (c ne classOf[Object])).toList

  private def supertypes(cls: Class[_]): Set[Class[_]] = {
    def above(c: Class[_]): Set[Class[_]] =
      if (c eq null) Set.empty else c.getInterfaces.toSet.flatMap(above) ++ above(c.getSuperclass) + c
    above(cls)
  }

  private def instanceFields(cls: Class[_]): List[Field] =
    cls.getDeclaredFields.toList
      .filterNot(field => Modifier.isStatic(field.getModifiers) || Modifier.isTransient(field.getModifiers))
      .sortBy(_.getName)

  private def hasNoHooks(cls: Class[_]): Boolean =
    !cls.getDeclaredMethods.exists(method => hooks.contains(method.getName)) &&
      !cls.getDeclaredFields.exists(_.getName == "MODULE$")

  private val hooks = Set("writeReplace", "readResolve", "writeObject", "readObject", "readObjectNoData")

  private def isSpecial(cls: Class[_]): Boolean =
    cls.getName.startsWith("scala.collection.") || special.contains(cls.getName)

  private val special = Set(
    "java.lang.Iterable",
    "java.util.Map",
    "java.util.Iterator",
    "java.util.Dictionary",
    "java.lang.Throwable",
    "java.io.Externalizable",
    "java.lang.AutoCloseable",
    "scala.Enumeration$Value",
    "com.esotericsoftware.kryo.KryoSerializable"
  )

  /** Whether the class belongs to Java's or Scala's own library. */
  def isLibrary(cls: Class[_]): Boolean = libraries.exists(cls.getName.startsWith)

  private val libraries = List("java.", "javax.", "jdk.", "sun.", "com.sun.", "scala.")

  // Library classes that are immutable and consist of nothing but their fields.
  private def known(cls: Class[_]): Boolean = {
    val name = cls.getName
    name.startsWith("scala.Tuple") || name == "scala.Some" || name == "scala.Option" ||
    name == "scala.util.Left" || name == "scala.util.Right" || name == "scala.util.Either"
  }

  private def kind(fieldType: Class[_]): Int = {
    val primitive = primitives.indexOf(fieldType)
    if (primitive >= 0) primitive
    else if (fieldType eq classOf[String]) Text
    else if (fieldType eq classOf[Array[Double]]) Doubles
    else Reference
  }

  private final val MaxFields = 64
}
