package org.apache.spark.okibi

import org.apache.spark.util.KnownSizeEstimation

/** Spark's trait for objects that know their own size is private[spark]. The store takes the size from such an object:
  * it neither walks the object nor counts what several objects share.
  */
trait KnownHeapSize extends KnownSizeEstimation
