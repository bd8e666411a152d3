package okibi.mapreduce.spill;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import okibi.mapreduce.job.MapJob;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.security.IntermediateEncryptedStream;

/**
 * The files of an attempt. They have the places and names that Hadoop's own collector would use, so that Hadoop cleans
 * them up after the attempt. Files that are not yet map output can be deleted at any time. Not thread-safe.
 */
public final class SpillFiles {
    /** The bytes that Hadoop adds for each partition when it looks for a disk with room. */
    private static final long PARTITION_BYTES = 150;
    /** The permission that the shuffle service needs. */
    private static final FsPermission SHUFFLE_PERMISSION = new FsPermission((short) 0640);

    private final MapJob<?, ?> job;
    private final RawLocalFileSystem disk;
    private final FileSystem.Statistics statistics;
    private final FsPermission permission;
    private final List<Path> unfinished = new ArrayList<>();
    /** The number of the next spill file. */
    private int nextNumber;

    @SuppressWarnings("deprecation") // The only access to the counters of bytes read and written that the task reports.
    public SpillFiles(MapJob<?, ?> job) throws IOException {
        this.job = job;
        disk = (RawLocalFileSystem) FileSystem.getLocal(job.conf).getRaw();
        statistics = FileSystem.getStatistics(disk.getUri().getScheme(), disk.getClass());
        permission = FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(job.conf));
    }

    /**
     * A writer of the next spill.
     *
     * @param bytes the approximate size
     */
    public SpillWriter newSpill(long bytes) throws IOException {
        job.checkSpillCount(nextNumber + 1);
        return newMerged(bytes);
    }

    /**
     * A writer of a spill to which other spills are merged, when there are too many for one merge.
     *
     * @param bytes the approximate size
     */
    public SpillWriter newMerged(long bytes) throws IOException {
        long wantedBytes = bytes + job.partitions * PARTITION_BYTES;
        int number = nextNumber++;
        return writer(
                place("spill" + number + ".out", wantedBytes, size -> job.files.getSpillFileForWrite(number, size)),
                wantedBytes);
    }

    /**
     * A writer of the map output itself.
     *
     * @param bytes the approximate size
     */
    public SpillWriter newOutput(long bytes) throws IOException {
        long wantedBytes = bytes + job.partitions * PARTITION_BYTES;
        return writer(place("file.out", wantedBytes, job.files::getOutputFileForWrite), wantedBytes);
    }

    /**
     * A reader of a spill.
     *
     * @param blockBytes the size of a block, at least {@link Spill#leastBlockBytes}
     */
    public SpillReader reader(Spill spill, int blockBytes) throws IOException {
        FileChannel channel = FileChannel.open(disk.pathToFile(spill.path).toPath(), StandardOpenOption.READ);
        return job.isCoded()
                ? new CodedReader(spill, channel, statistics, blockBytes, job)
                : new PlainReader(spill, channel, statistics, blockBytes);
    }

    /** Turns a spill into the map output, on the same disk. */
    public void becomeOutput(Spill spill) throws IOException {
        Path output = job.files.getOutputFileForWriteInVolume(spill.path);
        File from = disk.pathToFile(spill.path);
        File to = disk.pathToFile(output);
        Files.createDirectories(to.getParentFile().toPath());
        if (!from.renameTo(to))
            throw new IOException("map output of " + job.attempt + ": " + from + " cannot be renamed to " + to
                    + ". Check the owner and the permissions of the folder.");
        unfinished.remove(spill.path);
        unfinished.add(output);
        publish(spill.renamed(output), job.files.getOutputIndexFileForWriteInVolume(spill.path));
    }

    /** Writes the index of the map output, which makes the map output complete. */
    public void publish(Spill output) throws IOException {
        publish(
                output,
                job.files.getOutputIndexFileForWrite((long) job.partitions * MapTask.MAP_OUTPUT_INDEX_RECORD_LENGTH));
    }

    private void publish(Spill output, Path index) throws IOException {
        SpillRecord record = new SpillRecord(job.partitions);
        long start = 0;
        for (int i = 0; i < job.partitions; i++) {
            record.putIndex(
                    new IndexRecord(
                            start, output.segments.rawBytes(i) + job.encryptionBytes, output.segments.fileBytes(i)),
                    i);
            start += output.segments.fileBytes(i);
        }
        unfinished.add(index);
        IntermediateEncryptedStream.addSpillIndexFile(index, job.conf);
        record.writeToFile(index, job.conf);
        if (!SHUFFLE_PERMISSION.equals(SHUFFLE_PERMISSION.applyUMask(FsPermission.getUMask(job.conf)))) {
            disk.setPermission(output.path, SHUFFLE_PERMISSION);
            disk.setPermission(index, SHUFFLE_PERMISSION);
        }
        unfinished.remove(output.path);
        unfinished.remove(index);
    }

    /** Deletes a spill that has been merged. */
    public void delete(Spill spill) throws IOException {
        Files.deleteIfExists(disk.pathToFile(spill.path).toPath());
        unfinished.remove(spill.path);
    }

    /** Deletes all files that are not map output. Hadoop cleans up the files that cannot be deleted here. */
    public void deleteUnfinished() {
        for (Path path : unfinished) disk.pathToFile(path).delete();
        unfinished.clear();
    }

    /** Chooses the path of a file on a disk with room for its bytes. */
    private interface PathChooser {
        Path choose(long bytes) throws IOException;
    }

    private Path place(String name, long wantedBytes, PathChooser chooser) throws IOException {
        try {
            return chooser.choose(wantedBytes);
        } catch (IOException e) {
            throw noSpace(job.conf.get(MRConfig.LOCAL_DIR, ""), name, wantedBytes, e);
        }
    }

    private SpillWriter writer(Path path, long wantedBytes) throws IOException {
        File file = disk.pathToFile(path);
        unfinished.add(path);
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file.toPath(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            Files.setPosixFilePermissions(file.toPath(), PosixFilePermissions.fromString(permission.toString()));
        } catch (IOException e) {
            throw writeFailed(file, wantedBytes, e);
        }
        SpillOutput output = new SpillOutput(channel, statistics, job.reporter, e -> writeFailed(file, wantedBytes, e));
        return job.isCoded() ? new CodedWriter(path, output, job) : new PlainWriter(path, output, job.partitions);
    }

    private IOException writeFailed(File file, long wantedBytes, IOException cause) {
        return cause instanceof ClosedByInterruptException
                ? new IOException(
                        "map output of " + job.attempt + ": interrupted while the attempt wrote " + file, cause)
                : noSpace(file.getParent(), file.getName(), wantedBytes, cause);
    }

    private IOException noSpace(String folders, String name, long wantedBytes, IOException cause) {
        StringBuilder free = new StringBuilder();
        for (String folder : folders.split(",")) {
            long freeBytes = new File(folder.trim()).getUsableSpace();
            free.append(free.length() == 0 ? "" : ", ")
                    .append(freeBytes)
                    .append(" bytes are free in ")
                    .append(folder.trim());
        }
        return new IOException(
                "map output of " + job.attempt + ": " + name + " of about " + wantedBytes
                        + " bytes cannot be written to " + folders + ", " + free + " (" + cause.getMessage()
                        + "). Free space there, or name more folders in " + MRConfig.LOCAL_DIR
                        + "; then the attempt can run again.",
                cause);
    }
}
