package okibi.mapreduce.order;

import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;

/**
 * Keys that compare byte for byte, unsigned, the shorter one first if it begins the other, after a header that does not count.
 *
 * <p>A prefix is seven bytes and, in the last, how many there were, at most eight: keys of up to seven bytes are told
 * apart from those that go on with zeros, and never compared again.
 */
final class BytewiseOrder extends KeyOrder {
    private static final int BYTES = 7;
    private static final int UNDECIDED = BYTES + 1;
    /** Header of variable length: Hadoop's VInt. */
    static final int VINT_HEADER = -1;

    private final int header;

    /** @param header bytes before what is compared, or {@link #VINT_HEADER} */
    BytewiseOrder(int header) {
        this.header = header;
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
        return BYTES;
    }

    @Override
    public long deeper(long key, int length, int known) {
        int skipped = skipped(key) + known;
        return prefixOf(key + skipped, length - skipped);
    }

    private int skipped(long key) {
        return header == VINT_HEADER ? VInts.sizeFrom(Memory.getByte(key)) : header;
    }

    private static long prefixOf(long bytes, int count) {
        long word = Long.reverseBytes(Memory.getLong(bytes));
        long unused = -1L >>> (Math.min(count, BYTES) << 3);
        return word & ~unused | Math.min(count, UNDECIDED);
    }
}
