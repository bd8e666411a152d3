package okibi.mapreduce;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.util.Set;
import okibi.mapreduce.job.BufferSize;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.HeapSort;
import org.apache.hadoop.util.QuickSort;

/** Why a job's map output is left to Hadoop's own collector. */
enum StepAsideReason {
    MACHINE("this virtual machine or processor does not allow reading and writing memory by address"),
    SORTER(MRJobConfig.MAP_SORT_CLASS + " names a sorter of the job's own, which only Hadoop's collector calls"),
    SETTINGS(String.join(
                    " or ",
                    MRJobConfig.IO_SORT_MB,
                    MRJobConfig.MAP_SORT_SPILL_PERCENT,
                    MRJobConfig.SPILL_FILES_COUNT_LIMIT)
            + " is out of range, which Hadoop's collector explains"),
    LOCAL_FILES(
            "local files are not those of Hadoop's RawLocalFileSystem on a POSIX system, so they cannot be written past it"),
    SERIALIZER("no serializer for the keys or values in io.serializations, which Hadoop's collector explains"),
    CONTAINER("the container of " + MRJobConfig.MAP_MEMORY_MB + " has no room for " + MRJobConfig.IO_SORT_MB
            + " megabytes beside the heap; lower -Xmx in " + MRJobConfig.MAP_JAVA_OPTS
            + " by as much, since the heap need not hold them any more"),
    NO_MEMORY("the system has no " + MRJobConfig.IO_SORT_MB + " megabytes outside the heap"),
    OTHER_HADOOP("this build of Hadoop lacks a class or method of 3.4");

    /** Largest buffer that Hadoop takes, in megabytes. */
    private static final int MAX_SORT_MB = 0x7FF;

    private static final Set<String> HADOOPS_SORTERS = Set.of(QuickSort.class.getName(), HeapSort.class.getName());

    /** The reason as the second half of a sentence. */
    final String text;

    StepAsideReason(String text) {
        this.text = text;
    }

    /** What keeps this job from being collected by prefixes, or null. Memory is not asked for yet. */
    static StepAsideReason of(JobConf conf, BufferSize buffer) throws IOException {
        if (!Memory.usable()) return MACHINE;
        if (!HADOOPS_SORTERS.contains(conf.get(MRJobConfig.MAP_SORT_CLASS, QuickSort.class.getName()))) return SORTER;
        float percent = conf.getFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, 0.8f);
        int spills = conf.getInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, MapJob.UNLIMITED_SPILLS);
        if (buffer.wantedMb < 1
                || buffer.wantedMb > MAX_SORT_MB
                || percent <= 0
                || percent > 1
                || spills < 0 && spills != MapJob.UNLIMITED_SPILLS) return SETTINGS;
        if (!buffer.suffices()) return CONTAINER;
        if (FileSystem.getLocal(conf).getRaw().getClass() != RawLocalFileSystem.class
                || !FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) return LOCAL_FILES;
        SerializationFactory serializations = new SerializationFactory(conf);
        if (serializations.getSerializer(conf.getMapOutputKeyClass()) == null
                || serializations.getSerializer(conf.getMapOutputValueClass()) == null) return SERIALIZER;
        return null;
    }
}
