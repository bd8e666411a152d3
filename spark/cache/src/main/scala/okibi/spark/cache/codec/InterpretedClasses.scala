package okibi.spark.cache.codec

import java.lang.reflect.{Field, Modifier}

import scala.util.control.NonFatal

import org.apache.fory.Fory
import org.apache.fory.okibi.FieldsSerializer
import org.apache.fory.resolver.{ClassResolver, TypeResolver}
import org.apache.fory.serializer.{
  JavaSerializer,
  ObjectSerializer,
  ReplaceResolveSerializer,
  Serializer,
  SerializerFactory
}
import org.apache.fory.serializer.collection.CollectionSerializers.DefaultJavaCollectionSerializer

/** Classes for which Fory must not generate code: classes with fields of strings whose class loader does not have this
  * Fory. The code that Fory generates there takes its serializer of strings for an ordinary one, and does not compile.
  * Thread-safe.
  */
private[codec] object InterpretedClasses extends SerializerFactory {
  // The class about which this thread is asking Fory.
  private val asked = new ThreadLocal[Class[_]]

  override def createSerializer(resolver: TypeResolver, cls: Class[_]): Serializer[_] =
    if ((asked.get eq cls) || !holdsText(cls) || !isForeign(cls)) null
    else {
      val usual = usualSerializer(resolver, cls)
      val objects = cls.asInstanceOf[Class[AnyRef]]
      if (usual == classOf[ObjectSerializer[_]]) new ObjectSerializer[AnyRef](resolver, objects)
      else if (usual == classOf[DefaultJavaCollectionSerializer[_]]) new FieldsSerializer(resolver, objects)
      // Java serialization calls `readResolve` as Fory does, and such an object holds nothing that the rest of the
      // record could share.
      else if (usual == classOf[ReplaceResolveSerializer] && isLeaf(cls)) new JavaSerializer(resolver, cls)
      else null
    }

  private def holdsText(cls: Class[_]): Boolean =
    try fields(cls).exists(_.getGenericType.getTypeName.contains("java.lang.String"))
    catch { case NonFatal(_) | _: LinkageError => false } // a field names a class that does not exist

  /** Whether Fory sees the class in another loader. Fory takes classes without a loader for classes of the thread's
    * loader.
    */
  private def isForeign(cls: Class[_]): Boolean = {
    val loader = Option(cls.getClassLoader).getOrElse(Thread.currentThread.getContextClassLoader)
    try loader != null && (loader.loadClass(classOf[Fory].getName) ne classOf[Fory])
    catch { case _: ClassNotFoundException => true }
  }

  private def isLeaf(cls: Class[_]): Boolean =
    classOf[java.io.Serializable].isAssignableFrom(cls) && fields(cls).forall(field =>
      field.getType.isPrimitive || field.getType == classOf[String]
    )

  private def fields(cls: Class[_]): Seq[Field] =
    ClassLayout
      .chain(cls)
      .flatMap(_.getDeclaredFields)
      .filterNot(field => Modifier.isStatic(field.getModifiers) || Modifier.isTransient(field.getModifiers))

  /** The serializer that Fory would choose without generating code; null for a class that has no objects. */
  private def usualSerializer(resolver: TypeResolver, cls: Class[_]): Class[_] = {
    val outer = asked.get
    asked.set(cls)
    try resolver.asInstanceOf[ClassResolver].getSerializerClass(cls, false)
    catch { case _: UnsupportedOperationException => null } // an interface or an abstract class
    finally asked.set(outer)
  }
}
