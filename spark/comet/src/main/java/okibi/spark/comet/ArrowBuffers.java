package okibi.spark.comet;

import java.util.ArrayList;
import java.util.List;
import okibi.spark.sql.arrow.Buffers;
import org.apache.comet.shaded.arrow.memory.ArrowBuf;
import org.apache.comet.shaded.arrow.memory.BufferAllocator;

/** Buffers of Comet's Arrow. What is not released is known, so that an error leaks nothing. For one thread. */
final class ArrowBuffers implements Buffers<ArrowBuf> {
    private final BufferAllocator allocator;
    private final List<ArrowBuf> open = new ArrayList<>();

    ArrowBuffers(BufferAllocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public ArrowBuf allocate(long bytes) {
        ArrowBuf buffer = allocator.buffer(bytes);
        open.add(buffer);
        return buffer;
    }

    @Override
    public long address(ArrowBuf buffer) {
        return buffer.memoryAddress();
    }

    @Override
    public void release(ArrowBuf buffer) {
        open.removeIf(known -> known == buffer);
        buffer.close();
    }

    /** Releases all that is not released. A vector that was given a buffer has a hold of its own. */
    void releaseAll() {
        open.forEach(ArrowBuf::close);
        open.clear();
    }
}
