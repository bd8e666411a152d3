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

/** Which orders prefixes can tell. A new one is one line here. */
public final class KeyOrders {
    private KeyOrders() {}

    /** A comparator whose order is known for keys of one class, exactly: subclasses may write other bytes. */
    private static final class Known {
        final Class<?> keys;
        final Supplier<KeyOrder> order;

        Known(Class<?> keys, Supplier<KeyOrder> order) {
            this.keys = keys;
            this.order = order;
        }
    }

    private static final Map<Class<?>, Known> BY_COMPARATOR = Map.ofEntries(
            Map.entry(Text.Comparator.class, new Known(Text.class, () -> new BytewiseOrder(BytewiseOrder.VINT_HEADER))),
            Map.entry(
                    BytesWritable.Comparator.class,
                    new Known(BytesWritable.class, () -> new BytewiseOrder(Integer.BYTES))),
            Map.entry(MD5Hash.Comparator.class, new Known(MD5Hash.class, () -> new BytewiseOrder(0))),
            Map.entry(BooleanWritable.Comparator.class, new Known(BooleanWritable.class, () -> new BytewiseOrder(0))),
            Map.entry(NullWritable.Comparator.class, new Known(NullWritable.class, NumberOrder.Nulls::new)),
            Map.entry(ByteWritable.Comparator.class, new Known(ByteWritable.class, NumberOrder.Bytes::new)),
            Map.entry(ShortWritable.Comparator.class, new Known(ShortWritable.class, NumberOrder.Shorts::new)),
            Map.entry(IntWritable.Comparator.class, new Known(IntWritable.class, NumberOrder.Ints::new)),
            Map.entry(LongWritable.Comparator.class, new Known(LongWritable.class, NumberOrder.Longs::new)),
            Map.entry(
                    LongWritable.DecreasingComparator.class,
                    new Known(LongWritable.class, NumberOrder.DecreasingLongs::new)),
            Map.entry(FloatWritable.Comparator.class, new Known(FloatWritable.class, NumberOrder.Floats::new)),
            Map.entry(DoubleWritable.Comparator.class, new Known(DoubleWritable.class, NumberOrder.Doubles::new)));

    /** Classes without a comparator of their own, for which Hadoop's general one asks the objects. */
    private static final Map<Class<?>, Supplier<KeyOrder>> BY_KEY = Map.of(
            VIntWritable.class, NumberOrder.VLongs::new,
            VLongWritable.class, NumberOrder.VLongs::new);

    /**
     * The order of keys of a class.
     *
     * @param comparator what the job sorts by
     * @param writable whether keys are serialised by their own {@code write}
     */
    public static KeyOrder of(RawComparator<?> comparator, Class<?> keys, boolean writable) {
        if (writable) {
            Known known = BY_COMPARATOR.get(comparator.getClass());
            if (known != null && known.keys == keys) return known.order.get();
            if (comparator.getClass() == WritableComparator.class && BY_KEY.containsKey(keys))
                return BY_KEY.get(keys).get();
        }
        return new ComparatorOrder(comparator);
    }
}
