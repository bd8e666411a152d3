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
 * The files of one attempt, where Hadoop's own collector would have them and under the same names, so that what cleans up
 * after an attempt finds them. Those that are no map output yet can be deleted at any time. Not thread-safe.
 */
public final class SpillFiles {
    /** What Hadoop adds for each partition when it looks for a disk with room. */
    private static final long PARTITION_BYTES = 150;
    /** What the shuffle service must be allowed to do. */
    private static final FsPermission SHUFFLE = new FsPermission((short) 0640);

    private final MapJob<?, ?> job;
    private final RawLocalFileSystem disk;
    private final FileSystem.Statistics statistics;
    private final FsPermission permission;
    private final List<Path> unfinished = new ArrayList<>();
    /** Files that have had the name of a spill. */
    private int numbers;

    @SuppressWarnings("deprecation") // the only door to the counters of bytes read and written, to which the task looks
    public SpillFiles(MapJob<?, ?> job) throws IOException {
        this.job = job;
        disk = (RawLocalFileSystem) FileSystem.getLocal(job.conf).getRaw();
        statistics = FileSystem.getStatistics(disk.getUri().getScheme(), disk.getClass());
        permission = FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(job.conf));
    }

    /** A writer of the next spill, of about so many bytes. */
    public SpillWriter newSpill(long bytes) throws IOException {
        job.checkSpillCount(numbers + 1);
        return newMerged(bytes);
    }

    /** A writer of what some spills are merged to, when there are too many for one merge. */
    public SpillWriter newMerged(long bytes) throws IOException {
        long wanted = bytes + job.partitions * PARTITION_BYTES;
        int number = numbers++;
        return writer(
                place("spill" + number + ".out", wanted, size -> job.files.getSpillFileForWrite(number, size)), wanted);
    }

    /** A writer of the map output itself, of about so many bytes. */
    public SpillWriter newOutput(long bytes) throws IOException {
        long wanted = bytes + job.partitions * PARTITION_BYTES;
        return writer(place("file.out", wanted, job.files::getOutputFileForWrite), wanted);
    }

    /** A reader of a spill by blocks of so many bytes, of which it needs a least number. */
    public SpillReader reader(Spill spill, int blockBytes) throws IOException {
        FileChannel channel = FileChannel.open(disk.pathToFile(spill.path).toPath(), StandardOpenOption.READ);
        return job.isCoded()
                ? new CodedReader(spill, channel, statistics, blockBytes, job)
                : new PlainReader(spill, channel, statistics, blockBytes);
    }

    /** Makes a spill the map output, on the disk where it is. */
    public void becomeOutput(Spill spill) throws IOException {
        Path output = job.files.getOutputFileForWriteInVolume(spill.path);
        File from = disk.pathToFile(spill.path);
        File to = disk.pathToFile(output);
        Files.createDirectories(to.getParentFile().toPath());
        if (!from.renameTo(to))
            throw new IOException("map output of " + job.attempt + ": " + from + " cannot be renamed to " + to
                    + "; check who owns the folder");
        unfinished.remove(spill.path);
        unfinished.add(output);
        publish(spill.renamed(output), job.files.getOutputIndexFileForWriteInVolume(spill.path));
    }

    /** Writes the index of the map output, with which it is there. */
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
        if (!SHUFFLE.equals(SHUFFLE.applyUMask(FsPermission.getUMask(job.conf)))) {
            disk.setPermission(output.path, SHUFFLE);
            disk.setPermission(index, SHUFFLE);
        }
        unfinished.remove(output.path);
        unfinished.remove(index);
    }

    /** Deletes a spill that has been merged. */
    public void delete(Spill spill) throws IOException {
        Files.deleteIfExists(disk.pathToFile(spill.path).toPath());
        unfinished.remove(spill.path);
    }

    /** Deletes whatever is not map output. What cannot be deleted is left to Hadoop's own cleaning. */
    public void deleteUnfinished() {
        for (Path path : unfinished) disk.pathToFile(path).delete();
        unfinished.clear();
    }

    private interface Place {
        Path of(long bytes) throws IOException;
    }

    private Path place(String name, long wanted, Place place) throws IOException {
        try {
            return place.of(wanted);
        } catch (IOException e) {
            throw noSpace(job.conf.get(MRConfig.LOCAL_DIR, ""), name, wanted, e);
        }
    }

    private SpillWriter writer(Path path, long wanted) throws IOException {
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
            throw notWritten(file, wanted, e);
        }
        SpillOutput output = new SpillOutput(channel, statistics, job.reporter, e -> notWritten(file, wanted, e));
        return job.isCoded() ? new CodedWriter(path, output, job) : new PlainWriter(path, output, job.partitions);
    }

    private IOException notWritten(File file, long wanted, IOException cause) {
        return cause instanceof ClosedByInterruptException
                ? new IOException(
                        "map output of " + job.attempt + ": interrupted while " + file + " was written", cause)
                : noSpace(file.getParent(), file.getName(), wanted, cause);
    }

    private IOException noSpace(String folders, String name, long wanted, IOException cause) {
        StringBuilder free = new StringBuilder();
        for (String folder : folders.split(",")) {
            long bytes = new File(folder.trim()).getUsableSpace();
            free.append(free.length() == 0 ? "" : ", ")
                    .append(bytes)
                    .append(" bytes free in ")
                    .append(folder.trim());
        }
        return new IOException(
                "map output of " + job.attempt + ": " + name + " cannot be written to " + folders + ": " + wanted
                        + " bytes wanted, " + free
                        + " (" + cause.getMessage() + "); free space there or name more folders in "
                        + MRConfig.LOCAL_DIR
                        + ", the attempt can be run again",
                cause);
    }
}
