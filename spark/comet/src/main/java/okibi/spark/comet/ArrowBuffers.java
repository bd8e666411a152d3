package okibi.spark.comet;

import okibi.spark.sql.arrow.TrackedBuffers;
import org.apache.comet.shaded.arrow.memory.ArrowBuf;
import org.apache.comet.shaded.arrow.memory.BufferAllocator;

/** Buffers of Comet's Arrow. For one thread. */
final class ArrowBuffers extends TrackedBuffers<ArrowBuf> {
    private final BufferAllocator allocator;

    ArrowBuffers(BufferAllocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public ArrowBuf create(long bytes) {
        return allocator.buffer(bytes);
    }

    @Override
    public long address(ArrowBuf buffer) {
        return buffer.memoryAddress();
    }
}
