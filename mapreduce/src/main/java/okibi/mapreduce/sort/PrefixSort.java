package okibi.mapreduce.sort;

import java.util.Arrays;
import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.order.KeyOrder;

/**
 * Sorts entries of a {@link RecordBuffer} by key: radix sort from the highest bit in which prefixes differ, insertion sort
 * where few are left. Entries of equal prefixes get the next bytes of their keys as prefix, if the order has such, else they
 * are merged by comparing whole keys. Not thread-safe.
 *
 * <p>Digits are as wide as the number of entries calls for, so that a bucket has a few entries: a bit less would leave too
 * much to insertion, a bit more would clear and add up counters for nothing. They begin at the highest bit that differs,
 * which is why keys may share a beginning (decimal digits, one century of dates) at no cost.
 */
public final class PrefixSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;
    /** Entries that insertion sorts faster than another digit would. */
    private static final int FEW = 24;
    /** Of 2048 buckets each has a cache line in the second-level cache to be written to. */
    private static final int MAX_DIGIT_BITS = 11;
    /** Entries in a bucket are about two to this power. */
    private static final int BUCKET_BITS = 2;
    /** Bytes of the keys that radix sort looks at; keys that are equal up to here are compared. Bounds the recursion. */
    private static final int MAX_RADIX_BYTES = 64;

    private final EntryOrder order;
    /** Counters of each level of recursion. */
    private int[][] counters = new int[8][];

    /**
     * @param order the order of keys
     * @param base what the positions in entries are counted from
     */
    public PrefixSort(KeyOrder order, long base) {
        this.order = new EntryOrder(order, base);
    }

    /** Sorts {@code count} entries at {@code entries}, where they stay; {@code spare} has room for as many. */
    public void sort(long entries, long spare, int count) {
        radix(entries, spare, count, 0, 0, false);
    }

    /** Sorts what is at {@code from}; the result lies at {@code to} if {@code across}, else at {@code from}. */
    private void radix(long from, long to, int count, int level, int known, boolean across) {
        if (count <= FEW) {
            few(from, to, count, known, across);
            return;
        }
        long differing = differing(from, count);
        if (differing == 0) {
            equal(from, to, count, level, known, across);
            return;
        }
        int high = Long.SIZE - Long.numberOfLeadingZeros(differing);
        int bits = Math.min(high, Math.min(MAX_DIGIT_BITS, 32 - Integer.numberOfLeadingZeros(count) - BUCKET_BITS));
        int shift = high - bits;
        int[] ends = distribute(from, to, count, shift, 1 << bits, level);
        // Now at `to`, bucket after bucket. Neighbours with few entries are left to one insertion sort.
        int start = 0;
        int sorted = 0;
        for (int digit = 0; digit < 1 << bits; digit++) {
            int end = ends[digit];
            if (end - start > FEW) {
                few(to + (long) sorted * ENTRY, from + (long) sorted * ENTRY, start - sorted, known, !across);
                long offset = (long) start * ENTRY;
                radix(to + offset, from + offset, end - start, level + 1, known, !across);
                sorted = end;
            }
            start = end;
        }
        few(to + (long) sorted * ENTRY, from + (long) sorted * ENTRY, count - sorted, known, !across);
    }

    /** Entries whose prefixes are all the same. */
    private void equal(long from, long to, int count, int level, int known, boolean across) {
        KeyOrder keys = order.keys;
        if (keys.decides(Memory.getLong(from))) {
            if (across) Memory.copy(from, to, (long) count * ENTRY);
        } else if (keys.step() > 0 && known + keys.step() < MAX_RADIX_BYTES) {
            int further = known + keys.step();
            for (long entry = from, end = from + (long) count * ENTRY; entry < end; entry += ENTRY)
                Memory.putLong(entry, order.deeper(Memory.getLong(entry + Long.BYTES), further));
            radix(from, to, count, level, further, across);
        } else MergeSort.sort(from, to, count, order, known, across);
    }

    private void few(long from, long to, int count, int known, boolean across) {
        InsertionSort.sort(from, count, order, known);
        if (across) Memory.copy(from, to, (long) count * ENTRY);
    }

    private static long differing(long entries, int count) {
        long first = Memory.getLong(entries);
        long differing = 0;
        for (long entry = entries + ENTRY, end = entries + (long) count * ENTRY; entry < end; entry += ENTRY)
            differing |= Memory.getLong(entry) ^ first;
        return differing;
    }

    /** Moves entries to their buckets. Returns where each bucket ends. */
    private int[] distribute(long from, long to, int count, int shift, int buckets, int level) {
        int[] places = counters(level, buckets);
        int mask = buckets - 1;
        long end = from + (long) count * ENTRY;
        for (long entry = from; entry < end; entry += ENTRY) places[(int) (Memory.getLong(entry) >>> shift) & mask]++;
        int sum = 0;
        for (int i = 0; i < buckets; i++) {
            int size = places[i];
            places[i] = sum;
            sum += size;
        }
        for (long entry = from; entry < end; entry += ENTRY) {
            long prefix = Memory.getLong(entry);
            long place = to + (long) places[(int) (prefix >>> shift) & mask]++ * ENTRY;
            Memory.putLong(place, prefix);
            Memory.putLong(place + Long.BYTES, Memory.getLong(entry + Long.BYTES));
        }
        return places;
    }

    private int[] counters(int level, int size) {
        if (level == counters.length) counters = Arrays.copyOf(counters, level * 2);
        int[] of = counters[level];
        if (of == null || of.length < size) {
            of = new int[size];
            counters[level] = of;
        } else Arrays.fill(of, 0, size, 0);
        return of;
    }
}
