package org.apache.spark.okibi

import org.apache.spark.serializer.Serializer

/** A serializer that takes all its properties from `inner`. A subclass makes the instances. */
abstract class DelegatingSerializer(inner: Serializer) extends Serializer with Serializable {
  override def setDefaultClassLoader(classLoader: ClassLoader): Serializer = {
    inner.setDefaultClassLoader(classLoader)
    super.setDefaultClassLoader(classLoader)
  }

  private[spark] override def supportsRelocationOfSerializedObjects: Boolean =
    inner.supportsRelocationOfSerializedObjects
}
