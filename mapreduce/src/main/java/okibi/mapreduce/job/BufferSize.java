package okibi.mapreduce.job;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.ApplicationConstants;

/**
 * How large the buffer may be: as large as the job says, but YARN ends a task that takes more than its container, of which
 * the heap may take all that it is allowed.
 */
public final class BufferSize {
    /** Of {@code mapreduce.task.io.sort.mb}: with less, the many spills cost what the sort saves. */
    private static final int LEAST_SHARE = 4;
    /** What a Java machine takes beside its heap: classes, compiled code, stacks; and the blocks of a merge. */
    private static final long BESIDE_MB = 72;
    /** And for its heap's sake: a garbage collector's tables are about so much of the heap. */
    private static final int TABLES_SHARE = 32;
    /** Set for map tasks that the application master runs in its own container. */
    private static final String UBERIZED = "mapreduce.task.uberized";

    /** What the job says. */
    public final int wantedMb;
    /** What a container leaves, {@link Long#MAX_VALUE} where there is none. */
    public final long roomMb;

    private final boolean spillsAreLimited;

    /** @param heapBytes that the heap may take at most */
    public BufferSize(JobConf conf, boolean inContainer, long heapBytes) {
        wantedMb = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
        long heapMb = heapBytes >> 20;
        roomMb = inContainer ? containerMb(conf) - heapMb - heapMb / TABLES_SHARE - BESIDE_MB : Long.MAX_VALUE;
        spillsAreLimited =
                conf.getInt(MRJobConfig.SPILL_FILES_COUNT_LIMIT, MapJob.UNLIMITED_SPILLS) != MapJob.UNLIMITED_SPILLS;
    }

    /** For a task in this JVM. */
    public static BufferSize of(JobConf conf) {
        return new BufferSize(
                conf,
                System.getenv(ApplicationConstants.Environment.CONTAINER_ID.key()) != null,
                Runtime.getRuntime().maxMemory());
    }

    /** Whether all that the job says has room. */
    public boolean isWhole() {
        return roomMb >= wantedMb;
    }

    /** Whether there is room for enough. A job that limits its spills means those of a whole buffer. */
    public boolean suffices() {
        return isWhole() || !spillsAreLimited && roomMb > 0 && roomMb >= wantedMb / LEAST_SHARE;
    }

    public long bytes() {
        return Math.min(wantedMb, roomMb) << 20;
    }

    @Override
    public String toString() {
        return isWhole()
                ? wantedMb + " megabytes"
                : roomMb + " of the " + wantedMb + " megabytes of " + MRJobConfig.IO_SORT_MB
                        + ": the container has no room for more beside the heap; lower -Xmx in "
                        + MRJobConfig.MAP_JAVA_OPTS;
    }

    private static long containerMb(JobConf conf) {
        return conf.getBoolean(UBERIZED, false)
                ? conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB)
                : conf.getMemoryRequired(TaskType.MAP);
    }
}
