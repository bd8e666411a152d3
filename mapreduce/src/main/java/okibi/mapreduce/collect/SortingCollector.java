package okibi.mapreduce.collect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import okibi.mapreduce.buffer.ObjectWriter;
import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.combine.Combiner;
import okibi.mapreduce.combine.RunRecords;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.merge.SpillMerger;
import okibi.mapreduce.sort.BufferRun;
import okibi.mapreduce.spill.Spill;
import okibi.mapreduce.spill.SpillFiles;
import okibi.mapreduce.spill.SpillWriter;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects map output in a buffer outside the heap, spills it sorted, and merges the spills.
 *
 * <p>The thread that collects also writes the spills. Hadoop has a separate thread for them, which gains nothing where
 * each core runs a task. With it, each thread would have half of the buffer, and there would be twice as many spills to
 * merge.
 *
 * <p>A failure is final: the collected records can no longer become map output. So every later call fails too, even if
 * the mapper swallowed the first error. Thread-safe, because a mapper may collect from several threads.
 */
public final class SortingCollector<K, V> implements MapOutputCollector<K, V>, RecordBuffer.Spiller {
    private static final Logger LOG = LoggerFactory.getLogger(SortingCollector.class);

    private MapJob<K, V> job;
    private Class<K> keyClass;
    private Class<V> valueClass;
    private RecordBuffer buffer;
    private ObjectWriter<K> keys;
    private ObjectWriter<V> values;
    private Combiner<K, V> combiner;
    private SpillFiles files;
    private final List<Spill> spills = new ArrayList<>();
    private boolean finished;
    private Throwable failure;

    @Override
    public void init(Context context) throws IOException, ClassNotFoundException {
        job = new MapJob<>(context);
        keyClass = job.keys;
        valueClass = job.values;
        files = new SpillFiles(job);
        combiner = Combiner.of(job, context);
        buffer = new RecordBuffer(job.bufferBytes, job.order, this);
        try {
            keys = ObjectWriter.of(keyClass, buffer.output(), job.conf);
            values = ObjectWriter.of(valueClass, buffer.output(), job.conf);
        } catch (IOException | RuntimeException | Error e) {
            buffer.close(); // Hadoop does not close a collector whose init failed.
            throw e;
        }
    }

    @Override
    public synchronized void collect(K key, V value, int partition) throws IOException {
        if (key.getClass() != keyClass) throw mismatch("key", keyClass, key);
        if (value.getClass() != valueClass) throw mismatch("value", valueClass, value);
        if (partition < 0 || partition >= job.partitions)
            throw new IOException("Illegal partition for " + key + " (" + partition + ")");
        if (failure != null) throw failed();
        buffer.begin();
        keys.write(key);
        buffer.endKey();
        values.write(value);
        job.reporter.collected(buffer.commit(partition));
    }

    /** Completes the map output. Does nothing when it has been called before. */
    @Override
    public synchronized void flush() throws IOException {
        if (finished) return;
        if (failure != null) throw failed();
        try {
            job.reporter.report();
            finish();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        } finally {
            finished = true;
            buffer.close();
        }
    }

    /** Ends the attempt's work. Deletes all files that are not map output by now. */
    @Override
    public synchronized void close() {
        finished = true;
        buffer.close();
        files.deleteUnfinished();
    }

    /** Spills the buffer, which calls this method when it is full. */
    @Override
    public void spill() throws IOException {
        try {
            sortAndSpill();
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    /** Spills a record that is larger than the buffer. As in Hadoop, the combiner does not see it. */
    @Override
    public void spillOversized(long record, int length, int partition) throws IOException {
        try (SpillWriter writer = files.newSpill(length)) {
            for (int i = 0; i < job.partitions; i++) {
                writer.begin();
                if (i == partition) writer.append(record, length);
                writer.end();
            }
            spilled(writer.finish());
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    private void sortAndSpill() throws IOException {
        job.reporter.progress();
        try (SpillWriter writer = files.newSpill(buffer.recordBytes())) {
            BufferRun sorted = sorted();
            for (int partition = 0; partition < job.partitions; partition++) {
                sorted.begin();
                writer.begin();
                if (combiner == null) while (sorted.next()) writer.append(sorted.record(), sorted.length());
                else if (!sorted.isEmpty()) combiner.combine(new RunRecords(sorted), writer);
                writer.end();
            }
            spilled(writer.finish());
        }
        buffer.clear();
    }

    private void spilled(Spill spill) {
        spills.add(spill);
        job.reporter.spilled(spill.records());
        LOG.info("Finished spill {}", spills.size() - 1);
    }

    private void finish() throws IOException {
        if (!spills.isEmpty() && buffer.count() > 0 && combiner == null) {
            // The merge reads the last records from the buffer, so that they need no spill.
            publish(merger().merge(spills, sorted(), buffer.recordBytes()));
            buffer.close();
            return;
        }
        if (buffer.count() > 0) sortAndSpill();
        buffer.close();
        if (spills.isEmpty()) {
            try (SpillWriter writer = files.newOutput(0)) {
                for (int i = 0; i < job.partitions; i++) {
                    writer.begin();
                    writer.end();
                }
                publish(writer.finish());
            }
        } else if (spills.size() == 1) {
            files.becomeOutput(spills.get(0));
            job.reporter.materialized(spills.get(0).bytes());
            job.sortPhase.complete();
        } else publish(merger().merge(spills, null, 0));
    }

    private BufferRun sorted() {
        return new BufferRun(buffer, job.order, job.partitions);
    }

    private SpillMerger merger() {
        return new SpillMerger(job, files, combiner);
    }

    private void publish(Spill output) throws IOException {
        files.publish(output);
        job.reporter.materialized(output.bytes());
        job.sortPhase.complete();
    }

    /** Remembers the first failure. Frees memory and files at once, because Hadoop may not close a failed collector. */
    private void fail(Throwable cause) {
        if (failure == null) failure = cause;
        buffer.close();
        files.deleteUnfinished();
    }

    private IOException failed() {
        return new IOException("Spill failed", failure);
    }

    /** The same message as Hadoop's. */
    private static IOException mismatch(String keyOrValue, Class<?> expected, Object got) {
        return new IOException("Type mismatch in " + keyOrValue + " from map: expected " + expected.getName()
                + ", received " + got.getClass().getName());
    }
}
