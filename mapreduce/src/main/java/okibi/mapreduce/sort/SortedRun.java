package okibi.mapreduce.sort;

import java.io.Closeable;
import java.io.IOException;

/**
 * Sorted records, from the first partition to the last: call {@link #begin} for each partition, then {@link #next}
 * until it returns false. Not thread-safe.
 */
public interface SortedRun extends Closeable {
    /** Moves to the next partition. The caller must have read the previous one to its end. */
    void begin() throws IOException;

    /**
     * Moves to the next record. Returns false if the partition has no more. The lengths and the key of the record, and
     * the part of its value that fits, stay in memory until the next call of this method or of {@link #more}.
     */
    boolean next() throws IOException;

    /**
     * Reads the next part of a record whose value is not completely in memory. This part replaces the bytes in memory,
     * the key included. Returns false at the end of the record.
     */
    boolean more() throws IOException;

    /**
     * The address of the bytes in memory: of the record's lengths, key and value, or of the part that {@link #more}
     * read.
     */
    long record();

    /** The number of this record's bytes in memory. */
    int length();

    /** The address of the key. */
    long key();

    int keyLength();
}
