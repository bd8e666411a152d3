package okibi.spark.cache.codec

import java.util.concurrent.ConcurrentLinkedDeque
import java.util.concurrent.atomic.AtomicInteger

import org.apache.fory.Fory
import org.apache.fory.logging.{LoggerFactory => ForyLoggers}

/** Fory instances for one class loader. An instance is lent to one open block at a time: a task that computes one cached RDD
  * from another, or zips two, has several open, and an instance must not be entered twice. What is not given back (a block that
  * was not read to its end) is left to the collector.
  *
  * Classes need no registration: the data are those of the application's own executors, as with Java serialisation, which has
  * the same property. References are tracked, so that cycles and sharing inside a record survive, as in Kryo; strings, boxed
  * values and times are not, which costs nothing but the identity of values that have none.
  */
private[codec] final class ForyPool(
    loader: ClassLoader,
    refusals: Refusals,
    maxArrayBytes: Long = ForyPool.MaxArrayBytes
) {
  private val idle = new ConcurrentLinkedDeque[Fory]
  private val count = new AtomicInteger

  def borrow(): Fory = {
    val found = idle.pollFirst()
    if (found eq null) make(ForyPool.Depth)
    else {
      count.decrementAndGet()
      found
    }
  }

  /** Takes an instance back; one that failed must be dropped instead, its state is unknown. */
  def giveBack(fory: Fory): Unit =
    if (count.incrementAndGet() <= ForyPool.MaxIdle) idle.addFirst(fory)
    else {
      count.decrementAndGet()
      ()
    }

  /** An instance whose limit is `depth` objects inside one another; memory grows with it. */
  def make(depth: Int): Fory = {
    val fory = Fory
      .builder()
      .withXlang(false)
      .withCompatible(false)
      .requireClassRegistration(false)
      .suppressClassRegistrationWarnings(true)
      .withRefTracking(true)
      .ignoreStringRef(true)
      .ignoreTimeRef(true)
      .withNumberCompressed(false)
      .withStringCompressed(false)
      .withAsyncCompilation(false)
      .withMaxDepth(depth)
      .withMaxTypeFields(1 << 16)
      .withMaxGraphMemoryBytes(1L << 60)
      .withMaxUnbackedContainerItems(Int.MaxValue)
      .withClassLoader(loader)
      .withSerializerFactory(refusals)
      .withSerializerFactory(InterpretedClasses)
      .build()
    RefWatch.install(fory)
    BufferRoom.limitArrays(fory, maxArrayBytes)
    refusals.exact.foreach(cls =>
      refusals.reason(cls).foreach { reason =>
        fory.registerSerializer(cls, refusals.refusing(fory.getConfig, cls, reason))
      }
    )
    // Closes registration, which the contexts used directly would not.
    fory.serialize(null)
    fory
  }
}

private[codec] object ForyPool {
  ForyLoggers.useSlf4jLogging(true)
  BufferRoom.limitGrowth()

  private final val MaxArrayBytes = FrameFormat.MaxBytes - 1024L

  /** Deeper records are read again by an instance made for it. */
  final val Depth = 1000
  final val MaxDepth = 1 << 22
  private final val MaxIdle = 64
}
