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
 * A file that is written in chunks of {@link #CHUNK_BYTES}, which begin and end at page boundaries. The check sum is
 * updated with whole chunks, or with the part of a segment in a chunk. Flushing does nothing; only {@link #finish}
 * completes the file. Not thread-safe.
 */
final class SpillOutput extends OutputStream {
    static final int CHUNK_BYTES = 256 << 10;
    /** Longer data is split into pieces of this size, so that a piece always fits behind a chunk that is not full. */
    private static final int PIECE_BYTES = 64 << 10;

    private final FileChannel channel;
    private final FileSystem.Statistics statistics;
    private final Progressable progress;
    private final WriteFailure failure;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES + PIECE_BYTES);
    private final long address = Memory.address(buffer);
    private final CRC32 sum = new CRC32();
    private int filledBytes;
    private boolean summing;
    /** The bytes of the buffer that are in the check sum or need not be. */
    private int summedBytes;

    private long writtenBytes;
    private boolean closed;

    /** Explains an error while a file was written. */
    interface WriteFailure {
        IOException explain(IOException cause);
    }

    SpillOutput(FileChannel channel, FileSystem.Statistics statistics, Progressable progress, WriteFailure failure) {
        this.channel = channel;
        this.statistics = statistics;
        this.progress = progress;
        this.failure = failure;
    }

    /** The bytes of the file up to now. */
    long position() {
        return writtenBytes + filledBytes;
    }

    /** Begins a check sum with the next byte. */
    void beginSum() {
        sum.reset();
        summedBytes = filledBytes;
        summing = true;
    }

    /** Ends the check sum and returns it: the sum of all bytes since {@link #beginSum}. */
    int sum() {
        sumTo(filledBytes);
        summing = false;
        return (int) sum.getValue();
    }

    /** Appends bytes of memory. */
    void append(long from, long length) throws IOException {
        while (length > PIECE_BYTES) {
            appendPiece(from, PIECE_BYTES);
            from += PIECE_BYTES;
            length -= PIECE_BYTES;
        }
        appendPiece(from, (int) length);
    }

    private void appendPiece(long from, int length) throws IOException {
        Memory.copy(from, address + filledBytes, length);
        filledBytes += length;
        if (filledBytes >= CHUNK_BYTES) writeChunk();
    }

    void appendByte(int value) throws IOException {
        Memory.putByte(address + filledBytes, (byte) value);
        if (++filledBytes >= CHUNK_BYTES) writeChunk();
    }

    void appendInt(int value) throws IOException {
        Memory.putInt(address + filledBytes, Integer.reverseBytes(value));
        filledBytes += Integer.BYTES;
        if (filledBytes >= CHUNK_BYTES) writeChunk();
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
            Memory.copyIn(bytes, offset, address + filledBytes, piece);
            filledBytes += piece;
            if (filledBytes >= CHUNK_BYTES) writeChunk();
            offset += piece;
            length -= piece;
        }
    }

    /** Writes the remaining bytes and closes the file. */
    void finish() throws IOException {
        drain(filledBytes);
        filledBytes = 0;
        close();
    }

    /** Closes the file without writing the remaining bytes. */
    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        Memory.free(buffer);
        try {
            channel.close();
        } catch (IOException e) {
            throw failure.explain(e);
        }
    }

    /** Fails after {@link #close}: the stream of a codec may write when it is closed after a failure. */
    private void checkOpen() throws IOException {
        if (closed) throw new ClosedChannelException();
    }

    private void writeChunk() throws IOException {
        if (summing) sumTo(CHUNK_BYTES);
        drain(CHUNK_BYTES);
        filledBytes -= CHUNK_BYTES;
        summedBytes = 0;
        Memory.copy(address + CHUNK_BYTES, address, filledBytes);
    }

    private void sumTo(int end) {
        buffer.limit(end).position(summedBytes);
        sum.update(buffer);
        summedBytes = end;
    }

    private void drain(int length) throws IOException {
        buffer.limit(length).position(0);
        try {
            while (buffer.hasRemaining()) channel.write(buffer);
        } catch (IOException e) {
            throw failure.explain(e);
        }
        writtenBytes += length;
        statistics.incrementBytesWritten(length);
        progress.progress();
    }
}
