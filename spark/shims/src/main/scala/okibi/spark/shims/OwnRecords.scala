package okibi.spark.shims

import java.io.{DataInput, DataOutput}

/** Okibi's own records in blocks of cached RDDs. They have a byte format of their own, so the serializer, the
  * registrations and the class loaders of the application never see them. Thread-safe.
  */
trait OwnRecords {

  /** Whether a record is one of Okibi's. */
  def contains(record: Any): Boolean

  /** Appends a record. */
  def write(record: Any, out: DataOutput): Unit

  /** Reads the next record.
    *
    * @throws java.io.IOException when the bytes are not those of a record
    */
  def read(in: DataInput): Any
}
