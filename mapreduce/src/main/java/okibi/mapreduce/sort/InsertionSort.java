package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;

/** For entries that are few, or nearly in order. */
final class InsertionSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;

    private InsertionSort() {}

    static void sort(long entries, int count, EntryOrder order, int known) {
        long end = entries + (long) count * ENTRY;
        for (long entry = entries + ENTRY; entry < end; entry += ENTRY) {
            long prefix = Memory.getLong(entry);
            long record = Memory.getLong(entry + Long.BYTES);
            long place = entry;
            while (place > entries) {
                long otherPrefix = Memory.getLong(place - ENTRY);
                long otherRecord = Memory.getLong(place - Long.BYTES);
                if (!order.before(prefix, record, otherPrefix, otherRecord, known)) break;
                Memory.putLong(place, otherPrefix);
                Memory.putLong(place + Long.BYTES, otherRecord);
                place -= ENTRY;
            }
            Memory.putLong(place, prefix);
            Memory.putLong(place + Long.BYTES, record);
        }
    }
}
