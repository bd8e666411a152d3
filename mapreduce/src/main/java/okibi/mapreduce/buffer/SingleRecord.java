package okibi.mapreduce.buffer;

import java.io.IOException;
import okibi.mapreduce.memory.Region;
import okibi.mapreduce.memory.VInts;

/**
 * Holds one record at a time in the form of {@link RecordBuffer}. Its memory grows with the longest. Not thread-safe.
 */
public final class SingleRecord implements RecordOutput.Owner, AutoCloseable {
    private static final int MAX_HEADER = 2 * VInts.MAX_INT_BYTES;

    private final Region region = new Region();
    private final RecordOutput output = new RecordOutput(this);
    private long keyBytes;
    private long record;

    public RecordOutput output() {
        return output;
    }

    /** Begins a record, which replaces the previous one. */
    public void begin() throws IOException {
        if (region.capacity() == 0) {
            region.grow(MAX_HEADER);
            output.limit = region.address() + region.capacity();
        }
        output.position = region.address() + MAX_HEADER;
    }

    /** Ends the key. The value begins with the next byte. */
    public void endKey() {
        keyBytes = output.position - region.address() - MAX_HEADER;
    }

    /** Ends the record. Returns its number of bytes, from {@link #record()} on. */
    public int end() {
        long key = region.address() + MAX_HEADER;
        int valueBytes = (int) (output.position - key - keyBytes);
        record = key - VInts.size((int) keyBytes) - VInts.size(valueBytes);
        VInts.put(VInts.put(record, (int) keyBytes), valueBytes);
        return (int) (output.position - record);
    }

    /** The address of the record. It is valid until the next record begins. */
    public long record() {
        return record;
    }

    @Override
    public void makeRoom(long bytes) throws IOException {
        long used = output.position - region.address();
        if (used + bytes > RecordBuffer.MAX_RECORD_BYTES)
            throw RecordBuffer.tooLarge("combiner", "Let the combiner emit smaller records.");
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
