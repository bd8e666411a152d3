package okibi.mapreduce.spill;

import java.util.Arrays;

/**
 * Bytes of each segment of a file. Neighbours of the same sizes are kept once: a spill of one large record has a segment for each
 * partition, all but one of them empty, and there may be as many such spills as records. Not thread-safe.
 */
final class SegmentSizes {
    private long[] raw = new long[4];
    private long[] inFile = new long[4];
    /** Segments before the end of each row of neighbours. */
    private int[] ends = new int[4];

    private int rows;
    private long total;

    /** Adds the next segment. */
    void add(long rawBytes, long fileBytes) {
        total += fileBytes;
        if (rows > 0 && raw[rows - 1] == rawBytes && inFile[rows - 1] == fileBytes) {
            ends[rows - 1]++;
            return;
        }
        if (rows == ends.length) resize(2 * rows);
        raw[rows] = rawBytes;
        inFile[rows] = fileBytes;
        ends[rows] = count() + 1;
        rows++;
    }

    /** Gives back what was kept ready for more segments. */
    void trim() {
        resize(rows);
    }

    int count() {
        return rows == 0 ? 0 : ends[rows - 1];
    }

    /** Bytes of all segments in the file. */
    long totalFileBytes() {
        return total;
    }

    /** Bytes of records and end mark of a segment, before compression and encryption. */
    long rawBytes(int segment) {
        return raw[row(segment)];
    }

    /** Bytes of a segment in the file. */
    long fileBytes(int segment) {
        return inFile[row(segment)];
    }

    private int row(int segment) {
        int found = Arrays.binarySearch(ends, 0, rows, segment + 1);
        return found < 0 ? -found - 1 : found;
    }

    private void resize(int size) {
        raw = Arrays.copyOf(raw, size);
        inFile = Arrays.copyOf(inFile, size);
        ends = Arrays.copyOf(ends, size);
    }
}
