package okibi.mapreduce.memory;

/**
 * Hadoop's integers of variable length ({@code org.apache.hadoop.io.WritableUtils}): one byte from -112 to 127, otherwise
 * one that says the sign and how many bytes follow, the highest first.
 */
public final class VInts {
    /** Bytes of the longest one that an {@code int} takes. */
    public static final int MAX_INT_BYTES = 5;

    private VInts() {}

    /** Bytes that a length takes; lengths are not negative. */
    public static int size(int length) {
        return length <= 127 ? 1 : 1 + ((39 - Integer.numberOfLeadingZeros(length)) >>> 3);
    }

    /** Bytes of the integer that begins with this byte. */
    public static int sizeFrom(byte first) {
        return first >= -112 ? 1 : first < -120 ? -119 - first : -111 - first;
    }

    /** Writes a length, which is not negative. Returns where it ends. */
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

    /** The integer that begins here. What does not fit an {@code int} comes back as -2, which is not a length either. */
    public static int get(long address) {
        byte first = Memory.getByte(address);
        if (first >= -112) return first;
        long value = getLong(address);
        return value == (int) value ? (int) value : -2;
    }

    /** The integer that begins here, of up to nine bytes. */
    public static long getLong(long address) {
        byte first = Memory.getByte(address);
        if (first >= -112) return first;
        int bytes = sizeFrom(first) - 1;
        long value = 0;
        for (int i = 1; i <= bytes; i++) value = value << 8 | Memory.getByte(address + i) & 0xff;
        return first < -120 ? ~value : value;
    }
}
