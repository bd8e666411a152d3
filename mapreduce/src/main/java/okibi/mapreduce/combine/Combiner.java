package okibi.mapreduce.combine;

import java.io.IOException;
import okibi.mapreduce.buffer.ObjectWriter;
import okibi.mapreduce.buffer.SingleRecord;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.spill.SpillWriter;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.Task.CombinerRunner;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Runs the job's combiner, of the old or the new API, and writes its records to a segment. Not thread-safe. */
public final class Combiner<K, V> implements OutputCollector<K, V> {
    /** The value of a private constant of Hadoop. */
    private static final long DEFAULT_RECORDS_BEFORE_PROGRESS = 10000;

    private final MapJob<K, V> job;
    private final CombinerRunner<K, V> runner;
    private final Counters.Counter emitted;
    private final SingleRecord record = new SingleRecord();
    private final ObjectWriter<K> keys;
    private final ObjectWriter<V> values;
    private final long recordsBeforeProgress;
    private SpillWriter target;
    private long records;

    private Combiner(MapJob<K, V> job, CombinerRunner<K, V> runner) throws IOException {
        this.job = job;
        this.runner = runner;
        emitted = job.reporter.counter(TaskCounter.COMBINE_OUTPUT_RECORDS);
        keys = ObjectWriter.of(job.keys, record.output(), job.conf);
        values = ObjectWriter.of(job.values, record.output(), job.conf);
        recordsBeforeProgress =
                job.conf.getLong(MRJobConfig.COMBINE_RECORDS_BEFORE_PROGRESS, DEFAULT_RECORDS_BEFORE_PROGRESS);
    }

    /** The combiner of a job, or null if it has none. */
    public static <K, V> Combiner<K, V> of(MapJob<K, V> job, MapOutputCollector.Context context)
            throws IOException, ClassNotFoundException {
        CombinerRunner<K, V> runner = CombinerRunner.create(
                job.conf,
                job.attempt,
                job.reporter.counter(TaskCounter.COMBINE_INPUT_RECORDS),
                context.getReporter(),
                null);
        return runner == null ? null : new Combiner<>(job, runner);
    }

    /** Runs the combiner on the records of a partition. */
    public void combine(RawKeyValueIterator sorted, SpillWriter segment) throws IOException {
        target = segment;
        try {
            runner.combine(sorted, this);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("map output of " + job.attempt + ": interrupted while the combiner ran", e);
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "map output of " + job.attempt + ": the combiner's class " + e.getMessage()
                            + " is missing. Add its jar to the job.",
                    e);
        } finally {
            record.close(); // The record may be large.
        }
    }

    /** Writes a record of the combiner. */
    @Override
    public void collect(K key, V value) throws IOException {
        if (key.getClass() != job.keys) throw wrongClass("key", key, job.keys);
        if (value.getClass() != job.values) throw wrongClass("value", value, job.values);
        emitted.increment(1);
        record.begin();
        keys.write(key);
        record.endKey();
        values.write(value);
        int length = record.end();
        target.append(record.record(), length);
        if (++records % recordsBeforeProgress == 0) job.reporter.progress();
    }

    private static IOException wrongClass(String keyOrValue, Object got, Class<?> expected) {
        return new IOException("combiner: got a " + keyOrValue + " of " + got.getClass() + ", allowed is " + expected
                + ". Let the combiner emit the classes of the map output.");
    }
}
