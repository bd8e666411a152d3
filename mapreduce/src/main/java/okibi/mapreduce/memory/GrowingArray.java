package okibi.mapreduce.memory;

/** An array in the heap for one key or value at a time that Hadoop needs there. Not thread-safe. */
public final class GrowingArray {
    /** The most bytes beyond the wanted length; limited because keys and values may fill much of the heap. */
    private static final int MAX_SPARE_BYTES = 64 << 10;

    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;
    private static final byte[] EMPTY = {};

    private byte[] bytes = EMPTY;

    /** An array of at least {@code length} bytes. Its earlier contents may be lost. */
    public byte[] atLeast(int length) {
        if (bytes.length < length) {
            bytes = EMPTY; // so that the old array can be collected before the new one is allocated
            bytes = new byte[(int) Math.min((long) length + Math.min(length, MAX_SPARE_BYTES), MAX_ARRAY_BYTES)];
        }
        return bytes;
    }
}
