package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.rdd.{DeterministicLevel, RDD}

/** The private[spark] operations that Okibi's RDDs need. */
object RddBridge {

  /** Whether computing a partition again may give other elements. */
  def isIndeterminate(rdd: RDD[_]): Boolean = rdd.outputDeterministicLevel == DeterministicLevel.INDETERMINATE

  /** The function without the references that it does not use. Spark's own operations clean their functions in the same
    * way.
    */
  def clean[F <: AnyRef](context: SparkContext, function: F): F = context.clean(function)
}
