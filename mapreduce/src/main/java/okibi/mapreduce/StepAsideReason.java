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

/** The reasons to leave a job's map output to Hadoop's own collector. */
enum StepAsideReason {
    MACHINE("this Java machine or processor does not allow access to memory by address"),
    SORTER(MRJobConfig.MAP_SORT_CLASS + " names the job's own sorter, which only Hadoop's collector calls"),
    SETTINGS(String.join(
                    " or ",
                    MRJobConfig.IO_SORT_MB,
                    MRJobConfig.MAP_SORT_SPILL_PERCENT,
                    MRJobConfig.SPILL_FILES_COUNT_LIMIT)
            + " is out of range; the error of Hadoop's collector has the details"),
    LOCAL_FILES("the local file system is not Hadoop's RawLocalFileSystem on a POSIX system, "
            + "so its files cannot be written directly"),
    SERIALIZER("io.serializations has no serializer for the keys or values; "
            + "the error of Hadoop's collector has the details"),
    CONTAINER("the container of " + MRJobConfig.MAP_MEMORY_MB + " has no room beside the heap for the "
            + MRJobConfig.IO_SORT_MB + " megabytes; lower -Xmx in " + MRJobConfig.MAP_JAVA_OPTS
            + " by as much, because the heap no longer holds them"),
    NO_MEMORY("the system has no memory outside the heap for the " + MRJobConfig.IO_SORT_MB + " megabytes"),
    OTHER_HADOOP("this build of Hadoop lacks a class or a method of Hadoop 3.4");

    /** The largest buffer that Hadoop allows, in megabytes. */
    private static final int MAX_SORT_MB = 0x7FF;

    private static final Set<String> HADOOPS_SORTERS = Set.of(QuickSort.class.getName(), HeapSort.class.getName());

    /** The reason, which completes the sentence of a log line. */
    final String text;

    StepAsideReason(String text) {
        this.text = text;
    }

    /** The first reason against Okibi's collector for this job, or null. Allocates no memory. */
    static StepAsideReason of(JobConf conf, BufferSize buffer) throws IOException {
        if (!Memory.usable()) return MACHINE;
        if (!HADOOPS_SORTERS.contains(conf.get(MRJobConfig.MAP_SORT_CLASS, QuickSort.class.getName()))) return SORTER;
        float spillShare = conf.getFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, 0.8f);
        int spillLimit = conf.getInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, MapJob.UNLIMITED_SPILLS);
        if (buffer.wantedMb < 1
                || buffer.wantedMb > MAX_SORT_MB
                || spillShare <= 0
                || spillShare > 1
                || spillLimit < 0 && spillLimit != MapJob.UNLIMITED_SPILLS) return SETTINGS;
        if (!buffer.suffices()) return CONTAINER;
        if (FileSystem.getLocal(conf).getRaw().getClass() != RawLocalFileSystem.class
                || !FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) return LOCAL_FILES;
        SerializationFactory serializations = new SerializationFactory(conf);
        if (serializations.getSerializer(conf.getMapOutputKeyClass()) == null
                || serializations.getSerializer(conf.getMapOutputValueClass()) == null) return SERIALIZER;
        return null;
    }
}
