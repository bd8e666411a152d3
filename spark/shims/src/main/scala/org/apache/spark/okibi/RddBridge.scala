package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.rdd.{DeterministicLevel, RDD}

/** What RDDs of our own need of `private[spark]`. */
object RddBridge {

  /** Whether computing a partition again may give other elements. */
  def isIndeterminate(rdd: RDD[_]): Boolean = rdd.outputDeterministicLevel == DeterministicLevel.INDETERMINATE

  /** The function without references that it does not use, as Spark's own operations clean theirs. */
  def clean[F <: AnyRef](context: SparkContext, function: F): F = context.clean(function)
}
