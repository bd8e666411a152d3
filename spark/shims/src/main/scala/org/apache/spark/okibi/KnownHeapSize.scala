package org.apache.spark.okibi

import org.apache.spark.util.KnownSizeEstimation

/** Spark's own trait for objects that know their size is private[spark]. The store then neither walks them nor counts what
  * they share.
  */
trait KnownHeapSize extends KnownSizeEstimation
