package okibi.mapreduce.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.sort.SortedRun;
import org.apache.hadoop.fs.FileSystem;

/**
 * Reads a spill by blocks of a fixed size. A record that is longer than a block comes in pieces, of which the first has its key. Not
 * thread-safe.
 */
public abstract class SpillReader implements SortedRun {
    /** The smallest block; one that has room for longer keys is larger. */
    public static final int LEAST_BLOCK_BYTES = 32 << 10;
    /** The two lengths before a record. */
    private static final int MAX_HEADER = 2 * VInts.MAX_INT_BYTES;
    /** Readable bytes behind what is read: a broken file may seem to have longer lengths than there are. */
    private static final int BEHIND = 4 * Memory.SLACK;

    final Spill spill;
    final FileChannel channel;
    /** Of the file's bytes, as they are in the file: whoever reads them there counts them. */
    final FileSystem.Statistics statistics;

    final ByteBuffer block;
    /** Where the block lies; what is read of it and not yet asked for is from position to limit. */
    final long address;

    long position;
    long limit;
    int partition = -1;
    /** Bytes that the partition still has, with the end mark. */
    private long left;

    private final int blockBytes;
    private boolean closed;
    private long record;
    private int length;
    /** Bytes of the record behind those that are in memory. */
    private long rest;

    private long key;
    private int keyLength;

    SpillReader(Spill spill, FileChannel channel, FileSystem.Statistics statistics, int blockBytes) {
        this.spill = spill;
        this.channel = channel;
        this.statistics = statistics;
        this.blockBytes = blockBytes;
        block = ByteBuffer.allocateDirect(blockBytes + BEHIND);
        address = Memory.address(block);
        position = address;
        limit = address;
    }

    @Override
    public final long record() {
        return record;
    }

    @Override
    public final int length() {
        return length;
    }

    @Override
    public final long key() {
        return key;
    }

    @Override
    public final int keyLength() {
        return keyLength;
    }

    @Override
    public final void begin() throws IOException {
        partition++;
        left = spill.segments.rawBytes(partition);
        beginSegment();
    }

    @Override
    public final boolean next() throws IOException {
        while (rest > 0) more(); // a combiner need not ask for a value
        if (limit - position < MAX_HEADER) fill((int) Math.min(MAX_HEADER, left));
        int keyBytes = VInts.get(position);
        long behindKeyLength = position + VInts.sizeFrom(Memory.getByte(position));
        int valueBytes = VInts.get(behindKeyLength);
        long start = behindKeyLength + VInts.sizeFrom(Memory.getByte(behindKeyLength));
        if (keyBytes == SpillWriter.END && valueBytes == SpillWriter.END) {
            take(SpillWriter.END_BYTES);
            if (left != 0) throw corrupt(left + " bytes behind the end mark");
            endSegment();
            return false;
        }
        long bytes = start - position + keyBytes + valueBytes;
        if (keyBytes < 0 || valueBytes < 0 || bytes > left - SpillWriter.END_BYTES)
            throw corrupt("a record of " + keyBytes + " bytes of key and " + valueBytes + " of value, where " + left
                    + " are left");
        long header = start - position;
        if (header + keyBytes > blockBytes)
            throw corrupt("a key of " + keyBytes + " bytes, where none is longer than " + blockBytes);
        keyLength = keyBytes;
        piece(bytes);
        key = record + header;
        return true;
    }

    @Override
    public final boolean more() throws IOException {
        if (rest == 0) return false;
        piece(rest);
        return true;
    }

    /** Brings as much into memory as there is room for, of so many bytes. */
    private void piece(long bytes) throws IOException {
        length = (int) Math.min(bytes, blockBytes);
        rest = bytes - length;
        if (limit - position < length) fill(length);
        record = position;
        take(length);
    }

    private void take(int bytes) {
        position += bytes;
        left -= bytes;
    }

    /** Sees to it that this many bytes are there from the position on, which may move. */
    final void fill(int bytes) throws IOException {
        if (limit - position >= bytes) return;
        beforeMoving();
        int kept = (int) (limit - position);
        if (kept > 0) Memory.move(position, address, kept);
        position = address;
        limit = address + kept;
        moved();
        while (limit - position < bytes) {
            int filled = (int) (limit - address);
            int got = read(filled, blockBytes - filled);
            if (got < 0)
                throw corrupt("the file ends where " + (bytes - (limit - position)) + " more bytes are needed");
            limit += got;
        }
    }

    final IOException corrupt(String what) {
        return new IOException(spill.path + ", partition " + partition + ": " + what
                + "; the disk has changed what was written, run the attempt" + " again on another");
    }

    abstract void beginSegment() throws IOException;

    /** Checks what can be checked of a segment that has been read. */
    abstract void endSegment() throws IOException;

    /** What is before the position is about to be overwritten. */
    abstract void beforeMoving();

    /** The position has changed. */
    abstract void moved();

    /** Reads up to so many bytes to a place in the block; at least one, or -1 at the end. */
    abstract int read(int offset, int bytes) throws IOException;

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        Memory.free(block);
        channel.close();
    }
}
