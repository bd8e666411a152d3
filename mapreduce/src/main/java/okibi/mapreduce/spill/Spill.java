package okibi.mapreduce.spill;

import org.apache.hadoop.fs.Path;

/** One sorted file: a segment for each partition, one after the other. */
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

    /** This file under another name. */
    Spill renamed(Path to) {
        return new Spill(to, segments, records, leastBlockBytes);
    }

    /** Records that were written. */
    public long records() {
        return records;
    }

    /** Size of the file. */
    public long bytes() {
        return segments.totalFileBytes();
    }

    /** The smallest block by which it can be read: lengths and key of each record have room. */
    public int leastBlockBytes() {
        return leastBlockBytes;
    }
}
