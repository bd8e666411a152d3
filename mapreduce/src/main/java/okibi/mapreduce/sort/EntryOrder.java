package okibi.mapreduce.sort;

import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.order.KeyOrder;

/** The order of index entries: by prefix, and by whole keys where prefixes do not decide. */
final class EntryOrder {
    final KeyOrder keys;
    private final long base;

    EntryOrder(KeyOrder keys, long base) {
        this.keys = keys;
        this.base = base;
    }

    /**
     * Whether entry A must come before entry B.
     *
     * @param prefixA first word of entry A
     * @param locationA second word of entry A
     * @param known bytes of both keys before their prefixes, which are equal
     */
    boolean before(long prefixA, long locationA, long prefixB, long locationB, int known) {
        if (prefixA != prefixB) return prefixA + Long.MIN_VALUE < prefixB + Long.MIN_VALUE;
        return !keys.decides(prefixA) && compare(locationA, locationB, known) < 0;
    }

    /** The prefix of a key after its first {@code known} bytes. */
    long deeper(long location, int known) {
        long record = base + RecordBuffer.offset(location);
        return keys.deeper(RecordBuffer.key(record), VInts.get(record), known);
    }

    private int compare(long locationA, long locationB, int known) {
        long recordA = base + RecordBuffer.offset(locationA);
        long recordB = base + RecordBuffer.offset(locationB);
        return keys.compare(
                RecordBuffer.key(recordA), VInts.get(recordA), RecordBuffer.key(recordB), VInts.get(recordB), known);
    }
}
