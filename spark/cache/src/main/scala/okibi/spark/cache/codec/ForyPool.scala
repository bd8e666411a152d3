package okibi.spark.cache.codec

import java.util.concurrent.ConcurrentLinkedDeque
import java.util.concurrent.atomic.AtomicInteger

import org.apache.fory.Fory
import org.apache.fory.logging.{LoggerFactory => ForyLoggers}

/** Fory instances for one class loader. An instance is lent to one open block at a time: a task that computes one
  * cached RDD from another, or zips two, has several blocks open, and an instance must not be entered twice. Instances
  * that are not returned, because a block was not read to its end, are left to the garbage collector.
  *
  * Classes need no registration: the data come from the application's own executors. Java serialization has the same
  * property. References are tracked, so that cycles and sharing inside a record survive, as in Kryo. Strings, boxed
  * values and times are not tracked; only their identity is lost.
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

  /** Takes an instance back. An instance that failed must be dropped instead, because its state is unknown. */
  def giveBack(fory: Fory): Unit =
    if (count.incrementAndGet() <= ForyPool.MaxIdle) idle.addFirst(fory)
    else {
      count.decrementAndGet()
      ()
    }

  /** An instance that reads and writes objects nested up to `depth` levels. Its memory grows with the depth. */
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
    // Ends registration. Using the contexts directly would not end it.
    fory.serialize(null)
    fory
  }
}

private[codec] object ForyPool {
  ForyLoggers.useSlf4jLogging(true)
  BufferRoom.limitGrowth()

  private final val MaxArrayBytes = FrameFormat.MaxBytes - 1024L

  /** Most levels of nesting for a usual instance. An instance made for the purpose reads deeper records again. */
  final val Depth = 1000
  final val MaxDepth = 1 << 22
  private final val MaxIdle = 64
}
