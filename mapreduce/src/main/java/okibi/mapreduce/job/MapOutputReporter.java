package okibi.mapreduce.job;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.Progressable;

/**
 * Updates Hadoop's counters of map output, and reports progress, without which Hadoop takes an attempt for dead.
 *
 * <p>Both cost a memory barrier, so they happen once for {@link #BATCH_RECORDS} records, as long as these come within a
 * second. Otherwise they happen for each record, so that a slow mapper reports progress as often as with Hadoop's own
 * collector. Not thread-safe.
 */
public final class MapOutputReporter implements Progressable {
    private static final int BATCH_RECORDS = 64;
    private static final long SLOW_BATCH_NS = 1_000_000_000L;

    private final Reporter reporter;
    private final Counters.Counter outputRecords;
    private final Counters.Counter outputBytes;
    private final Counters.Counter materializedBytes;
    private final Counters.Counter spilledRecords;
    private int recordsPerReport = 1;
    private int unreportedRecords;
    private long unreportedBytes;
    private long lastReportNs = System.nanoTime();

    MapOutputReporter(Reporter reporter) {
        this.reporter = reporter;
        outputRecords = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
        outputBytes = reporter.getCounter(TaskCounter.MAP_OUTPUT_BYTES);
        materializedBytes = reporter.getCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
        spilledRecords = reporter.getCounter(TaskCounter.SPILLED_RECORDS);
    }

    /**
     * Notes that a record was collected.
     *
     * @param recordBytes bytes of key and value
     */
    public void collected(long recordBytes) {
        unreportedBytes += recordBytes;
        if (++unreportedRecords >= recordsPerReport) report();
    }

    /** Adds the records since the last report to the counters. */
    public void report() {
        progress();
        outputRecords.increment(unreportedRecords);
        outputBytes.increment(unreportedBytes);
        long nowNs = System.nanoTime();
        recordsPerReport = nowNs - lastReportNs > SLOW_BATCH_NS ? 1 : BATCH_RECORDS;
        lastReportNs = nowNs;
        unreportedRecords = 0;
        unreportedBytes = 0;
    }

    /** Counts records that were written to a spill, or written again by a merge. */
    public void spilled(long records) {
        spilledRecords.increment(records);
    }

    /** Counts the bytes of the finished map output. */
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
