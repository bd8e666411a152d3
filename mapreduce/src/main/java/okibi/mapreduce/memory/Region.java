package okibi.mapreduce.memory;

/** A piece of memory that grows and keeps what is in it, for the one record that fits nowhere else. Not thread-safe. */
public final class Region implements AutoCloseable {
    private long address;
    private long capacity;

    /** Where it begins, until it grows. */
    public long address() {
        return address;
    }

    /** Bytes that may be written; {@link Memory#SLACK} more are readable. */
    public long capacity() {
        return capacity;
    }

    /** Makes room for {@code needed} bytes, keeping what is there. */
    public void grow(long needed) {
        if (needed <= capacity) return;
        long larger = Math.max(needed, Math.max(capacity * 2, 1 << 16));
        address = Memory.reallocate(address, larger + Memory.SLACK);
        capacity = larger;
    }

    /** Gives the memory back; may be called again, and the region grown again. */
    @Override
    public void close() {
        if (address != 0) Memory.free(address);
        address = 0;
        capacity = 0;
    }
}
