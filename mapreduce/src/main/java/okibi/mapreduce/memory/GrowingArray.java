package okibi.mapreduce.memory;

/** An array in the heap for what Hadoop must have there, one key or value at a time. Not thread-safe. */
public final class GrowingArray {
    /** Bytes by which it is longer than asked for, at most: keys and values may fill much of the heap. */
    private static final int MAX_SPARE_BYTES = 64 << 10;

    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;
    private static final byte[] EMPTY = {};

    private byte[] bytes = EMPTY;

    /** The array, of at least so many bytes; what was in it may be gone. */
    public byte[] atLeast(int length) {
        if (bytes.length < length) {
            bytes = EMPTY; // the old one can go before the new one comes
            bytes = new byte[(int) Math.min((long) length + Math.min(length, MAX_SPARE_BYTES), MAX_ARRAY_BYTES)];
        }
        return bytes;
    }
}
