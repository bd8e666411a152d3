package okibi.mapreduce.buffer;

import java.io.IOException;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.Region;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.order.KeyOrder;

/**
 * Serialised records and an index of them, in one piece of memory of fixed size.
 *
 * <pre>
 *   base                  next                                                      top
 *   | record record record | free ...        | room to sort the index | index, backwards |
 * </pre>
 *
 * A record is what Hadoop's IFile holds of it: length of key, length of value, key, value. An entry of the index has
 * {@link #ENTRY_BYTES} bytes: the key's prefix; where the record begins, from {@link #base()} on, in the lower half of a
 * word, and its partition in the upper half. Each record also takes the place of another entry, which sorting needs.
 *
 * <p>A record is written by {@link #begin}, its key to {@link #output()}, {@link #endKey}, its value, {@link #commit}. One
 * that was begun and never committed is forgotten. When a record does not fit, the ones before it are spilled; when
 * it does not fit alone, it goes to memory of its own and from there to a spill of its own. Not thread-safe.
 */
public final class RecordBuffer implements RecordOutput.Room, AutoCloseable {
    public static final int ENTRY_BYTES = 16;
    /** Bytes of key and value that one record can have: readers hold it in one buffer. */
    public static final int MAX_RECORD_BYTES = Integer.MAX_VALUE - 1024;

    /** Who empties the buffer. */
    public interface Spiller {
        /** Writes what the index names. The buffer is empty afterwards. */
        void spill() throws IOException;

        /** Writes one record that fits into no buffer. */
        void spillOversized(long record, int length, int partition) throws IOException;
    }

    private final KeyOrder order;
    private final Spiller spiller;
    private final RecordOutput output = new RecordOutput(this);
    private final Region oversized = new Region();
    private long base;
    private long top;
    /** Address after the last committed record. */
    private long next;

    private int count;
    /** Bytes left free before the record that is being written, for its two lengths: as many as the last record needed. */
    private int header = 2;

    private long keyStart;
    private long keyEnd;

    public RecordBuffer(long bytes, KeyOrder order, Spiller spiller) {
        this.order = order;
        this.spiller = spiller;
        base = Memory.allocate(bytes);
        top = base + bytes - bytes % ENTRY_BYTES;
        clear();
    }

    /** Bytes of a record, with its two lengths. */
    public static int length(long record) {
        return (int) (key(record) - record) + VInts.get(record) + VInts.get(valueLength(record));
    }

    /** Where a record has the length of its value. */
    public static long valueLength(long record) {
        return record + VInts.sizeFrom(Memory.getByte(record));
    }

    /** Where a record's key begins, behind the two lengths. */
    public static long key(long record) {
        long valueLength = valueLength(record);
        return valueLength + VInts.sizeFrom(Memory.getByte(valueLength));
    }

    public RecordOutput output() {
        return output;
    }

    /** Address from which records are counted. */
    public long base() {
        return base;
    }

    /** Records that the index names. */
    public int count() {
        return count;
    }

    /** Address of the index, in no order. */
    public long entries() {
        return top - (long) count * ENTRY_BYTES;
    }

    /** Address of as much memory as the index takes. */
    public long spare() {
        return top - 2L * count * ENTRY_BYTES;
    }

    /** Bytes that the records take. */
    public long recordBytes() {
        return next - base;
    }

    /** Forgets all records. */
    public void clear() {
        next = base;
        count = 0;
        setLimit();
    }

    public void begin() throws IOException {
        if (oversized.capacity() != 0) dropOversized(); // of a record that could not be written to its end
        if (output.limit - next < header) {
            checkOpen();
            spiller.spill();
        }
        keyStart = next + header;
        keyEnd = keyStart;
        output.position = keyStart;
    }

    public void endKey() {
        keyEnd = output.position;
    }

    /** Ends the record. Returns the bytes of key and value. */
    public long commit(int partition) throws IOException {
        long keyBytes = keyEnd - keyStart;
        long valueBytes = output.position - keyEnd;
        int needed = VInts.size((int) keyBytes) + VInts.size((int) valueBytes);
        if (needed > header) widen(needed);
        long record = keyStart - needed;
        VInts.put(VInts.put(record, (int) keyBytes), (int) valueBytes);
        header = needed;
        if (oversized.capacity() != 0) {
            spiller.spillOversized(record, (int) (output.position - record), partition);
            dropOversized();
        } else {
            count++;
            long entry = entries();
            Memory.putLong(entry, order.prefix(keyStart, (int) keyBytes));
            Memory.putLong(entry + Long.BYTES, (long) partition << 32 | record - base);
            next = output.position;
            output.limit -= 2 * ENTRY_BYTES;
        }
        return keyBytes + valueBytes;
    }

    /** Called by the output when a record needs more room than there is. */
    @Override
    public void make(long bytes) throws IOException {
        checkOpen();
        long start = keyStart - header;
        long used = output.position - start;
        if (used + bytes > MAX_RECORD_BYTES)
            throw new IOException("map output: one record takes more than " + MAX_RECORD_BYTES
                    + " bytes, which no reader of map output" + " can hold; split it in the mapper");
        if (oversized.capacity() == 0 && count > 0) {
            spiller.spill();
            checkOpen();
            Memory.move(start, base, used);
            moved(base - start);
            if (output.limit - output.position >= bytes) return;
            start = base;
        }
        boolean own = oversized.capacity() != 0;
        oversized.grow(used + bytes);
        if (!own) Memory.copy(start, oversized.address(), used);
        moved(oversized.address() - start);
        output.limit = oversized.address() + oversized.capacity();
    }

    /** Gives the memory back. Writing afterwards is an error. */
    @Override
    public void close() {
        if (base != 0) Memory.free(base);
        oversized.close();
        base = 0;
        top = 0;
        next = 0;
        count = 0;
        output.position = 0;
        output.limit = 0;
    }

    private void checkOpen() throws IOException {
        if (base == 0)
            throw new IOException("map output: a record was written after the collector was closed or had failed");
    }

    /** Leaves more bytes free for the two lengths, behind which key and value move. */
    private void widen(int needed) throws IOException {
        int more = needed - header;
        if (output.limit - output.position < more) make(more);
        Memory.move(keyStart, keyStart + more, output.position - keyStart);
        moved(more);
    }

    private void moved(long distance) {
        keyStart += distance;
        keyEnd += distance;
        output.position += distance;
    }

    private void dropOversized() {
        oversized.close();
        setLimit();
    }

    /** One more entry must fit, beside the ones there are, and its place to be sorted in. */
    private void setLimit() {
        output.limit = top - 2L * (count + 1) * ENTRY_BYTES;
    }
}
