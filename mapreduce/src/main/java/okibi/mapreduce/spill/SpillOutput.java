package okibi.mapreduce.spill;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * A file that is written in chunks of {@link #CHUNK_BYTES}, which begin and end with pages. Check sums are made of whole
 * chunks, or what a chunk has of a segment. Flushing does nothing: what counts is closing. Not thread-safe.
 */
final class SpillOutput extends OutputStream {
    static final int CHUNK_BYTES = 256 << 10;
    /** Longer pieces are written in several, so that any other fits behind a chunk that is not full. */
    private static final int PIECE_BYTES = 64 << 10;

    private final FileChannel channel;
    private final FileSystem.Statistics statistics;
    private final Progressable progress;
    private final Failing failing;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES + PIECE_BYTES);
    private final long address = Memory.address(buffer);
    private final CRC32 sum = new CRC32();
    private int filled;
    private boolean summing;
    /** Bytes of the buffer that need not be summed any more. */
    private int summed;

    private long written;
    private boolean closed;

    /** Says what is wrong when a file cannot be written. */
    interface Failing {
        IOException because(IOException cause);
    }

    SpillOutput(FileChannel channel, FileSystem.Statistics statistics, Progressable progress, Failing failing) {
        this.channel = channel;
        this.statistics = statistics;
        this.progress = progress;
        this.failing = failing;
    }

    /** Bytes in the file so far. */
    long position() {
        return written + filled;
    }

    /** Begins a check sum with the next byte. */
    void beginSum() {
        sum.reset();
        summed = filled;
        summing = true;
    }

    /** Ends the check sum: that of all bytes since it was begun. */
    int sum() {
        sumTo(filled);
        summing = false;
        return (int) sum.getValue();
    }

    /** Appends bytes of memory. */
    void append(long from, long length) throws IOException {
        while (length > PIECE_BYTES) {
            piece(from, PIECE_BYTES);
            from += PIECE_BYTES;
            length -= PIECE_BYTES;
        }
        piece(from, (int) length);
    }

    private void piece(long from, int length) throws IOException {
        Memory.copy(from, address + filled, length);
        filled += length;
        if (filled >= CHUNK_BYTES) writeChunk();
    }

    void appendByte(int value) throws IOException {
        Memory.putByte(address + filled, (byte) value);
        if (++filled >= CHUNK_BYTES) writeChunk();
    }

    void appendInt(int value) throws IOException {
        Memory.putInt(address + filled, Integer.reverseBytes(value));
        filled += Integer.BYTES;
        if (filled >= CHUNK_BYTES) writeChunk();
    }

    @Override
    public void write(int b) throws IOException {
        checkOpen();
        appendByte(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        checkOpen();
        while (length > 0) {
            int piece = Math.min(length, PIECE_BYTES);
            Memory.copyIn(bytes, offset, address + filled, piece);
            filled += piece;
            if (filled >= CHUNK_BYTES) writeChunk();
            offset += piece;
            length -= piece;
        }
    }

    /** Writes what is left and closes the file. */
    void finish() throws IOException {
        drain(filled);
        filled = 0;
        close();
    }

    /** Closes the file, whatever is left to write. */
    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        Memory.free(buffer);
        try {
            channel.close();
        } catch (IOException e) {
            throw failing.because(e);
        }
    }

    /** A codec's stream may still have something to say when it is closed after a failure. */
    private void checkOpen() throws IOException {
        if (closed) throw new ClosedChannelException();
    }

    private void writeChunk() throws IOException {
        if (summing) sumTo(CHUNK_BYTES);
        drain(CHUNK_BYTES);
        filled -= CHUNK_BYTES;
        summed = 0;
        Memory.copy(address + CHUNK_BYTES, address, filled);
    }

    private void sumTo(int end) {
        buffer.limit(end).position(summed);
        sum.update(buffer);
        summed = end;
    }

    private void drain(int length) throws IOException {
        buffer.limit(length).position(0);
        try {
            while (buffer.hasRemaining()) channel.write(buffer);
        } catch (IOException e) {
            throw failing.because(e);
        }
        written += length;
        statistics.incrementBytesWritten(length);
        progress.progress();
    }
}
