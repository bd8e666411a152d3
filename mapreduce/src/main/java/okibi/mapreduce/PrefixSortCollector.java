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
 * Collects Hadoop's map output and sorts it by key prefixes in memory outside the heap. A job enables it with
 *
 * <pre>mapreduce.job.map.output.collector.class = okibi.mapreduce.PrefixSortCollector</pre>
 *
 * and gets the files, counters and errors of Hadoop's own collector; equal keys may come in another order. A job that
 * this collector does not support gets Hadoop's own collector, and a single log line gives the reason. The buffer of
 * {@code mapreduce.task.io.sort.mb} is outside the heap. A heap that was sized to hold the buffer can be smaller by the
 * buffer, and must be where the container has no room for both. Thread-safe.
 */
public final class PrefixSortCollector<K, V> implements MapOutputCollector<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(PrefixSortCollector.class);

    private MapOutputCollector<K, V> collector;

    @Override
    public void init(Context context) throws IOException, ClassNotFoundException {
        BufferSize buffer = BufferSize.of(context.getJobConf());
        StepAsideReason reason = StepAsideReason.of(context.getJobConf(), buffer);
        if (reason == null) reason = initOwnCollector(context);
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

    /** Initializes Okibi's collector. Returns null, or the reason why that is not possible. */
    private StepAsideReason initOwnCollector(Context context) throws IOException, ClassNotFoundException {
        try {
            collector = new SortingCollector<>();
            collector.init(context);
            return null;
        } catch (NoMemoryError e) { // Not any OutOfMemoryError: a full heap has no room for Hadoop's buffer either.
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
