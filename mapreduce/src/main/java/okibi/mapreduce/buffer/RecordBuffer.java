package okibi.mapreduce.buffer;

import java.io.IOException;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.Region;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.order.KeyOrder;

/**
 * Serialised records and their index, in one block of memory of fixed size.
 *
 * <pre>
 *   base                  next                                                      top
 *   | record record record | free ...        | room to sort the index | index, backwards |
 * </pre>
 *
 * A record has the form of Hadoop's IFile: length of the key, length of the value, key, value. An entry of the index
 * has {@link #ENTRY_BYTES} bytes in two words: the prefix of the key; then the record's offset from {@link #base()} in
 * the lower half of the word, and its partition in the upper half. Each record also takes the room of another entry for
 * the sort.
 *
 * <p>To write a record, call {@link #begin}, write the key to {@link #output()}, call {@link #endKey}, write the value,
 * and call {@link #commit}. A record without a commit is dropped by the next {@link #begin}. When a record does not
 * fit, the buffer spills the records before it. A record that does not fit into the empty buffer goes to separate
 * memory, and from there to a separate spill. Not thread-safe.
 */
public final class RecordBuffer implements RecordOutput.Owner, AutoCloseable {
    public static final int ENTRY_BYTES = 16;
    /** The most bytes of key and value of a record: readers hold a record in one buffer. */
    public static final int MAX_RECORD_BYTES = Integer.MAX_VALUE - 1024;

    /** Writes the records of a full buffer to disk. */
    public interface Spiller {
        /** Writes all records of the index and clears the buffer. */
        void spill() throws IOException;

        /** Writes one record that is larger than the buffer. */
        void spillOversized(long record, int length, int partition) throws IOException;
    }

    private final KeyOrder order;
    private final Spiller spiller;
    private final RecordOutput output = new RecordOutput(this);
    private final Region oversized = new Region();
    private long base;
    private long top;
    /** The address after the last committed record. */
    private long next;

    private int count;
    /** Free bytes before the key of the current record, for its two lengths: as many as the previous record needed. */
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

    /** The bytes of a record, with its two lengths. */
    public static int length(long record) {
        return (int) (key(record) - record) + VInts.get(record) + VInts.get(valueLength(record));
    }

    /** The address of the length of a record's value. */
    public static long valueLength(long record) {
        return record + VInts.sizeFrom(Memory.getByte(record));
    }

    /** The address of a record's key, behind the two lengths. */
    public static long key(long record) {
        long valueLength = valueLength(record);
        return valueLength + VInts.sizeFrom(Memory.getByte(valueLength));
    }

    /** The offset of a record from {@link #base()}, from the second word of its entry. */
    public static long offset(long location) {
        return location & 0xffffffffL;
    }

    /** The partition of a record, from the second word of its entry. */
    public static int partition(long location) {
        return (int) (location >>> 32);
    }

    /** The error for a record of more than {@link #MAX_RECORD_BYTES} bytes. */
    static IOException tooLarge(String source, String remedy) {
        return new IOException(source + ": got a record of more than " + MAX_RECORD_BYTES
                + " bytes, which is the most that readers of map output can hold. " + remedy);
    }

    public RecordOutput output() {
        return output;
    }

    /** The address from which entries count the offsets of records. */
    public long base() {
        return base;
    }

    /** The number of records in the index. */
    public int count() {
        return count;
    }

    /** The address of the index, which is not sorted. */
    public long entries() {
        return top - (long) count * ENTRY_BYTES;
    }

    /** The address of free memory of the size of the index. */
    public long spare() {
        return top - 2L * count * ENTRY_BYTES;
    }

    /** The bytes of all records. */
    public long recordBytes() {
        return next - base;
    }

    /** Drops all records. */
    public void clear() {
        next = base;
        count = 0;
        setLimit();
    }

    /** Begins a record. Drops a previous record that was not committed. */
    public void begin() throws IOException {
        if (oversized.capacity() != 0) dropOversized(); // of a record whose writer failed
        if (output.limit - next < header) {
            checkOpen();
            spiller.spill();
        }
        keyStart = next + header;
        keyEnd = keyStart;
        output.position = keyStart;
    }

    /** Ends the key. The value begins with the next byte. */
    public void endKey() {
        keyEnd = output.position;
    }

    /** Ends the record and adds it to the index. Returns the bytes of key and value. */
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

    /** Makes room for the current record: by a spill of the records before it, or in separate memory. */
    @Override
    public void makeRoom(long bytes) throws IOException {
        checkOpen();
        long start = keyStart - header;
        long used = output.position - start;
        if (used + bytes > MAX_RECORD_BYTES) throw tooLarge("map output", "Split the record in the mapper.");
        if (oversized.capacity() == 0 && count > 0) {
            spiller.spill();
            checkOpen();
            Memory.move(start, base, used);
            moved(base - start);
            if (output.limit - output.position >= bytes) return;
            start = base;
        }
        boolean isSeparate = oversized.capacity() != 0;
        oversized.grow(used + bytes);
        if (!isSeparate) Memory.copy(start, oversized.address(), used);
        moved(oversized.address() - start);
        output.limit = oversized.address() + oversized.capacity();
    }

    /** Frees the memory. Writes fail afterwards. */
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
            throw new IOException("map output: got a record after the collector was closed or had failed, allowed is "
                    + "none. Look for an earlier error in the task's log.");
    }

    /** Widens the room for the two lengths by moving key and value. */
    private void widen(int needed) throws IOException {
        int more = needed - header;
        if (output.limit - output.position < more) makeRoom(more);
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

    /** Sets the limit so that the index has room for one more entry and its room for the sort. */
    private void setLimit() {
        output.limit = top - 2L * (count + 1) * ENTRY_BYTES;
    }
}
