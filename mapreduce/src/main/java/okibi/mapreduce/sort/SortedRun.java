package okibi.mapreduce.sort;

import java.io.Closeable;
import java.io.IOException;

/** Records in their order, from the first partition to the last: {@link #begin} a partition, {@link #next} until it has no record. Not thread-safe. */
public interface SortedRun extends Closeable {
    /** Goes to the next partition; the one before must have been read to its end. */
    void begin() throws IOException;

    /**
     * Goes to the next record, if the partition has one. Its lengths and key lie in memory until the one after it or {@link #more} is asked
     * for, and as much of its value as there is room for.
     */
    boolean next() throws IOException;

    /** Goes on in a record whose value is not all in memory: its next bytes take the place of what was there, also of the key. False at its end. */
    boolean more() throws IOException;

    /** Where the bytes in memory begin: those of the record, with its lengths, or what {@link #more} has brought. */
    long record();

    /** Bytes in memory, of this record. */
    int length();

    long key();

    int keyLength();
}
