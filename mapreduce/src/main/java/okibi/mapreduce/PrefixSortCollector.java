package okibi.mapreduce;

import java.io.IOException;
import okibi.mapreduce.collect.SortingCollector;
import okibi.mapreduce.job.BufferSize;
import okibi.mapreduce.memory.NoMemoryError;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's map output, sorted by key prefixes in memory outside the heap. A job switches it on by
 *
 * <pre>mapreduce.job.map.output.collector.class = okibi.mapreduce.PrefixSortCollector</pre>
 *
 * and gets the files, counters and errors of Hadoop's own collector; equal keys may come in another order. What it cannot do
 * it leaves to that one, and says why, once. The buffer of {@code mapreduce.task.io.sort.mb} is not part of the heap: a
 * heap that was made to hold it may be as much smaller, and should be where a container has no room for both. Thread-safe.
 */
public final class PrefixSortCollector<K, V> implements MapOutputCollector<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(PrefixSortCollector.class);

    private MapOutputCollector<K, V> collector;

    @Override
    public void init(Context context) throws IOException, ClassNotFoundException {
        BufferSize buffer = BufferSize.of(context.getJobConf());
        StepAsideReason reason = StepAsideReason.of(context.getJobConf(), buffer);
        if (reason == null) reason = prepare(context);
        if (reason == null) {
            if (!buffer.isWhole())
                LOG.info(
                        "Map output of {} is collected in {}",
                        context.getMapTask().getTaskID(),
                        buffer);
            return;
        }
        LOG.warn(
                "Map output of {} is left to Hadoop's own collector: {}",
                context.getMapTask().getTaskID(),
                reason.text);
        collector = new MapTask.MapOutputBuffer<>();
        collector.init(context);
    }

    /** Makes our own collector, or says what it lacks. */
    private StepAsideReason prepare(Context context) throws IOException, ClassNotFoundException {
        try {
            collector = new SortingCollector<>();
            collector.init(context);
            return null;
        } catch (NoMemoryError e) { // A full heap would not hold Hadoop's buffer either.
            return StepAsideReason.NO_MEMORY;
        } catch (LinkageError e) {
            return StepAsideReason.OTHER_HADOOP;
        }
    }

    @Override
    public void collect(K key, V value, int partition) throws IOException, InterruptedException {
        collector.collect(key, value, partition);
    }

    @Override
    public void flush() throws IOException, InterruptedException, ClassNotFoundException {
        collector.flush();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        collector.close();
    }
}
