package okibi.mapreduce.memory;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import sun.misc.Unsafe;

/**
 * Memory outside the heap, by address. Checks no bounds: the caller must keep them. Multi-byte values have the byte
 * order of the machine, which is little-endian wherever {@link #usable()}. Thread-safe if threads do not share the
 * memory.
 *
 * <p>Uses {@code sun.misc.Unsafe}, because a {@code ByteBuffer} of Java 11 must be moved to a position before it copies
 * a few bytes there, and because it zeroes memory that a small map output never touches.
 */
public final class Memory {
    /** The bytes behind used memory that must be readable: short reads take eight bytes and ignore some of them. */
    public static final int SLACK = 8;

    private static final Unsafe UNSAFE = unsafe();
    private static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final long BUFFER_ADDRESS = bufferAddress();
    /** Above this length a call of the runtime's copy is faster than a loop. */
    private static final int LONG_COPY_BYTES = 160;
    /** Processors that allow unaligned reads and writes. */
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64", "ppc64le");

    private Memory() {}

    /** Whether this Java machine and processor support this class. */
    public static boolean usable() {
        return UNSAFE != null
                && BUFFER_ADDRESS >= 0
                && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && ARCHITECTURES.contains(System.getProperty("os.arch"));
    }

    /**
     * Allocates memory, which is not zeroed and takes no physical memory before its first use.
     *
     * @throws NoMemoryError if the system has no more memory
     */
    public static long allocate(long bytes) {
        try {
            return UNSAFE.allocateMemory(bytes);
        } catch (OutOfMemoryError e) {
            throw new NoMemoryError(bytes);
        }
    }

    /**
     * Changes the size of memory and keeps its contents. The memory may move to another address.
     *
     * @param address the memory, or 0 for none
     * @throws NoMemoryError if the system has no more memory
     */
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

    /** Frees the memory of a direct buffer at once. Do not use the buffer afterwards. */
    public static void free(ByteBuffer direct) {
        UNSAFE.invokeCleaner(direct);
    }

    /** The address of a direct buffer's memory. */
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

    /** Copies between ranges that do not overlap. */
    public static void copy(long from, long to, long length) {
        if (length > LONG_COPY_BYTES) UNSAFE.copyMemory(from, to, length);
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

    /** Copies between ranges that may overlap. */
    public static void move(long from, long to, long length) {
        UNSAFE.copyMemory(from, to, length);
    }

    /** Copies from an array, whose bounds the caller has checked. */
    public static void copyIn(byte[] from, int offset, long to, int length) {
        long start = BYTES + offset;
        if (length > LONG_COPY_BYTES) UNSAFE.copyMemory(from, start, null, to, length);
        else if (length >= 8) {
            int last = length - 8;
            for (int i = 0; i < last; i += 8) putLong(to + i, UNSAFE.getLong(from, start + i));
            putLong(to + last, UNSAFE.getLong(from, start + last));
        } else if (length >= 4) {
            putInt(to, UNSAFE.getInt(from, start));
            putInt(to + length - 4, UNSAFE.getInt(from, start + length - 4));
        } else for (int i = 0; i < length; i++) putByte(to + i, from[offset + i]);
    }

    /** Copies to an array, whose bounds the caller has checked. */
    public static void copyOut(long from, byte[] to, int offset, int length) {
        UNSAFE.copyMemory(null, from, to, BYTES + offset, length);
    }

    /** Compares two byte strings as unsigned bytes; a string comes before its own extensions. */
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
