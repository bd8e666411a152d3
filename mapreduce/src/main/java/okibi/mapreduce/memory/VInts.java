package okibi.mapreduce.memory;

/**
 * Hadoop's integers of variable length ({@code org.apache.hadoop.io.WritableUtils}). A value from -112 to 127 takes one
 * byte. Other values have a first byte for the sign and the number of further bytes, then these bytes, the highest
 * first.
 */
public final class VInts {
    /** The most bytes of an {@code int}. */
    public static final int MAX_INT_BYTES = 5;

    private VInts() {}

    /** The bytes of a length, which is not negative. */
    public static int size(int length) {
        return length <= 127 ? 1 : 1 + ((39 - Integer.numberOfLeadingZeros(length)) >>> 3);
    }

    /** The bytes of an integer, from its first byte. */
    public static int sizeFrom(byte first) {
        return first >= -112 ? 1 : first < -120 ? -119 - first : -111 - first;
    }

    /** Writes a length, which is not negative. Returns the address after it. */
    public static long put(long address, int length) {
        if (length <= 127) {
            Memory.putByte(address, (byte) length);
            return address + 1;
        }
        int bytes = (39 - Integer.numberOfLeadingZeros(length)) >>> 3;
        Memory.putByte(address, (byte) (-112 - bytes));
        for (int i = bytes; i >= 1; i--, length >>>= 8) Memory.putByte(address + i, (byte) length);
        return address + 1 + bytes;
    }

    /** Reads an integer. Returns -2, which is no valid length, for a value that does not fit an {@code int}. */
    public static int get(long address) {
        byte first = Memory.getByte(address);
        if (first >= -112) return first;
        long value = getLong(address);
        return value == (int) value ? (int) value : -2;
    }

    /** Reads an integer of up to nine bytes. */
    public static long getLong(long address) {
        byte first = Memory.getByte(address);
        if (first >= -112) return first;
        int bytes = sizeFrom(first) - 1;
        long value = 0;
        for (int i = 1; i <= bytes; i++) value = value << 8 | Memory.getByte(address + i) & 0xff;
        return first < -120 ? ~value : value;
    }
}
