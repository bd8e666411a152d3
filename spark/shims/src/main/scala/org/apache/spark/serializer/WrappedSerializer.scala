package org.apache.spark.serializer

/** A serializer that is `inner` but for its instances. */
abstract class WrappedSerializer(inner: Serializer) extends Serializer with Serializable {
  override def setDefaultClassLoader(classLoader: ClassLoader): Serializer = {
    inner.setDefaultClassLoader(classLoader)
    super.setDefaultClassLoader(classLoader)
  }

  private[spark] override def supportsRelocationOfSerializedObjects: Boolean =
    inner.supportsRelocationOfSerializedObjects
}
