package okibi.core.admission

import okibi.core.block.BlockKey

/** A block of a cached RDD that asks for storage memory.
  *
  * @param bytes           its size in memory; None if neither the block nor a sibling was ever sized
  * @param offHeap         whether it asks for memory outside the heap
  * @param fromDisk        whether its records were read from this executor's disk: a readmission
  * @param objectsWithDisk whether its storage level keeps objects in memory and has disk as well
  */
final case class AdmissionRequest(
    block: BlockKey,
    bytes: Option[Long],
    offHeap: Boolean,
    fromDisk: Boolean,
    objectsWithDisk: Boolean
)
