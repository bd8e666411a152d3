package okibi.core.machine

/** The best speeds of a machine, as `okibi probe` measured them once. Results are compared with these limits. A
  * megabyte is 10^6 bytes, and rates are those of one thread unless stated otherwise.
  *
  * @param time        time of the measurement, ISO 8601
  * @param quick       whether the probe took less time than precise figures need
  * @param cores       processors that the JVM may use
  * @param memoryBytes memory of the machine or of the container
  * @param devices     one for each directory
  */
final case class MachineProfile(
    time: String,
    quick: Boolean,
    cores: Int,
    memoryBytes: Long,
    jdk: String,
    memory: MemorySpeed,
    devices: Seq[DeviceSpeed],
    codecs: Seq[CodecSpeed],
    serializers: Seq[SerializerSpeed],
    sorts: Seq[SortSpeed]
) {

  def serializer(name: String, records: String): Option[SerializerSpeed] =
    serializers.find(speed => speed.serializer == name && speed.records == records)
}

/** The speed of memory and the page cache.
  *
  * @param copies                copies of memory that is in no cache of the processor, by one thread and by all cores
  * @param mappedReadMbPerSecond reads of a file in the page cache through a memory map
  * @param cachedReadMbPerSecond reads of a file in the page cache with read()
  */
final case class MemorySpeed(copies: Seq[CopySpeed], mappedReadMbPerSecond: Double, cachedReadMbPerSecond: Double)

/** The speed of memory copies by a number of threads together. */
final case class CopySpeed(threads: Int, mbPerSecond: Double)

/** The speed of a directory's device.
  *
  * @param device     the system's name of the device, `/dev/sda1` or `tmpfs`
  * @param fileSystem `ext4`, `tmpfs`, ...
  * @param tool       the tool of the measurement: `fio` or `own`
  * @param access     one for each way of access
  * @param notes      accesses that could not be measured, with the cause
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

/** The speed of one way of access.
  *
  * @param pattern `sequential` or `random`, `read` or `write`, `direct` or `cached`, joined by `-`
  * @param iops    operations a second, of 4 KiB for random access and of 1 MiB for sequential access
  */
final case class AccessSpeed(pattern: String, mbPerSecond: Double, iops: Double)

/** The speed of a compression codec of Spark, in uncompressed bytes.
  *
  * @param data  `text` or `doubles`
  * @param ratio compressed bytes for each uncompressed byte
  */
final case class CodecSpeed(
    codec: String,
    data: String,
    compressMbPerSecond: Double,
    decompressMbPerSecond: Double,
    ratio: Double
)

/** The speed of a serializer for cached blocks, in serialised bytes.
  *
  * @param serializer `java`, `kryo` or `okibi`
  * @param records    `strings` of 100 bytes, or `vectors`: dense vectors of 20 numbers
  */
final case class SerializerSpeed(
    serializer: String,
    records: String,
    writeMbPerSecond: Double,
    readMbPerSecond: Double
)

/** The speed of a sort of a million keys.
  *
  * @param keys             `longs`, or `strings` of ten bytes
  * @param millionPerSecond million keys that are sorted in a second
  */
final case class SortSpeed(keys: String, millionPerSecond: Double)
