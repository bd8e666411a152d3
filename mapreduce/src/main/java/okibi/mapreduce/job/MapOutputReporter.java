package okibi.mapreduce.job;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's counters of map output, and the sign of life that keeps an attempt from being taken for dead.
 *
 * <p>Both cost a memory barrier, so they are given for a number of records at a time: for {@link #MANY} as long as those
 * come within a second, otherwise for each, so that a slow mapper is seen alive as often as with Hadoop's own collector.
 * Not thread-safe.
 */
public final class MapOutputReporter implements Progressable {
    private static final int MANY = 64;
    private static final long SLOW_NS = 1_000_000_000L;

    private final Reporter reporter;
    private final Counters.Counter outputRecords;
    private final Counters.Counter outputBytes;
    private final Counters.Counter materializedBytes;
    private final Counters.Counter spilledRecords;
    private int every = 1;
    private int records;
    private long bytes;
    private long lastNs = System.nanoTime();

    MapOutputReporter(Reporter reporter) {
        this.reporter = reporter;
        outputRecords = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
        outputBytes = reporter.getCounter(TaskCounter.MAP_OUTPUT_BYTES);
        materializedBytes = reporter.getCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
        spilledRecords = reporter.getCounter(TaskCounter.SPILLED_RECORDS);
    }

    /** One record of so many bytes of key and value has been collected. */
    public void collected(long recordBytes) {
        bytes += recordBytes;
        if (++records >= every) report();
    }

    /** Counts what has been collected since the last time. */
    public void report() {
        progress();
        outputRecords.increment(records);
        outputBytes.increment(bytes);
        long now = System.nanoTime();
        every = now - lastNs > SLOW_NS ? 1 : MANY;
        lastNs = now;
        records = 0;
        bytes = 0;
    }

    /** Records written to a spill, or again by a merge. */
    public void spilled(long written) {
        spilledRecords.increment(written);
    }

    /** The size of the finished map output. */
    public void materialized(long fileBytes) {
        materializedBytes.increment(fileBytes);
    }

    public Counters.Counter counter(TaskCounter counter) {
        return reporter.getCounter(counter);
    }

    @Override
    public void progress() {
        reporter.progress();
    }
}
