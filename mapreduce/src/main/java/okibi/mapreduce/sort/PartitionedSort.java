package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.order.KeyOrder;

/**
 * The records of a {@link RecordBuffer} by partition, and by key inside each. Entries are put beside the others of their
 * partition first; each partition is sorted when it is asked for, so that its entries are in the cache when
 * its records are written. Not thread-safe.
 */
public final class PartitionedSort {
    private static final int ENTRY = RecordBuffer.ENTRY_BYTES;

    private final PrefixSort sort;
    private final long base;
    private final int[] ends;
    private long entries;
    private long spare;

    /** Takes what the buffer holds now; the buffer must stay as it is until all is read. */
    public PartitionedSort(RecordBuffer buffer, KeyOrder order, int partitions) {
        sort = new PrefixSort(order, buffer.base());
        base = buffer.base();
        entries = buffer.entries();
        spare = buffer.spare();
        ends = new int[partitions];
        if (partitions == 1) ends[0] = buffer.count();
        else distribute(buffer.count());
    }

    /** Sorts one partition and says how many records it has. */
    public int sort(int partition) {
        int start = start(partition);
        int count = ends[partition] - start;
        sort.sort(entries + (long) start * ENTRY, spare + (long) start * ENTRY, count);
        return count;
    }

    /** Address of a sorted partition's first entry; the others follow. */
    public long entries(int partition) {
        return entries + (long) start(partition) * ENTRY;
    }

    /** Address of the record that an entry names. */
    public long record(long entry) {
        return base + (Memory.getLong(entry + Long.BYTES) & 0xffffffffL);
    }

    private int start(int partition) {
        return partition == 0 ? 0 : ends[partition - 1];
    }

    private void distribute(int count) {
        long end = entries + (long) count * ENTRY;
        for (long entry = entries; entry < end; entry += ENTRY) ends[partition(entry)]++;
        int sum = 0;
        for (int i = 0; i < ends.length; i++) {
            int size = ends[i];
            ends[i] = sum;
            sum += size;
        }
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
        return (int) (Memory.getLong(entry + Long.BYTES) >>> 32);
    }
}
