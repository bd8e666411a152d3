package org.apache.spark.okibi

import org.apache.spark.rdd.RDD

/** Where the scheduler would like to run a partition. */
object Locality {

  /** Spark's name of the place: an executor that holds the block, or a host. Nothing when any place is as good. */
  def of(rdd: RDD[_], partition: Int): Option[String] =
    rdd.sparkContext.getPreferredLocs(rdd, partition).headOption.map(_.toString)
}
