package okibi.mapreduce.combine;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.sort.PartitionedSort;

/** One sorted partition of the buffer, for the combiner. */
public final class SortedRecords extends RawRecords {
  private final PartitionedSort sorted;
  private long entry;
  private int left;

  /** @param count records of the partition, which has been sorted */
  public SortedRecords(PartitionedSort sorted, int partition, int count) {
    this.sorted = sorted;
    entry = sorted.entries(partition);
    left = count;
  }

  @Override
  public boolean next() {
    if (left == 0) return false;
    at(sorted.record(entry));
    entry += RecordBuffer.ENTRY_BYTES;
    left--;
    return true;
  }
}
