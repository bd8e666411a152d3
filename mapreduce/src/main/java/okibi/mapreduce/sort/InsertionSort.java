package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;

/** Sorts index entries that are few or nearly in order. */
final class InsertionSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;

    private InsertionSort() {}

    /** Sorts the entries at {@code from}; the result lies at {@code to} if {@code across}, else at {@code from}. */
    static void sort(long from, long to, int count, EntryOrder order, int known, boolean across) {
        sort(from, count, order, known);
        if (across) Memory.copy(from, to, (long) count * ENTRY);
    }

    private static void sort(long entries, int count, EntryOrder order, int known) {
        long end = entries + (long) count * ENTRY;
        for (long entry = entries + ENTRY; entry < end; entry += ENTRY) {
            long prefix = Memory.getLong(entry);
            long location = Memory.getLong(entry + Long.BYTES);
            long place = entry;
            while (place > entries) {
                long otherPrefix = Memory.getLong(place - ENTRY);
                long otherLocation = Memory.getLong(place - Long.BYTES);
                if (!order.before(prefix, location, otherPrefix, otherLocation, known)) break;
                Memory.putLong(place, otherPrefix);
                Memory.putLong(place + Long.BYTES, otherLocation);
                place -= ENTRY;
            }
            Memory.putLong(place, prefix);
            Memory.putLong(place + Long.BYTES, location);
        }
    }
}
