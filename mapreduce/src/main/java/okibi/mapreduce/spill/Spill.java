package okibi.mapreduce.spill;

import org.apache.hadoop.fs.Path;

/** A sorted file: a segment for each partition, one after the other. Immutable. */
public final class Spill {
    final Path path;
    final SegmentSizes segments;
    private final long records;
    private final int leastBlockBytes;

    Spill(Path path, SegmentSizes segments, long records, int leastBlockBytes) {
        this.path = path;
        this.segments = segments;
        this.records = records;
        this.leastBlockBytes = leastBlockBytes;
    }

    /** The same file under another name. */
    Spill renamed(Path to) {
        return new Spill(to, segments, records, leastBlockBytes);
    }

    /** The number of records in the file. */
    public long records() {
        return records;
    }

    /** The size of the file. */
    public long bytes() {
        return segments.totalFileBytes();
    }

    /** The smallest block for reading the file: it has room for the lengths and the key of every record. */
    public int leastBlockBytes() {
        return leastBlockBytes;
    }
}
