package okibi.mapreduce.sort;

import java.util.Arrays;
import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.order.KeyOrder;

/**
 * Sorts entries of a {@link RecordBuffer} by key: with a radix sort from the highest bit in which prefixes differ, and
 * with an insertion sort where few entries are left. Entries of equal prefixes get the next bytes of their keys as
 * prefix, if the order has such prefixes. Otherwise a merge sort compares their whole keys. Not thread-safe.
 *
 * <p>The width of a digit follows from the number of entries, so that a bucket has a few entries. With one bit less,
 * too much would be left to the insertion sort. With one bit more, the sort would clear and add up counters without
 * need. Digits begin at the highest bit that differs, so a common beginning of keys (decimal digits, one century of
 * dates) costs nothing.
 */
final class PrefixSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;
    /** Entries that an insertion sort sorts faster than another digit. */
    private static final int FEW_ENTRIES = 24;
    /** With up to 2048 buckets, the second-level cache has a cache line to write to for each bucket. */
    private static final int MAX_DIGIT_BITS = 11;
    /** A bucket has about two to this power entries. */
    private static final int BUCKET_BITS = 2;
    /** Key bytes that the radix sort uses; keys that are equal so far are compared. Bounds the recursion. */
    private static final int MAX_RADIX_BYTES = 64;

    private final EntryOrder order;
    /** The counters of each level of recursion. */
    private int[][] counters = new int[8][];

    /**
     * @param order the order of keys
     * @param base the address from which entries count the offsets of records
     */
    PrefixSort(KeyOrder order, long base) {
        this.order = new EntryOrder(order, base);
    }

    /** Sorts {@code count} entries in place at {@code entries}; {@code spare} has room for as many. */
    void sort(long entries, long spare, int count) {
        radix(entries, spare, count, 0, 0, false);
    }

    /** Sorts the entries at {@code from}; the result lies at {@code to} if {@code across}, else at {@code from}. */
    private void radix(long from, long to, int count, int level, int known, boolean across) {
        if (count <= FEW_ENTRIES) {
            InsertionSort.sort(from, to, count, order, known, across);
            return;
        }
        long differing = differingBits(from, count);
        if (differing == 0) {
            sortEqualPrefixes(from, to, count, level, known, across);
            return;
        }
        int high = Long.SIZE - Long.numberOfLeadingZeros(differing);
        int bits = Math.min(high, Math.min(MAX_DIGIT_BITS, 32 - Integer.numberOfLeadingZeros(count) - BUCKET_BITS));
        int shift = high - bits;
        int[] ends = distribute(from, to, count, shift, 1 << bits, level);
        // The entries are now at `to`, bucket after bucket. One insertion sort sorts neighbouring buckets with few
        // entries.
        int start = 0;
        int sorted = 0;
        for (int digit = 0; digit < 1 << bits; digit++) {
            int end = ends[digit];
            if (end - start > FEW_ENTRIES) {
                insertionSort(to, from, sorted, start, known, !across);
                long offset = (long) start * ENTRY;
                radix(to + offset, from + offset, end - start, level + 1, known, !across);
                sorted = end;
            }
            start = end;
        }
        insertionSort(to, from, sorted, count, known, !across);
    }

    /** Sorts the entries number {@code start} to {@code end} behind {@code from}. */
    private void insertionSort(long from, long to, int start, int end, int known, boolean across) {
        long offset = (long) start * ENTRY;
        InsertionSort.sort(from + offset, to + offset, end - start, order, known, across);
    }

    /** Sorts entries with equal prefixes. */
    private void sortEqualPrefixes(long from, long to, int count, int level, int known, boolean across) {
        KeyOrder keys = order.keys;
        if (keys.decides(Memory.getLong(from))) {
            if (across) Memory.copy(from, to, (long) count * ENTRY);
        } else if (keys.step() > 0 && known + keys.step() < MAX_RADIX_BYTES) {
            int nextKnown = known + keys.step();
            for (long entry = from, end = from + (long) count * ENTRY; entry < end; entry += ENTRY)
                Memory.putLong(entry, order.deeper(Memory.getLong(entry + Long.BYTES), nextKnown));
            radix(from, to, count, level, nextKnown, across);
        } else MergeSort.sort(from, to, count, order, known, across);
    }

    /** The bits in which the prefixes differ. */
    private static long differingBits(long entries, int count) {
        long first = Memory.getLong(entries);
        long differing = 0;
        for (long entry = entries + ENTRY, end = entries + (long) count * ENTRY; entry < end; entry += ENTRY)
            differing |= Memory.getLong(entry) ^ first;
        return differing;
    }

    /** Moves entries to their buckets. Returns the end of each bucket. */
    private int[] distribute(long from, long to, int count, int shift, int buckets, int level) {
        int[] places = counters(level, buckets);
        int mask = buckets - 1;
        long end = from + (long) count * ENTRY;
        for (long entry = from; entry < end; entry += ENTRY) places[(int) (Memory.getLong(entry) >>> shift) & mask]++;
        Buckets.sizesToStarts(places, buckets);
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
        int[] cleared = counters[level];
        if (cleared == null || cleared.length < size) {
            cleared = new int[size];
            counters[level] = cleared;
        } else Arrays.fill(cleared, 0, size, 0);
        return cleared;
    }
}
