package okibi.spark.shims

import org.apache.spark.okibi.KnownHeapSize

/** A record of a cached RDD that may stand for data outside the heap. A block of such records is small: it is let into
  * memory and left there, whatever the data weigh.
  */
trait DataHandle extends KnownHeapSize {

  /** Bytes outside the heap that go when the block goes; 0 when all is in the heap. */
  def outsideBytes: Long
}

object DataHandle {

  /** Classes of records that may be handles, by name because this module does not know Spark SQL. */
  private val elementClasses = Set("org.apache.spark.sql.columnar.CachedBatch")

  /** Whether the records of an RDD of this class may be handles, so that the first is worth a look before it is stored. */
  def mayBe(element: Class[_]): Boolean = elementClasses(element.getName)

  /** Whether a record stands for data outside the heap. */
  def is(record: Any): Boolean = record match {
    case handle: DataHandle => handle.outsideBytes > 0
    case _ => false
  }
}
