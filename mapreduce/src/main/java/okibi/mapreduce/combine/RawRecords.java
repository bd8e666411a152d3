package okibi.mapreduce.combine;

import java.io.IOException;
import okibi.mapreduce.buffer.RecordBuffer;
import okibi.mapreduce.memory.GrowingArray;
import okibi.mapreduce.memory.Memory;
import okibi.mapreduce.memory.VInts;
import okibi.mapreduce.sort.SortedRun;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/**
 * Records for Hadoop's combiner, with key and value in arrays. A key or a value is copied only on request. The heap
 * holds arrays for the longest key and the longest value. Not thread-safe.
 */
public abstract class RawRecords implements RawKeyValueIterator {
    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();
    private final GrowingArray keyArray = new GrowingArray();
    private final GrowingArray valueArray = new GrowingArray();
    private SortedRun run;
    private int keyLength;
    private int valueLength;
    private boolean keyRead;
    private boolean valueRead;

    /** Makes the current record of this run the current record. */
    protected final void moveTo(SortedRun run) {
        this.run = run;
        keyRead = false;
        valueRead = false;
    }

    @Override
    public final DataInputBuffer getKey() {
        if (!keyRead) readKey();
        key.reset(keyArray.atLeast(keyLength), keyLength);
        return key;
    }

    @Override
    public final DataInputBuffer getValue() throws IOException {
        if (!valueRead) readValue();
        value.reset(valueArray.atLeast(valueLength), valueLength);
        return value;
    }

    private void readKey() {
        keyLength = run.keyLength();
        Memory.copyOut(run.key(), keyArray.atLeast(keyLength), 0, keyLength);
        keyRead = true;
    }

    /** Reads the record to its end. Copies the key first, because later parts of the value may overwrite it. */
    private void readValue() throws IOException {
        if (!keyRead) readKey();
        long start = run.key() + run.keyLength();
        valueLength = VInts.get(RecordBuffer.valueLength(run.record()));
        byte[] bytes = valueArray.atLeast(valueLength);
        int done = (int) (run.record() + run.length() - start);
        Memory.copyOut(start, bytes, 0, done);
        while (run.more()) {
            Memory.copyOut(run.record(), bytes, done, run.length());
            done += run.length();
        }
        valueRead = true;
    }

    /** Returns null, because the collector reports progress itself. */
    @Override
    public final Progress getProgress() {
        return null;
    }

    @Override
    public final void close() {}
}
