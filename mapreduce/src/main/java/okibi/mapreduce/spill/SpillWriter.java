package okibi.mapreduce.spill;

import java.io.IOException;
import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.VInts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.IFile;

/**
 * Writes a file of segments in Hadoop's IFile format: records, end mark, check sum; compressed or encrypted if the job
 * asks for it. Call {@link #begin}, {@link #append} and {@link #end} for each partition, then {@link #finish}. Not
 * thread-safe.
 */
public abstract class SpillWriter implements AutoCloseable {
    /** The bytes of the end mark: a key length and a value length behind the last record, a byte each. */
    static final int END_BYTES = 2;

    static final byte END = IFile.EOF_MARKER;

    final Path path;
    final SpillOutput output;
    private final int partitions;
    private final SegmentSizes segments = new SegmentSizes();
    private long start;
    private long rawBytes;
    private long records;
    private int leastBlockBytes = SpillReader.LEAST_BLOCK_BYTES;

    SpillWriter(Path path, SpillOutput output, int partitions) {
        this.path = path;
        this.output = output;
        this.partitions = partitions;
    }

    /** Begins the next partition. */
    public final void begin() throws IOException {
        start = output.position();
        rawBytes = END_BYTES;
        beginSegment();
    }

    /** Appends a record from memory: its lengths, its key, and its value or the first part of the value. */
    public final void append(long record, int length) throws IOException {
        if (length > SpillReader.LEAST_BLOCK_BYTES) leastBlockBytes = Math.max(leastBlockBytes, keyEnd(record));
        records++;
        appendMore(record, length);
    }

    /** Appends the next part of the same record. */
    public final void appendMore(long from, int length) throws IOException {
        appendBytes(from, length);
        rawBytes += length;
    }

    /** Ends the partition. */
    public final void end() throws IOException {
        endSegment();
        segments.add(rawBytes, output.position() - start);
    }

    /** Completes the file. */
    public final Spill finish() throws IOException {
        if (segments.count() != partitions)
            throw new IllegalStateException(path + ": got " + segments.count() + " partitions, needed are " + partitions
                    + ". This is a bug in Okibi; please report it.");
        output.finish();
        segments.trim();
        return new Spill(path, segments, records, leastBlockBytes);
    }

    abstract void beginSegment() throws IOException;

    abstract void appendBytes(long from, int length) throws IOException;

    abstract void endSegment() throws IOException;

    /** The bytes of a record's lengths and key. */
    private static int keyEnd(long record) {
        return (int) (RecordBuffer.key(record) - record) + VInts.get(record);
    }

    /** Closes the file. A file without {@link #finish} is not usable. */
    @Override
    public void close() throws IOException {
        output.close();
    }
}
