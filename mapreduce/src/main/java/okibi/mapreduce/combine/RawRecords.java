package okibi.mapreduce.combine;

import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;

/** Records in memory as Hadoop's combiner wants them: key and value in arrays, copied when they are asked for. Not thread-safe. */
public abstract class RawRecords implements RawKeyValueIterator {
  private final DataInputBuffer key = new DataInputBuffer();
  private final DataInputBuffer value = new DataInputBuffer();
  private byte[] keyBytes = new byte[64];
  private byte[] valueBytes = new byte[256];
  private long record;

  /** The record that is meant from now on. */
  protected final void at(long address) {
    record = address;
  }

  @Override
  public final DataInputBuffer getKey() {
    int length = VInts.get(record);
    if (keyBytes.length < length) keyBytes = new byte[roomFor(length)];
    Memory.copyOut(RecordBuffer.key(record), keyBytes, 0, length);
    key.reset(keyBytes, length);
    return key;
  }

  @Override
  public final DataInputBuffer getValue() {
    int length = VInts.get(RecordBuffer.valueLength(record));
    if (valueBytes.length < length) valueBytes = new byte[roomFor(length)];
    Memory.copyOut(RecordBuffer.key(record) + VInts.get(record), valueBytes, 0, length);
    value.reset(valueBytes, length);
    return value;
  }

  /** Progress is reported elsewhere. */
  @Override
  public final Progress getProgress() {
    return null;
  }

  @Override
  public final void close() {}

  private static int roomFor(int length) {
    return (int) Math.min(length * 2L, Integer.MAX_VALUE - 8);
  }
}
