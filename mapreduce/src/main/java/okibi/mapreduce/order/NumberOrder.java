package okibi.mapreduce.order;

import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;

/**
 * The order of numbers of at most eight bytes. The prefix has the whole number in its first bytes, converted to compare
 * as an unsigned number, and always decides.
 */
abstract class NumberOrder extends KeyOrder {
    @Override
    public final boolean decides(long prefix) {
        return true;
    }

    @Override
    public final int compare(long a, int lengthA, long b, int lengthB, int known) {
        return Long.compareUnsigned(prefix(a, lengthA), prefix(b, lengthB));
    }

    /** {@code NullWritable}, whose keys are all equal. */
    static final class Nulls extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return 0;
        }
    }

    /** {@code ByteWritable}. */
    static final class Bytes extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return (long) Memory.getByte(key) << 56 ^ Long.MIN_VALUE;
        }
    }

    /** {@code ShortWritable}. */
    static final class Shorts extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return (long) Short.reverseBytes(Memory.getShort(key)) << 48 ^ Long.MIN_VALUE;
        }
    }

    /** {@code IntWritable}. */
    static final class Ints extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return (long) Integer.reverseBytes(Memory.getInt(key)) << 32 ^ Long.MIN_VALUE;
        }
    }

    /** {@code LongWritable}. */
    static final class Longs extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return Long.reverseBytes(Memory.getLong(key)) ^ Long.MIN_VALUE;
        }
    }

    /** {@code LongWritable.DecreasingComparator}. */
    static final class DecreasingLongs extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return Long.reverseBytes(Memory.getLong(key)) ^ Long.MAX_VALUE;
        }
    }

    /** {@code VIntWritable} and {@code VLongWritable}. */
    static final class VLongs extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            return VInts.getLong(key) ^ Long.MIN_VALUE;
        }
    }

    /** {@code FloatWritable}, in the order of {@code Float.compare}: -0 before 0, all NaN equal and last. */
    static final class Floats extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            int bits = Float.floatToIntBits(Float.intBitsToFloat(Integer.reverseBytes(Memory.getInt(key))));
            return (long) (bits ^ bits >> 31 & Integer.MAX_VALUE) << 32 ^ Long.MIN_VALUE;
        }
    }

    /** {@code DoubleWritable}, in the order of {@code Double.compare}. */
    static final class Doubles extends NumberOrder {
        @Override
        public long prefix(long key, int length) {
            long bits = Double.doubleToLongBits(Double.longBitsToDouble(Long.reverseBytes(Memory.getLong(key))));
            return bits ^ bits >> 63 & Long.MAX_VALUE ^ Long.MIN_VALUE;
        }
    }
}
