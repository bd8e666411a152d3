package okibi.core.machine

/** What a machine can do at most, as `okibi probe` measured it once: the limits that a result is held against. All rates are
  * MB/s of 10^6 bytes, on one thread unless it says otherwise.
  *
  * @param time        when it was measured, ISO 8601
  * @param quick       whether less time was taken than the figures deserve
  * @param cores       that the JVM may use
  * @param memoryBytes of the machine or the container
  * @param memoryCopy  copying memory that no cache of the processor holds; by number of threads, one and all cores
  * @param mappedRead  reading a file of the page cache through a memory map
  * @param cachedRead  reading a file of the page cache with read()
  * @param devices     one for each directory
  */
final case class MachineProfile(
    time: String,
    quick: Boolean,
    cores: Int,
    memoryBytes: Long,
    jdk: String,
    memoryCopy: Seq[CopySpeed],
    mappedRead: Double,
    cachedRead: Double,
    devices: Seq[DeviceSpeed],
    codecs: Seq[CodecSpeed],
    serializers: Seq[SerializerSpeed],
    sorts: Seq[SortSpeed]
) {

  def serializer(name: String, records: String): Option[SerializerSpeed] =
    serializers.find(speed => speed.serializer == name && speed.records == records)
}

final case class CopySpeed(threads: Int, mbPerSecond: Double)

/** What a directory's device takes and gives.
  *
  * @param device     as the system names it, `/dev/sda1` or `tmpfs`
  * @param fileSystem `ext4`, `tmpfs`, ...
  * @param tool       what measured it: `fio` or `own`
  * @param access     by way of access
  * @param notes      what could not be measured, and why
  */
final case class DeviceSpeed(
    directory: String,
    device: String,
    mountPoint: String,
    fileSystem: String,
    freeBytes: Long,
    tool: String,
    access: Seq[AccessSpeed],
    notes: Seq[String]
) {

  def mbPerSecond(pattern: String): Option[Double] = access.find(_.pattern == pattern).map(_.mbPerSecond)
  def iops(pattern: String): Option[Double] = access.find(_.pattern == pattern).map(_.iops)
}

/** @param pattern `sequential` or `random`, `read` or `write`, `direct` or `cached`, joined by `-`
  * @param iops    operations a second, of 4 KiB when random, of 1 MiB when sequential
  */
final case class AccessSpeed(pattern: String, mbPerSecond: Double, iops: Double)

/** A compression codec of Spark; rates are of uncompressed bytes.
  *
  * @param data  `text` or `doubles`
  * @param ratio compressed bytes for an uncompressed one
  */
final case class CodecSpeed(codec: String, data: String, compress: Double, decompress: Double, ratio: Double)

/** A serializer of cached blocks; rates are of serialised bytes.
  *
  * @param serializer `java`, `kryo` or `okibi`
  * @param records    `strings` of 100 bytes or `vectors`, dense ones of 20
  */
final case class SerializerSpeed(serializer: String, records: String, write: Double, read: Double)

/** @param keys `longs`, or `strings` of ten bytes
  * @param millionPerSecond keys sorted in a second, in millions, for a million keys
  */
final case class SortSpeed(keys: String, millionPerSecond: Double)
