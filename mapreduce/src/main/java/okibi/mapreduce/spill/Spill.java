package okibi.mapreduce.spill;

import org.apache.hadoop.fs.Path;

/** One sorted file: a segment for each partition, one after the other. */
public final class Spill {
  final Path path;
  /** Bytes of records and end mark of each segment, before compression and encryption. */
  final long[] rawBytes;
  /** Bytes of each segment in the file. */
  final long[] fileBytes;
  private final long records;

  Spill(Path path, long[] rawBytes, long[] fileBytes, long records) {
    this.path = path;
    this.rawBytes = rawBytes;
    this.fileBytes = fileBytes;
    this.records = records;
  }

  /** Records that were written. */
  public long records() {
    return records;
  }

  /** Size of the file. */
  public long bytes() {
    long sum = 0;
    for (long segment : fileBytes) sum += segment;
    return sum;
  }
}
