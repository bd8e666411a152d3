package okibi.mapreduce.order;

import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;

/**
 * The order of keys that compare byte by byte as unsigned bytes, behind a header that does not count. A key comes
 * before its own extensions.
 *
 * <p>A prefix has seven bytes of the key and, in its last byte, the number of key bytes, at most eight. So a key of up
 * to seven bytes differs from the same key followed by zeros, and equal prefixes of such keys decide.
 */
final class BytewiseOrder extends KeyOrder {
    private static final int PREFIX_BYTES = 7;
    private static final int UNDECIDED = PREFIX_BYTES + 1;
    /** A header of variable length: Hadoop's VInt. */
    static final int VINT_HEADER = -1;

    private final int headerBytes;

    /** @param headerBytes the bytes before the compared bytes, or {@link #VINT_HEADER} */
    BytewiseOrder(int headerBytes) {
        this.headerBytes = headerBytes;
    }

    @Override
    public long prefix(long key, int length) {
        return deeper(key, length, 0);
    }

    @Override
    public boolean decides(long prefix) {
        return (prefix & 0xff) < UNDECIDED;
    }

    @Override
    public int compare(long a, int lengthA, long b, int lengthB, int known) {
        int skippedA = skipped(a) + known;
        int skippedB = skipped(b) + known;
        return Memory.compare(a + skippedA, lengthA - skippedA, b + skippedB, lengthB - skippedB);
    }

    @Override
    public int step() {
        return PREFIX_BYTES;
    }

    @Override
    public long deeper(long key, int length, int known) {
        int skipped = skipped(key) + known;
        return prefixOf(key + skipped, length - skipped);
    }

    private int skipped(long key) {
        return headerBytes == VINT_HEADER ? VInts.sizeFrom(Memory.getByte(key)) : headerBytes;
    }

    private static long prefixOf(long bytes, int count) {
        long word = Long.reverseBytes(Memory.getLong(bytes));
        long unused = -1L >>> (Math.min(count, PREFIX_BYTES) << 3);
        return word & ~unused | Math.min(count, UNDECIDED);
    }
}
