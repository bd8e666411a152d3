package okibi.mapreduce.order;

import okibi.mapreduce.memory.GrowingArray;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.io.RawComparator;

/**
 * The order of any raw comparator of Hadoop. Prefixes never decide; the comparator gets both keys in arrays. Not
 * thread-safe.
 */
final class ComparatorOrder extends KeyOrder {
    private final RawComparator<?> comparator;
    private final GrowingArray left = new GrowingArray();
    private final GrowingArray right = new GrowingArray();

    ComparatorOrder(RawComparator<?> comparator) {
        this.comparator = comparator;
    }

    @Override
    public long prefix(long key, int length) {
        return 0;
    }

    @Override
    public boolean decides(long prefix) {
        return false;
    }

    @Override
    public int compare(long a, int lengthA, long b, int lengthB, int known) {
        byte[] bytesA = left.atLeast(lengthA);
        byte[] bytesB = right.atLeast(lengthB);
        Memory.copyOut(a, bytesA, 0, lengthA);
        Memory.copyOut(b, bytesB, 0, lengthB);
        return comparator.compare(bytesA, 0, lengthA, bytesB, 0, lengthB);
    }
}
