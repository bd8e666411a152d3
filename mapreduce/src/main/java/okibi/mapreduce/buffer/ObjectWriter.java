package okibi.mapreduce.buffer;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;

/**
 * Serialises objects of one class with the job's serialisation. Not thread-safe.
 *
 * <p>Hadoop's plain values write themselves directly to the output. All other classes get a {@code DataOutputStream}
 * around it, as from Hadoop's own collector, because an application's class may rely on that.
 */
public abstract class ObjectWriter<T> {
    private static final Set<Class<?>> PLAIN = Set.of(
            Text.class,
            BytesWritable.class,
            NullWritable.class,
            BooleanWritable.class,
            ByteWritable.class,
            ShortWritable.class,
            IntWritable.class,
            LongWritable.class,
            VIntWritable.class,
            VLongWritable.class,
            FloatWritable.class,
            DoubleWritable.class,
            MD5Hash.class);

    private ObjectWriter() {}

    public abstract void write(T object) throws IOException;

    /**
     * A writer for objects of this class, with the serialisation that {@code io.serializations} names for the class.
     */
    public static <T, O extends OutputStream & DataOutput> ObjectWriter<T> of(
            Class<T> objects, O output, Configuration conf) throws IOException {
        Serializer<T> serializer = new SerializationFactory(conf).getSerializer(objects);
        if (PLAIN.contains(objects) && writable(serializer)) return new Direct<>(output);
        serializer.open(new DataOutputStream(output));
        return new Serialised<>(serializer);
    }

    /** Whether the job serialises objects of this class with their own {@code write}. */
    public static <T> boolean writable(Class<T> objects, Configuration conf) {
        return writable(new SerializationFactory(conf).getSerializer(objects));
    }

    private static boolean writable(Serializer<?> serializer) {
        return serializer.getClass()
                == new WritableSerialization().getSerializer(Writable.class).getClass();
    }

    private static final class Direct<T> extends ObjectWriter<T> {
        private final DataOutput output;

        Direct(DataOutput output) {
            this.output = output;
        }

        @Override
        public void write(T object) throws IOException {
            ((Writable) object).write(output);
        }
    }

    private static final class Serialised<T> extends ObjectWriter<T> {
        private final Serializer<T> serializer;

        Serialised(Serializer<T> serializer) {
            this.serializer = serializer;
        }

        @Override
        public void write(T object) throws IOException {
            serializer.serialize(object);
        }
    }
}
