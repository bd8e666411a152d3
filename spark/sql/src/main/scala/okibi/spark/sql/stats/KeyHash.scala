package okibi.spark.sql.stats

import okibi.core.filter.Hash64

import org.apache.spark.sql.catalyst.expressions.XXH64
import org.apache.spark.unsafe.Platform

/** Hashes of keys, for sets of values and tuples. The same in every JVM of an application. */
private[sql] object KeyHash {
  def ofLong(key: Long): Long = Hash64.ofLong(key)

  def ofBytes(key: Array[Byte]): Long = ofBytes(key, Platform.BYTE_ARRAY_OFFSET.toLong, key.length)

  /** The hash of bytes in the heap or outside.
    *
    * @param base null for an address outside the heap
    */
  def ofBytes(base: AnyRef, offset: Long, length: Int): Long = XXH64.hashUnsafeBytes(base, offset, length, 0L)

  /** The hash of a tuple, from the hash of its first columns and the hash of the next column. The order of columns
    * counts.
    */
  def combine(first: Long, next: Long): Long = Hash64.combine(first, next)
}
