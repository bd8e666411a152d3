package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.order.KeyOrder;

/**
 * The records of a {@link RecordBuffer} as a sorted run. It reads the lengths of a batch of records before it returns
 * the first of them, so that the processor waits for their cache lines at the same time. Not thread-safe.
 */
public final class BufferRun implements SortedRun {
    private static final int BATCH_RECORDS = 16;

    private final PartitionedSort sorted;
    private final long[] records = new long[BATCH_RECORDS];
    private final int[] lengths = new int[BATCH_RECORDS];
    /** The position of the current record in the batch. */
    private int current;

    private int batchSize;
    private int partition = -1;
    private long entry;
    /** Records of the partition behind the batch. */
    private int left;

    /** A run of the current records of the buffer. The buffer must not change until the run is read. */
    public BufferRun(RecordBuffer buffer, KeyOrder order, int partitions) {
        sorted = new PartitionedSort(buffer, order, partitions);
    }

    @Override
    public void begin() {
        partition++;
        left = sorted.sort(partition);
        entry = sorted.entries(partition);
        current = -1;
        batchSize = 0;
    }

    /** Whether the partition has no record. Call it after {@link #begin} and before {@link #next}. */
    public boolean isEmpty() {
        return left == 0 && batchSize == 0;
    }

    @Override
    public boolean next() {
        if (++current < batchSize) return true;
        if (left == 0) return false;
        readBatch();
        return true;
    }

    /** Returns false, because the whole record is in memory. */
    @Override
    public boolean more() {
        return false;
    }

    private void readBatch() {
        batchSize = Math.min(left, BATCH_RECORDS);
        for (int i = 0; i < batchSize; i++, entry += RecordBuffer.ENTRY_BYTES) {
            records[i] = sorted.record(entry);
            lengths[i] = RecordBuffer.length(records[i]);
        }
        left -= batchSize;
        current = 0;
    }

    @Override
    public long record() {
        return records[current];
    }

    @Override
    public int length() {
        return lengths[current];
    }

    @Override
    public long key() {
        return RecordBuffer.key(records[current]);
    }

    @Override
    public int keyLength() {
        return VInts.get(records[current]);
    }

    /** Does nothing, because the owner of the buffer closes it. */
    @Override
    public void close() {}
}
