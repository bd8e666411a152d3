package org.apache.fory.okibi

import java.util

import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.ObjectSerializer
import org.apache.fory.serializer.collection.CollectionLikeSerializer

/** Writes a collection by its fields, without code made for it, as Fory does with code where it knows no better way. For why it is in this package see
  * [[RefusingSerializer]].
  */
final class FieldsSerializer(resolver: TypeResolver, cls: Class[AnyRef])
    extends CollectionLikeSerializer[AnyRef](resolver, cls, false) {
  // Before that of the fields, which would take the place.
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
