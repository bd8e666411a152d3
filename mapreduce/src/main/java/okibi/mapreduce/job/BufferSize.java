package okibi.mapreduce.job;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.ApplicationConstants;

/**
 * The size of the buffer: the size in the job's configuration, limited by the room in the task's container. YARN ends a
 * task that takes more memory than its container has, and the heap may take all that -Xmx allows.
 */
public final class BufferSize {
    /**
     * The buffer must have at least one part in this many of {@code mapreduce.task.io.sort.mb}. With less, the
     * additional spills cost what the sort saves.
     */
    private static final int LEAST_PART = 4;
    /** The memory of a Java machine beside its heap: classes, compiled code and stacks; and the blocks of a merge. */
    private static final long BESIDE_HEAP_MB = 72;
    /** The tables of a garbage collector take about one part in this many of the heap. */
    private static final int COLLECTOR_TABLES_PART = 32;
    /** Set for map tasks that the application master runs in its own container. */
    private static final String UBERIZED = "mapreduce.task.uberized";

    /** The size in the job's configuration. */
    public final int wantedMb;
    /** The room that the container leaves; {@link Long#MAX_VALUE} without a container. */
    public final long roomMb;

    private final boolean spillsAreLimited;

    /** @param heapBytes the largest size of the heap */
    public BufferSize(JobConf conf, boolean inContainer, long heapBytes) {
        wantedMb = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
        long heapMb = heapBytes >> 20;
        roomMb = inContainer
                ? containerMb(conf) - heapMb - heapMb / COLLECTOR_TABLES_PART - BESIDE_HEAP_MB
                : Long.MAX_VALUE;
        spillsAreLimited =
                conf.getInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, MapJob.UNLIMITED_SPILLS) != MapJob.UNLIMITED_SPILLS;
    }

    /** The size for a task in this JVM. */
    public static BufferSize of(JobConf conf) {
        return new BufferSize(
                conf,
                System.getenv(ApplicationConstants.Environment.CONTAINER_ID.key()) != null,
                Runtime.getRuntime().maxMemory());
    }

    /** Whether there is room for the size in the job's configuration. */
    public boolean isWhole() {
        return roomMb >= wantedMb;
    }

    /**
     * Whether there is room for a large enough buffer. A job with a limit to its spills needs the whole buffer, because
     * its limit is meant for the spills of a whole buffer.
     */
    public boolean suffices() {
        return isWhole() || !spillsAreLimited && roomMb > 0 && roomMb >= wantedMb / LEAST_PART;
    }

    public long bytes() {
        return Math.min(wantedMb, roomMb) << 20;
    }

    @Override
    public String toString() {
        return isWhole()
                ? wantedMb + " megabytes"
                : roomMb + " of the " + wantedMb + " megabytes of " + MRJobConfig.IO_SORT_MB
                        + ", because the container has no room for more beside the heap; lower -Xmx in "
                        + MRJobConfig.MAP_JAVA_OPTS + " to enlarge the buffer";
    }

    private static long containerMb(JobConf conf) {
        return conf.getBoolean(UBERIZED, false)
                ? conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB)
                : conf.getMemoryRequired(TaskType.MAP);
    }
}
