package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.order.KeyOrder;

/**
 * What a {@link RecordBuffer} holds, as a run. Lengths of several records are asked for before the first of them is given: the
 * processor waits for their cache lines together. Not thread-safe.
 */
public final class BufferRun implements SortedRun {
    private static final int TOGETHER = 16;

    private final PartitionedSort sorted;
    private final long[] records = new long[TOGETHER];
    private final int[] lengths = new int[TOGETHER];
    /** Of these, the record that is meant, and how many there are. */
    private int at;

    private int some;
    private int partition = -1;
    private long entry;
    private int left;

    /** Takes what the buffer holds now; the buffer must stay as it is until all is read. */
    public BufferRun(RecordBuffer buffer, KeyOrder order, int partitions) {
        sorted = new PartitionedSort(buffer, order, partitions);
    }

    @Override
    public void begin() {
        partition++;
        left = sorted.sort(partition);
        entry = sorted.entries(partition);
        at = -1;
        some = 0;
    }

    /** Whether the partition has no record, after it was begun. */
    public boolean isEmpty() {
        return left == 0 && some == 0;
    }

    @Override
    public boolean next() {
        if (++at < some) return true;
        if (left == 0) return false;
        look();
        return true;
    }

    /** All of a record is in memory. */
    @Override
    public boolean more() {
        return false;
    }

    private void look() {
        some = Math.min(left, TOGETHER);
        for (int i = 0; i < some; i++, entry += RecordBuffer.ENTRY_BYTES) {
            records[i] = sorted.record(entry);
            lengths[i] = RecordBuffer.length(records[i]);
        }
        left -= some;
        at = 0;
    }

    @Override
    public long record() {
        return records[at];
    }

    @Override
    public int length() {
        return lengths[at];
    }

    @Override
    public long key() {
        return RecordBuffer.key(records[at]);
    }

    @Override
    public int keyLength() {
        return VInts.get(records[at]);
    }

    /** The buffer is somebody else's. */
    @Override
    public void close() {}
}
