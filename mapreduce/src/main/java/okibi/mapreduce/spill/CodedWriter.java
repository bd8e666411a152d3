package okibi.mapreduce.spill;

import java.io.IOException;
import java.io.OutputStream;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.mapred.IFileOutputStream;
import org.apache.hadoop.mapreduce.security.IntermediateEncryptedStream;

/** Writes compressed or encrypted segments with Hadoop's own streams, which get batches of records. Not thread-safe. */
final class CodedWriter extends SpillWriter {
    private static final int BATCH_BYTES = 64 << 10;

    private final MapJob<?, ?> job;
    private final byte[] batch = new byte[BATCH_BYTES];
    private int filled;
    private Compressor compressor;
    private FSDataOutputStream file;
    private FSDataOutputStream encrypted;
    private IFileOutputStream summed;
    /** Null if the codec has no compressor: then Hadoop writes and reads records uncompressed. */
    private CompressionOutputStream compressed;

    private OutputStream target;

    CodedWriter(Path path, SpillOutput output, MapJob<?, ?> job) {
        super(path, output, job.partitions);
        this.job = job;
    }

    @Override
    void beginSegment() throws IOException {
        file = new FSDataOutputStream(output, null, output.position());
        encrypted = IntermediateEncryptedStream.wrapIfNecessary(job.conf, file, false, path);
        summed = new IFileOutputStream(encrypted);
        target = summed;
        compressor = job.codec == null ? null : CodecPool.getCompressor(job.codec);
        if (compressor != null) {
            compressor.reset();
            compressed = job.codec.createOutputStream(summed, compressor);
            target = compressed;
        }
    }

    @Override
    void appendBytes(long from, int length) throws IOException {
        while (length > batch.length - filled) {
            int piece = batch.length - filled;
            put(from, piece);
            writeBatch();
            from += piece;
            length -= piece;
        }
        put(from, length);
    }

    @Override
    void endSegment() throws IOException {
        if (batch.length - filled < END_BYTES) writeBatch();
        for (int i = 0; i < END_BYTES; i++) batch[filled++] = END;
        writeBatch();
        target.flush();
        if (compressor != null) {
            compressed.finish();
            compressed.resetState();
        }
        summed.finish();
        if (encrypted != file) encrypted.close();
        encrypted = null;
        returnCompressor();
    }

    @Override
    public void close() throws IOException {
        if (encrypted != file) IOUtils.closeStream(encrypted); // not null after a segment that failed
        returnCompressor();
        super.close();
    }

    private void put(long from, int length) {
        Memory.copyOut(from, batch, filled, length);
        filled += length;
    }

    private void writeBatch() throws IOException {
        target.write(batch, 0, filled);
        filled = 0;
    }

    private void returnCompressor() {
        if (compressor != null) CodecPool.returnCompressor(compressor);
        compressor = null;
    }
}
