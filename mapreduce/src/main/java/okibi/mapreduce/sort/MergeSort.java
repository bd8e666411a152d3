package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;

/**
 * Sorts index entries that only comparisons of keys can order. It needs the fewest comparisons, and a single one where
 * two halves are in order already.
 */
final class MergeSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;
    /** Entries that an insertion sort sorts. */
    private static final int FEW_ENTRIES = 6;

    private MergeSort() {}

    /** Sorts the entries at {@code from}; the result lies at {@code to} if {@code across}, else at {@code from}. */
    static void sort(long from, long to, int count, EntryOrder order, int known, boolean across) {
        if (count <= FEW_ENTRIES) {
            InsertionSort.sort(from, to, count, order, known, across);
            return;
        }
        int half = count / 2;
        long offset = (long) half * ENTRY;
        sort(from, to, half, order, known, !across);
        sort(from + offset, to + offset, count - half, order, known, !across);
        long source = across ? from : to;
        merge(source, source + offset, source + (long) count * ENTRY, across ? to : from, order, known);
    }

    private static void merge(long left, long middle, long end, long place, EntryOrder order, int known) {
        long right = middle;
        if (!before(right, middle - ENTRY, order, known)) {
            Memory.copy(left, place, end - left);
            return;
        }
        while (left < middle && right < end) {
            boolean fromRight = before(right, left, order, known);
            Memory.copy(fromRight ? right : left, place, ENTRY);
            if (fromRight) right += ENTRY;
            else left += ENTRY;
            place += ENTRY;
        }
        Memory.copy(left, place, middle - left);
        Memory.copy(right, place + (middle - left), end - right);
    }

    private static boolean before(long a, long b, EntryOrder order, int known) {
        return order.before(
                Memory.getLong(a),
                Memory.getLong(a + Long.BYTES),
                Memory.getLong(b),
                Memory.getLong(b + Long.BYTES),
                known);
    }
}
