package okibi.mapreduce.order;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.WritableComparator;

/** The registry of orders with prefixes. To add an order, add a line here. */
public final class KeyOrders {
    private KeyOrders() {}

    /** The order of a comparator for exactly one class of keys: subclasses may write other bytes. */
    private static final class OrderForClass {
        final Class<?> keys;
        final Supplier<KeyOrder> order;

        OrderForClass(Class<?> keys, Supplier<KeyOrder> order) {
            this.keys = keys;
            this.order = order;
        }
    }

    private static final Map<Class<?>, OrderForClass> BY_COMPARATOR = Map.ofEntries(
            Map.entry(
                    Text.Comparator.class,
                    new OrderForClass(Text.class, () -> new BytewiseOrder(BytewiseOrder.VINT_HEADER))),
            Map.entry(
                    BytesWritable.Comparator.class,
                    new OrderForClass(BytesWritable.class, () -> new BytewiseOrder(Integer.BYTES))),
            Map.entry(MD5Hash.Comparator.class, new OrderForClass(MD5Hash.class, () -> new BytewiseOrder(0))),
            Map.entry(
                    BooleanWritable.Comparator.class,
                    new OrderForClass(BooleanWritable.class, () -> new BytewiseOrder(0))),
            Map.entry(NullWritable.Comparator.class, new OrderForClass(NullWritable.class, NumberOrder.Nulls::new)),
            Map.entry(ByteWritable.Comparator.class, new OrderForClass(ByteWritable.class, NumberOrder.Bytes::new)),
            Map.entry(ShortWritable.Comparator.class, new OrderForClass(ShortWritable.class, NumberOrder.Shorts::new)),
            Map.entry(IntWritable.Comparator.class, new OrderForClass(IntWritable.class, NumberOrder.Ints::new)),
            Map.entry(LongWritable.Comparator.class, new OrderForClass(LongWritable.class, NumberOrder.Longs::new)),
            Map.entry(
                    LongWritable.DecreasingComparator.class,
                    new OrderForClass(LongWritable.class, NumberOrder.DecreasingLongs::new)),
            Map.entry(FloatWritable.Comparator.class, new OrderForClass(FloatWritable.class, NumberOrder.Floats::new)),
            Map.entry(
                    DoubleWritable.Comparator.class,
                    new OrderForClass(DoubleWritable.class, NumberOrder.Doubles::new)));

    /** The orders of classes without a raw comparator, for which Hadoop's general comparator compares the objects. */
    private static final Map<Class<?>, Supplier<KeyOrder>> BY_KEY = Map.of(
            VIntWritable.class, NumberOrder.VLongs::new,
            VLongWritable.class, NumberOrder.VLongs::new);

    /**
     * The order of a class of keys.
     *
     * @param comparator the job's comparator for sorting
     * @param writable whether the job serialises keys with their own {@code write}
     */
    public static KeyOrder of(RawComparator<?> comparator, Class<?> keys, boolean writable) {
        if (writable) {
            OrderForClass byComparator = BY_COMPARATOR.get(comparator.getClass());
            if (byComparator != null && byComparator.keys == keys) return byComparator.order.get();
            if (comparator.getClass() == WritableComparator.class && BY_KEY.containsKey(keys))
                return BY_KEY.get(keys).get();
        }
        return new ComparatorOrder(comparator);
    }
}
