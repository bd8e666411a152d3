package okibi.mapreduce.order;

import org.apache.hadoop.io.RawComparator;

import okibi.mapreduce.memory.Memory;

/** Any other order: prefixes say nothing, and Hadoop's raw comparator sees each pair of keys in arrays. Not thread-safe. */
final class ComparatorOrder extends KeyOrder {
  private final RawComparator<?> comparator;
  private byte[] left = new byte[64];
  private byte[] right = new byte[64];

  ComparatorOrder(RawComparator<?> comparator) {
    this.comparator = comparator;
  }

  @Override
  public long prefix(long key, int length) {
    return 0;
  }

  @Override
  public boolean decides(long prefix) {
    return false;
  }

  @Override
  public int compare(long a, int lengthA, long b, int lengthB, int known) {
    if (left.length < lengthA) left = new byte[roomFor(lengthA)];
    if (right.length < lengthB) right = new byte[roomFor(lengthB)];
    Memory.copyOut(a, left, 0, lengthA);
    Memory.copyOut(b, right, 0, lengthB);
    return comparator.compare(left, 0, lengthA, right, 0, lengthB);
  }

  private static int roomFor(int length) {
    return (int) Math.min(length * 2L, Integer.MAX_VALUE - 8);
  }
}
