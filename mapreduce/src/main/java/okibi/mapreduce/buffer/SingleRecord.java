package okibi.mapreduce.buffer;

import java.io.IOException;
import okibi.mapreduce.memory.Region;
import okibi.mapreduce.memory.VInts;

/** One record at a time, in the form of {@link RecordBuffer}, in memory that grows with the longest. Not thread-safe. */
public final class SingleRecord implements RecordOutput.Room, AutoCloseable {
    private static final int MAX_HEADER = 2 * VInts.MAX_INT_BYTES;

    private final Region region = new Region();
    private final RecordOutput output = new RecordOutput(this);
    private long keyBytes;
    private long record;

    public RecordOutput output() {
        return output;
    }

    public void begin() throws IOException {
        if (region.capacity() == 0) {
            region.grow(MAX_HEADER);
            output.limit = region.address() + region.capacity();
        }
        output.position = region.address() + MAX_HEADER;
    }

    public void endKey() {
        keyBytes = output.position - region.address() - MAX_HEADER;
    }

    /** Ends the record. Returns its bytes, from {@link #record()} on. */
    public int end() {
        long key = region.address() + MAX_HEADER;
        int valueBytes = (int) (output.position - key - keyBytes);
        record = key - VInts.size((int) keyBytes) - VInts.size(valueBytes);
        VInts.put(VInts.put(record, (int) keyBytes), valueBytes);
        return (int) (output.position - record);
    }

    /** Where the record begins, until the next one. */
    public long record() {
        return record;
    }

    @Override
    public void make(long bytes) throws IOException {
        long used = output.position - region.address();
        if (used + bytes > RecordBuffer.MAX_RECORD_BYTES)
            throw new IOException("combiner: one record takes more than " + RecordBuffer.MAX_RECORD_BYTES
                    + " bytes, which no reader of" + " map output can hold; let it emit smaller ones");
        region.grow(used + bytes);
        output.position = region.address() + used;
        output.limit = region.address() + region.capacity();
    }

    @Override
    public void close() {
        region.close();
        output.position = 0;
        output.limit = 0;
    }
}
