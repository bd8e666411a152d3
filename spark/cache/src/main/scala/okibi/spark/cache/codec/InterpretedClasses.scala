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

/** Classes that Fory writes without code made for them: those with fields of strings, of a loader that does not have this Fory. Code that Fory makes there
  * takes its serializer of strings for a plain one, and does not compile. Thread-safe.
  */
private[codec] object InterpretedClasses extends SerializerFactory {
  // The class that Fory is being asked about by this thread.
  private val asked = new ThreadLocal[Class[_]]

  override def createSerializer(resolver: TypeResolver, cls: Class[_]): Serializer[_] =
    if ((asked.get eq cls) || !holdsText(cls) || !isForeign(cls)) null
    else {
      val usual = usualSerializer(resolver, cls)
      val objects = cls.asInstanceOf[Class[AnyRef]]
      if (usual == classOf[ObjectSerializer[_]]) new ObjectSerializer[AnyRef](resolver, objects)
      else if (usual == classOf[DefaultJavaCollectionSerializer[_]]) new FieldsSerializer(resolver, objects)
      // Java's serialization calls `readResolve` as Fory does, and nothing is inside that could be shared with the rest of the record.
      else if (usual == classOf[ReplaceResolveSerializer] && isLeaf(cls)) new JavaSerializer(resolver, cls)
      else null
    }

  private def holdsText(cls: Class[_]): Boolean =
    try fields(cls).exists(_.getGenericType.getTypeName.contains("java.lang.String"))
    catch { case NonFatal(_) | _: LinkageError => false } // a field names a class that is not there

  /** As Fory sees it, for which classes without a loader are of the thread's. */
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

  /** What Fory would take, code left aside; null for what cannot be an object's class. */
  private def usualSerializer(resolver: TypeResolver, cls: Class[_]): Class[_] = {
    val outer = asked.get
    asked.set(cls)
    try resolver.asInstanceOf[ClassResolver].getSerializerClass(cls, false)
    catch { case _: UnsupportedOperationException => null } // an interface or an abstract class
    finally asked.set(outer)
  }
}
