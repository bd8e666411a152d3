package okibi.mapreduce.job;

import java.io.IOException;
import okibi.mapreduce.buffer.ObjectWriter;
import okibi.mapreduce.order.KeyOrder;
import okibi.mapreduce.order.KeyOrders;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Progress;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The settings of an attempt's job for map output, read once. All keys are Hadoop's own and keep their meaning, with
 * two exceptions. The collector ignores {@code mapreduce.map.sort.spill.percent}: it fills the whole buffer before a
 * spill, because it collects nothing during a spill. It ignores {@code mapreduce.task.io.sort.factor}: it merges as
 * many spills at once as the memory of a merge can read. The size of the buffer depends on the task's container too.
 */
public final class MapJob<K, V> {
    /** Hadoop's value for an unlimited number of spills. */
    public static final int UNLIMITED_SPILLS = -1;

    public final JobConf conf;
    public final TaskAttemptID attempt;
    public final MapOutputFile files;
    /** The sort phase of the attempt's progress; not null once the attempt runs. */
    public final Progress sortPhase;

    public final MapOutputReporter reporter;
    public final int partitions;
    public final Class<K> keys;
    public final Class<V> values;
    public final KeyOrder order;
    /** Null if map output is not compressed. */
    public final CompressionCodec codec;

    public final boolean encrypted;
    /** Bytes that encryption adds to each partition. */
    public final int encryptionBytes;

    public final long bufferBytes;
    /** The least number of spills whose merge runs the combiner. */
    public final int minSpillsToCombine;

    private final int spillLimit;

    @SuppressWarnings("unchecked")
    public MapJob(MapOutputCollector.Context context) throws IOException {
        conf = context.getJobConf();
        attempt = context.getMapTask().getTaskID();
        files = context.getMapTask().getMapOutputFile();
        sortPhase = context.getMapTask().getSortPhase();
        reporter = new MapOutputReporter(context.getReporter());
        partitions = conf.getNumReduceTasks();
        keys = (Class<K>) conf.getMapOutputKeyClass();
        values = (Class<V>) conf.getMapOutputValueClass();
        order = KeyOrders.of(conf.getOutputKeyComparator(), keys, ObjectWriter.writable(keys, conf));
        codec = conf.getCompressMapOutput()
                ? ReflectionUtils.newInstance(conf.getMapOutputCompressorClass(DefaultCodec.class), conf)
                : null;
        encrypted = CryptoUtils.isEncryptedSpillEnabled(conf);
        encryptionBytes = CryptoUtils.cryptoPadding(conf);
        bufferBytes = BufferSize.of(conf).bytes();
        minSpillsToCombine = conf.getInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, 3);
        spillLimit = conf.getInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, UNLIMITED_SPILLS);
    }

    /** Whether files are compressed or encrypted. */
    public boolean isCoded() {
        return codec != null || encrypted;
    }

    /** Fails if the number of spills exceeds the job's limit, which protects disks. */
    public void checkSpillCount(int spills) throws IOException {
        if (spillLimit != UNLIMITED_SPILLS && spills > spillLimit)
            throw new IOException("map output of " + attempt + ": got " + spills + " spills, "
                    + MRJobConfig.SPILL_FILES_COUNT_LIMIT + " allows " + spillLimit + ". Raise "
                    + MRJobConfig.SPILL_FILES_COUNT_LIMIT + ", or raise " + MRJobConfig.IO_SORT_MB
                    + " so that the job needs fewer spills.");
    }
}
