package okibi.mapreduce.order;

/**
 * The order of serialised keys, with prefixes of eight bytes. Prefixes compare as unsigned numbers. A smaller prefix
 * means a smaller key. Equal prefixes mean equal keys if the prefix decides; otherwise {@link #compare} must compare
 * the keys.
 *
 * <p>A key is given by the address and length of its bytes. {@link okibi.mapreduce.memory.Memory#SLACK} bytes after a
 * key must be readable. Thread-safe unless a subclass says otherwise.
 */
public abstract class KeyOrder {
    /** The key's prefix. */
    public abstract long prefix(long key, int length);

    /** Whether all keys with this prefix are equal. */
    public abstract boolean decides(long prefix);

    /**
     * Compares two keys.
     *
     * @param known the number of compared bytes at the beginning of the keys that are known to be equal
     */
    public abstract int compare(long a, int lengthA, long b, int lengthB, int known);

    /** The bytes by which {@link #deeper} moves on; 0 if the order has no prefixes further inside a key. */
    public int step() {
        return 0;
    }

    /**
     * The prefix behind the first {@code known} bytes of a key, after an earlier prefix of the key did not decide.
     *
     * @throws UnsupportedOperationException if {@link #step} is 0
     */
    public long deeper(long key, int length, int known) {
        throw new UnsupportedOperationException(
                getClass().getName() + ": the order has no deeper prefixes. This is a bug in Okibi; please report it.");
    }
}
