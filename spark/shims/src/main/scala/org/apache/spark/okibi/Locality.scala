package org.apache.spark.okibi

import org.apache.spark.rdd.RDD

/** The places where the scheduler prefers to run a partition. */
object Locality {

  /** Spark's name of the preferred place: an executor that holds the block, or a host. None if no place is preferred.
    */
  def of(rdd: RDD[_], partition: Int): Option[String] =
    rdd.sparkContext.getPreferredLocs(rdd, partition).headOption.map(_.toString)
}
