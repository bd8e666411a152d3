package okibi.spark.shims

import org.apache.spark.okibi.KnownHeapSize

/** A record of a cached RDD that may stand for data outside the heap. A block of such records is small: it is always
  * admitted to memory and never dropped, however large the data are.
  */
trait DataHandle extends KnownHeapSize {

  /** Bytes outside the heap that are freed with the block; 0 if all data are in the heap. */
  def outsideBytes: Long
}

object DataHandle {

  /** Classes of records that may be handles. They are named by text because this module does not know Spark SQL. */
  private val elementClasses = Set("org.apache.spark.sql.columnar.CachedBatch")

  /** Whether the records of an RDD with this element class may be handles, so that the store must look at the first
    * record.
    */
  def mayBe(element: Class[_]): Boolean = elementClasses(element.getName)

  /** Whether a record stands for data outside the heap. */
  def is(record: Any): Boolean = record match {
    case handle: DataHandle => handle.outsideBytes > 0
    case _ => false
  }
}
