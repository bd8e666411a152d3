package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.order.KeyOrder;

/** Order of entries: by prefix, and by the keys behind them where that does not decide. */
final class EntryOrder {
    final KeyOrder keys;
    private final long base;

    EntryOrder(KeyOrder keys, long base) {
        this.keys = keys;
        this.base = base;
    }

    /**
     * Whether an entry must come before another.
     *
     * @param prefixA, a first and second word of the entry
     * @param known bytes of both keys before their prefixes
     */
    boolean before(long prefixA, long a, long prefixB, long b, int known) {
        if (prefixA != prefixB) return prefixA + Long.MIN_VALUE < prefixB + Long.MIN_VALUE;
        return !keys.decides(prefixA) && compare(a, b, known) < 0;
    }

    /** The prefix of an entry's key after its first {@code known} bytes. */
    long deeper(long entry, int known) {
        long record = record(entry);
        return keys.deeper(RecordBuffer.key(record), VInts.get(record), known);
    }

    private int compare(long a, long b, int known) {
        long recordA = record(a);
        long recordB = record(b);
        return keys.compare(
                RecordBuffer.key(recordA), VInts.get(recordA), RecordBuffer.key(recordB), VInts.get(recordB), known);
    }

    private long record(long entry) {
        return base + (entry & 0xffffffffL);
    }
}
