package okibi.mapreduce.sort;

import java.io.Closeable;
import java.io.IOException;

/** Records in their order, from the first partition to the last: {@link #begin} a partition, {@link #next} until it has no record. Not thread-safe. */
public interface SortedRun extends Closeable {
  /** Goes to the next partition; the one before must have been read to its end. */
  void begin() throws IOException;

  /** Goes to the next record, if the partition has one. It lies in memory until the one after it is asked for. */
  boolean next() throws IOException;

  /** Where the record begins, with its lengths. */
  long record();

  /** Bytes of the record, with its lengths. */
  int length();

  long key();

  int keyLength();
}
