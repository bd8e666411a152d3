package okibi.spark.shims

import java.io.{DataInput, DataOutput}

/** Okibi's own records in blocks of cached RDDs. They become bytes and back by themselves: the serializer, the registrations and the
  * class loaders that the application has chosen never meet them. Thread-safe.
  */
trait OwnRecords {

  /** Whether a record is one of these. */
  def contains(record: Any): Boolean

  /** Appends a record. */
  def write(record: Any, out: DataOutput): Unit

  /** The next record.
    *
    * @throws java.io.IOException when these are not the bytes of one
    */
  def read(in: DataInput): Any
}
