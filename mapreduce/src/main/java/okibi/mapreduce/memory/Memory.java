package okibi.mapreduce.memory;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import sun.misc.Unsafe;

/**
 * Memory outside the heap, by address. Nothing is checked: whoever calls holds the bounds. Multi-byte values are in the
 * machine's order, which is little-endian wherever {@link #usable()}. Thread-safe as far as the memory itself is not shared.
 *
 * <p>{@code sun.misc.Unsafe} because a {@code ByteBuffer} of Java 11 cannot copy a few bytes to a position without being
 * moved there first, and zeroes memory that a small map output never touches.
 */
public final class Memory {
    /** Bytes beyond the end of what is used that must be readable: short reads take eight bytes and drop some. */
    public static final int SLACK = 8;

    private static final Unsafe UNSAFE = unsafe();
    private static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final long BUFFER_ADDRESS = bufferAddress();
    /** From here on a call of the runtime's own copy costs less than a loop. */
    private static final int LONG_COPY = 160;
    /** Processors that read and write at any address. */
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64", "ppc64le");

    private Memory() {}

    /** Whether this virtual machine and processor allow what this class does. */
    public static boolean usable() {
        return UNSAFE != null
                && BUFFER_ADDRESS >= 0
                && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && ARCHITECTURES.contains(System.getProperty("os.arch"));
    }

    /** Memory that is not zeroed and takes no place before it is touched; {@link NoMemoryError} if there is none. */
    public static long allocate(long bytes) {
        try {
            return UNSAFE.allocateMemory(bytes);
        } catch (OutOfMemoryError e) {
            throw new NoMemoryError(bytes);
        }
    }

    /** The same memory with another size, and perhaps elsewhere; 0 stands for none. What was in it is kept. */
    public static long reallocate(long address, long bytes) {
        try {
            return UNSAFE.reallocateMemory(address, bytes);
        } catch (OutOfMemoryError e) {
            throw new NoMemoryError(bytes);
        }
    }

    public static void free(long address) {
        UNSAFE.freeMemory(address);
    }

    /** Gives the memory of a direct buffer back at once. It must not be used again. */
    public static void free(ByteBuffer direct) {
        UNSAFE.invokeCleaner(direct);
    }

    /** Where the memory of a direct buffer begins. */
    public static long address(ByteBuffer direct) {
        return UNSAFE.getLong(direct, BUFFER_ADDRESS);
    }

    public static byte getByte(long address) {
        return UNSAFE.getByte(address);
    }

    public static short getShort(long address) {
        return UNSAFE.getShort(address);
    }

    public static int getInt(long address) {
        return UNSAFE.getInt(address);
    }

    public static long getLong(long address) {
        return UNSAFE.getLong(address);
    }

    public static void putByte(long address, byte value) {
        UNSAFE.putByte(address, value);
    }

    public static void putShort(long address, short value) {
        UNSAFE.putShort(address, value);
    }

    public static void putInt(long address, int value) {
        UNSAFE.putInt(address, value);
    }

    public static void putLong(long address, long value) {
        UNSAFE.putLong(address, value);
    }

    /** Copies between places that do not overlap. */
    public static void copy(long from, long to, long length) {
        if (length > LONG_COPY) UNSAFE.copyMemory(from, to, length);
        else if (length >= 8) {
            long last = length - 8;
            for (long i = 0; i < last; i += 8) putLong(to + i, getLong(from + i));
            putLong(to + last, getLong(from + last));
        } else if (length >= 4) {
            int end = getInt(from + length - 4);
            putInt(to, getInt(from));
            putInt(to + length - 4, end);
        } else for (long i = 0; i < length; i++) putByte(to + i, getByte(from + i));
    }

    /** Copies between places that may overlap. */
    public static void move(long from, long to, long length) {
        UNSAFE.copyMemory(from, to, length);
    }

    /** Copies out of an array, whose bounds the caller has checked. */
    public static void copyIn(byte[] from, int offset, long to, int length) {
        long start = BYTES + offset;
        if (length > LONG_COPY) UNSAFE.copyMemory(from, start, null, to, length);
        else if (length >= 8) {
            int last = length - 8;
            for (int i = 0; i < last; i += 8) putLong(to + i, UNSAFE.getLong(from, start + i));
            putLong(to + last, UNSAFE.getLong(from, start + last));
        } else if (length >= 4) {
            putInt(to, UNSAFE.getInt(from, start));
            putInt(to + length - 4, UNSAFE.getInt(from, start + length - 4));
        } else for (int i = 0; i < length; i++) putByte(to + i, from[offset + i]);
    }

    /** Copies into an array, whose bounds the caller has checked. */
    public static void copyOut(long from, byte[] to, int offset, int length) {
        UNSAFE.copyMemory(null, from, to, BYTES + offset, length);
    }

    /** Order of two strings of bytes, unsigned, the shorter one first if it begins the other. */
    public static int compare(long a, long lengthA, long b, long lengthB) {
        long common = Math.min(lengthA, lengthB);
        long i = 0;
        for (; i + 8 <= common; i += 8) {
            long wordA = getLong(a + i);
            long wordB = getLong(b + i);
            if (wordA != wordB) return Long.compareUnsigned(Long.reverseBytes(wordA), Long.reverseBytes(wordB));
        }
        for (; i < common; i++) {
            int difference = (getByte(a + i) & 0xff) - (getByte(b + i) & 0xff);
            if (difference != 0) return difference;
        }
        return Long.compare(lengthA, lengthB);
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // usable() says so
        }
    }

    private static long bufferAddress() {
        try {
            return UNSAFE == null ? -1 : UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address"));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return -1; // usable() says so
        }
    }
}
