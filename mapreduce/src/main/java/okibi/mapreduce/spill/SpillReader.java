package okibi.mapreduce.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.sort.SortedRun;
import org.apache.hadoop.fs.FileSystem;

/**
 * Reads a spill in blocks of a fixed size. A record that is longer than a block comes in parts; its first part has the
 * whole key. Not thread-safe.
 */
public abstract class SpillReader implements SortedRun {
    /** The smallest block. Spills with longer keys need larger blocks. */
    public static final int LEAST_BLOCK_BYTES = 32 << 10;
    /** The most bytes of the two lengths before a record. */
    private static final int MAX_HEADER_BYTES = 2 * VInts.MAX_INT_BYTES;
    /** Readable bytes behind the block: the lengths in a damaged file may seem to be longer than they are. */
    private static final int SLACK_BYTES = 4 * Memory.SLACK;

    final Spill spill;
    final FileChannel channel;
    /** Counts bytes as they are in the file; the code that reads the file updates it. */
    final FileSystem.Statistics statistics;

    final ByteBuffer block;
    /** The address of the block. The bytes from position to limit were read from the file and are not consumed yet. */
    final long address;

    long position;
    long limit;
    int partition = -1;
    /** The remaining bytes of the partition, with the end mark. */
    private long leftInPartition;

    private final int blockBytes;
    private boolean closed;
    private long record;
    private int length;
    /** The bytes of the record behind those in memory. */
    private long leftInRecord;

    private long key;
    private int keyLength;

    SpillReader(Spill spill, FileChannel channel, FileSystem.Statistics statistics, int blockBytes) {
        this.spill = spill;
        this.channel = channel;
        this.statistics = statistics;
        this.blockBytes = blockBytes;
        block = ByteBuffer.allocateDirect(blockBytes + SLACK_BYTES);
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
        leftInPartition = spill.segments.rawBytes(partition);
        beginSegment();
    }

    @Override
    public final boolean next() throws IOException {
        while (leftInRecord > 0) more(); // A combiner may not ask for the value.
        if (limit - position < MAX_HEADER_BYTES) fill((int) Math.min(MAX_HEADER_BYTES, leftInPartition));
        int keyBytes = VInts.get(position);
        long valueLength = position + VInts.sizeFrom(Memory.getByte(position));
        int valueBytes = VInts.get(valueLength);
        long start = valueLength + VInts.sizeFrom(Memory.getByte(valueLength));
        if (keyBytes == SpillWriter.END && valueBytes == SpillWriter.END) {
            consume(SpillWriter.END_BYTES);
            if (leftInPartition != 0)
                throw corrupt("got " + leftInPartition + " bytes behind the end mark, allowed is none");
            endSegment();
            return false;
        }
        long header = start - position;
        long bytes = header + keyBytes + valueBytes;
        if (keyBytes < 0 || valueBytes < 0 || bytes > leftInPartition - SpillWriter.END_BYTES)
            throw corrupt("got a record with a key of " + keyBytes + " bytes and a value of " + valueBytes
                    + " bytes, the partition has " + leftInPartition + " bytes left");
        if (header + keyBytes > blockBytes)
            throw corrupt("got a key of " + keyBytes + " bytes, no key is longer than " + blockBytes + " bytes");
        keyLength = keyBytes;
        readPart(bytes);
        key = record + header;
        return true;
    }

    @Override
    public final boolean more() throws IOException {
        if (leftInRecord == 0) return false;
        readPart(leftInRecord);
        return true;
    }

    /** Reads the next part of a record: the remaining bytes of the record, or as many as fit into a block. */
    private void readPart(long bytes) throws IOException {
        length = (int) Math.min(bytes, blockBytes);
        leftInRecord = bytes - length;
        if (limit - position < length) fill(length);
        record = position;
        consume(length);
    }

    private void consume(int bytes) {
        position += bytes;
        leftInPartition -= bytes;
    }

    /** Reads until the block has this many bytes from the position on. May change the position. */
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
                throw corrupt("got the end of the file, needed are " + (bytes - (limit - position)) + " more bytes");
            limit += got;
        }
    }

    final IOException corrupt(String problem) {
        return new IOException(spill.path + ", partition " + partition + ": " + problem
                + ". The disk has changed the file; run the attempt again on another disk.");
    }

    abstract void beginSegment() throws IOException;

    /** Verifies a segment that has been read. */
    abstract void endSegment() throws IOException;

    /** Called before the bytes in front of the position are overwritten. */
    abstract void beforeMoving();

    /** Called after the position has moved to the start of the block. */
    abstract void moved();

    /**
     * Reads up to {@code bytes} bytes to an offset in the block.
     *
     * @return the number of bytes, at least one; or -1 at the end
     */
    abstract int read(int offset, int bytes) throws IOException;

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        Memory.free(block);
        channel.close();
    }
}
