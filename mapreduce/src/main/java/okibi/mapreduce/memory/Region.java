package okibi.mapreduce.memory;

/**
 * A block of memory that grows and keeps its contents, for a record that does not fit into the buffer. Not thread-safe.
 */
public final class Region implements AutoCloseable {
    private long address;
    private long capacity;

    /** The address of the memory, which changes when the region grows. */
    public long address() {
        return address;
    }

    /** The writable bytes; {@link Memory#SLACK} more bytes are readable. */
    public long capacity() {
        return capacity;
    }

    /** Makes room for {@code neededBytes} bytes and keeps the contents. */
    public void grow(long neededBytes) {
        if (neededBytes <= capacity) return;
        long larger = Math.max(neededBytes, Math.max(capacity * 2, 1 << 16));
        address = Memory.reallocate(address, larger + Memory.SLACK);
        capacity = larger;
    }

    /** Frees the memory. The region may be closed again, and may grow again. */
    @Override
    public void close() {
        if (address != 0) Memory.free(address);
        address = 0;
        capacity = 0;
    }
}
