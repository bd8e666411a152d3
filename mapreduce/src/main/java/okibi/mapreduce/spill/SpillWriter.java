package okibi.mapreduce.spill;

import java.io.IOException;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.IFile;

/**
 * Writes a file of segments in Hadoop's IFile format: records, end mark, check sum; compressed or encrypted as the job says.
 * For each partition {@link #begin}, {@link #append}, {@link #end}; then {@link #finish}. Not thread-safe.
 */
public abstract class SpillWriter implements AutoCloseable {
  /** Length of key and length of value behind the last record, a byte each. */
  static final int END_BYTES = 2;
  static final byte END = IFile.EOF_MARKER;

  final Path path;
  final SpillOutput output;
  private final long[] rawBytes;
  private final long[] fileBytes;
  private int partition;
  private long start;
  private long raw;
  private long records;

  SpillWriter(Path path, SpillOutput output, int partitions) {
    this.path = path;
    this.output = output;
    rawBytes = new long[partitions];
    fileBytes = new long[partitions];
  }

  /** Begins the next partition. */
  public final void begin() throws IOException {
    start = output.position();
    raw = END_BYTES;
    beginSegment();
  }

  /** Appends a record: its lengths, key and value, as they lie in memory. */
  public final void append(long record, int length) throws IOException {
    appendRecord(record, length);
    raw += length;
    records++;
  }

  /** Ends the partition. */
  public final void end() throws IOException {
    endSegment();
    rawBytes[partition] = raw;
    fileBytes[partition] = output.position() - start;
    partition++;
  }

  /** Completes the file. */
  public final Spill finish() throws IOException {
    if (partition != rawBytes.length)
      throw new IllegalStateException(path + ": " + partition + " of " + rawBytes.length + " partitions written; this is a bug, please report it");
    output.finish();
    return new Spill(path, rawBytes, fileBytes, records);
  }

  abstract void beginSegment() throws IOException;

  abstract void appendRecord(long record, int length) throws IOException;

  abstract void endSegment() throws IOException;

  /** Closes the file; one that was not finished is of no use. */
  @Override
  public void close() throws IOException {
    output.close();
  }
}
