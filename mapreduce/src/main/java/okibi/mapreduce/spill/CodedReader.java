package okibi.mapreduce.spill;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapreduce.security.IntermediateEncryptedStream;

/**
 * Reads a compressed or encrypted spill with Hadoop's own streams, which also verify the check sums. Not thread-safe.
 */
final class CodedReader extends SpillReader {
    private static final int BATCH_BYTES = 64 << 10;

    private final MapJob<?, ?> job;
    private final byte[] batch = new byte[BATCH_BYTES];
    private long start;
    private InputStream stream;
    private Decompressor decompressor;

    CodedReader(Spill spill, FileChannel channel, FileSystem.Statistics statistics, int blockBytes, MapJob<?, ?> job) {
        super(spill, channel, statistics, blockBytes);
        this.job = job;
    }

    @Override
    void beginSegment() throws IOException {
        position = address;
        limit = address;
        long length = spill.segments.fileBytes(partition);
        InputStream file = new ChannelInput(channel, statistics, start, length);
        InputStream decrypted = IntermediateEncryptedStream.wrapIfNecessary(job.conf, file, length, spill.path);
        stream = new IFileInputStream(decrypted, length - job.encryptionBytes, job.conf);
        decompressor = job.codec == null ? null : CodecPool.getDecompressor(job.codec);
        if (decompressor != null) stream = job.codec.createInputStream(stream, decompressor);
        start += length;
    }

    @Override
    void endSegment() throws IOException {
        closeStream();
    }

    @Override
    void beforeMoving() {}

    @Override
    void moved() {}

    @Override
    int read(int offset, int bytes) throws IOException {
        int got = stream.read(batch, 0, Math.min(batch.length, bytes));
        if (got > 0) Memory.copyIn(batch, 0, address + offset, got);
        return got;
    }

    @Override
    public void close() throws IOException {
        try {
            closeStream();
        } finally {
            super.close();
        }
    }

    /** Closes the stream, which reads the rest of the segment: at most the check sum. */
    private void closeStream() throws IOException {
        InputStream closed = stream;
        stream = null;
        try {
            if (closed != null) closed.close();
        } finally {
            if (decompressor != null) {
                decompressor.reset();
                CodecPool.returnDecompressor(decompressor);
                decompressor = null;
            }
        }
    }
}
