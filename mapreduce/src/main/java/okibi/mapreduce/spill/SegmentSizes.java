package okibi.mapreduce.spill;

import java.util.Arrays;

/**
 * The bytes of each segment of a file. Neighbouring segments of equal sizes are stored once: a spill of one large
 * record has a segment for each partition, all but one of them empty, and there may be as many such spills as records.
 * Not thread-safe.
 */
final class SegmentSizes {
    private long[] rawBytes = new long[4];
    private long[] fileBytes = new long[4];
    /** For each row of equal neighbours the number of segments up to its end. */
    private int[] ends = new int[4];

    private int rows;
    private long totalFileBytes;

    /** Adds the next segment. */
    void add(long raw, long file) {
        totalFileBytes += file;
        if (rows > 0 && rawBytes[rows - 1] == raw && fileBytes[rows - 1] == file) {
            ends[rows - 1]++;
            return;
        }
        if (rows == ends.length) resize(2 * rows);
        rawBytes[rows] = raw;
        fileBytes[rows] = file;
        ends[rows] = count() + 1;
        rows++;
    }

    /** Frees the room for more segments. */
    void trim() {
        resize(rows);
    }

    int count() {
        return rows == 0 ? 0 : ends[rows - 1];
    }

    /** The bytes of all segments in the file. */
    long totalFileBytes() {
        return totalFileBytes;
    }

    /** The bytes of a segment's records and end mark, before compression and encryption. */
    long rawBytes(int segment) {
        return rawBytes[row(segment)];
    }

    /** The bytes of a segment in the file. */
    long fileBytes(int segment) {
        return fileBytes[row(segment)];
    }

    private int row(int segment) {
        int found = Arrays.binarySearch(ends, 0, rows, segment + 1);
        return found < 0 ? -found - 1 : found;
    }

    private void resize(int size) {
        rawBytes = Arrays.copyOf(rawBytes, size);
        fileBytes = Arrays.copyOf(fileBytes, size);
        ends = Arrays.copyOf(ends, size);
    }
}
