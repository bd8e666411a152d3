package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.order.KeyOrder;

/**
 * Sorts the records of a {@link RecordBuffer} by partition, and by key inside each partition. First it groups the
 * entries by partition. It sorts each partition on request, so that the entries are in the cache when their records are
 * written. Not thread-safe.
 */
final class PartitionedSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;

    private final PrefixSort sort;
    private final long base;
    private final int[] ends;
    private long entries;
    private long spare;

    /** Groups the current entries of the buffer. The buffer must not change until the last partition is read. */
    PartitionedSort(RecordBuffer buffer, KeyOrder order, int partitions) {
        sort = new PrefixSort(order, buffer.base());
        base = buffer.base();
        entries = buffer.entries();
        spare = buffer.spare();
        ends = new int[partitions];
        if (partitions == 1) ends[0] = buffer.count();
        else distribute(buffer.count());
    }

    /** Sorts one partition. Returns its number of records. */
    int sort(int partition) {
        int start = start(partition);
        int count = ends[partition] - start;
        sort.sort(entries + (long) start * ENTRY, spare + (long) start * ENTRY, count);
        return count;
    }

    /** The address of a sorted partition's first entry; the others follow. */
    long entries(int partition) {
        return entries + (long) start(partition) * ENTRY;
    }

    /** The address of an entry's record. */
    long record(long entry) {
        return base + RecordBuffer.offset(Memory.getLong(entry + Long.BYTES));
    }

    private int start(int partition) {
        return partition == 0 ? 0 : ends[partition - 1];
    }

    private void distribute(int count) {
        long end = entries + (long) count * ENTRY;
        for (long entry = entries; entry < end; entry += ENTRY) ends[partition(entry)]++;
        Buckets.sizesToStarts(ends, ends.length);
        for (long entry = entries; entry < end; entry += ENTRY) {
            long place = spare + (long) ends[partition(entry)]++ * ENTRY;
            Memory.putLong(place, Memory.getLong(entry));
            Memory.putLong(place + Long.BYTES, Memory.getLong(entry + Long.BYTES));
        }
        long distributed = spare;
        spare = entries;
        entries = distributed;
    }

    private static int partition(long entry) {
        return RecordBuffer.partition(Memory.getLong(entry + Long.BYTES));
    }
}
