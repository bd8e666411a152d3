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
 * What one attempt's job says of its map output, read once. Each key is Hadoop's own and means what it means there, with two
 * exceptions: the whole of {@code mapreduce.task.io.sort.mb} is filled before a spill, whatever
 * {@code mapreduce.map.sort.spill.percent}, because nothing is collected meanwhile; and as many spills are merged at once as
 * a merge's memory has room to read, whatever {@code mapreduce.task.io.sort.factor}. How large the buffer is depends on the
 * task's container too.
 */
public final class MapJob<K, V> {
    /** Hadoop's mark for no limit to the number of spills. */
    public static final int UNLIMITED_SPILLS = -1;

    public final JobConf conf;
    public final TaskAttemptID attempt;
    public final MapOutputFile files;
    /** The part of the attempt's progress that is sorting; not null once the attempt runs. */
    public final Progress sortPhase;

    public final MapOutputReporter reporter;
    public final int partitions;
    public final Class<K> keys;
    public final Class<V> values;
    public final KeyOrder order;
    /** Null where map output is not compressed. */
    public final CompressionCodec codec;

    public final boolean encrypted;
    /** Bytes that encryption adds to each partition. */
    public final int encryptionBytes;

    public final long bufferBytes;
    /** Merges of fewer spills do not combine. */
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

    /** Fails if the job allows no more than this many spills; a job may ask for that to save its disks. */
    public void checkSpillCount(int spills) throws IOException {
        if (spillLimit != UNLIMITED_SPILLS && spills > spillLimit)
            throw new IOException("map output of " + attempt + ": " + spills + " spills, where "
                    + MRJobConfig.SPILL_FILES_COUNT_LIMIT + " allows " + spillLimit + "; raise it, or raise "
                    + MRJobConfig.IO_SORT_MB + " so that fewer are needed");
    }
}
