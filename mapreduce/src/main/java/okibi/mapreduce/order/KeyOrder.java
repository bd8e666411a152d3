package okibi.mapreduce.order;

/**
 * The order of serialised keys, as far as eight bytes can tell it. Prefixes compare as unsigned numbers: a smaller one means
 * a smaller key; equal ones mean equal keys if the prefix decides, otherwise the rest of both keys has to be asked.
 *
 * <p>Keys lie in memory, by address and length. {@link okibi.mapreduce.memory.Memory#SLACK} bytes after a key must be readable.
 */
public abstract class KeyOrder {
    /** The key's prefix. */
    public abstract long prefix(long key, int length);

    /** Whether keys of this prefix are equal. */
    public abstract boolean decides(long prefix);

    /** Order of two keys which are known to be equal in the first {@code known} bytes of what is compared. */
    public abstract int compare(long a, int lengthA, long b, int lengthB, int known);

    /** Bytes by which {@link #deeper} moves on; 0 if prefixes further inside a key say nothing. */
    public int step() {
        return 0;
    }

    /** The prefix of what follows the first {@code known} bytes, of a key whose prefix before those did not decide. */
    public long deeper(long key, int length, int known) {
        throw new UnsupportedOperationException("this order has no deeper prefixes");
    }
}
