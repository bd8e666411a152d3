package org.apache.fory.okibi

import java.util

import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.ObjectSerializer
import org.apache.fory.serializer.collection.CollectionLikeSerializer

/** Writes a collection by its fields, without generated code. Fory does the same with generated code for collections
  * that it does not know. [[RefusingSerializer]] says why it is in this package.
  */
final class FieldsSerializer(resolver: TypeResolver, cls: Class[AnyRef])
    extends CollectionLikeSerializer[AnyRef](resolver, cls, false) {
  // Before the serializer of the fields, which would register itself.
  resolver.setSerializer(cls, this)
  private val fields = new ObjectSerializer[AnyRef](resolver, cls)

  override def write(context: WriteContext, value: AnyRef): Unit = fields.write(context, value)
  override def read(context: ReadContext): AnyRef = fields.read(context)
  override def onCollectionWrite(context: WriteContext, value: AnyRef): util.Collection[_] = throw elements
  override def onCollectionRead(collection: util.Collection[_]): AnyRef = throw elements

  private def elements = new IllegalStateException(
    s"class ${cls.getName} is written by its fields and not by its elements"
  )
}
