package okibi.mapreduce.spill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.fs.FileSystem;

/**
 * Reads a spill that is neither compressed nor encrypted, and reads ahead across segments. It updates the check sum
 * with the part of a segment that a block holds. Not thread-safe.
 */
final class PlainReader extends SpillReader {
    private final CRC32 sum = new CRC32();
    /** The address of the first byte that was read and is not yet in the check sum. */
    private long summed;

    PlainReader(Spill spill, FileChannel channel, FileSystem.Statistics statistics, int blockBytes) {
        super(spill, channel, statistics, blockBytes);
    }

    @Override
    void beginSegment() {
        sum.reset();
        summed = position;
    }

    @Override
    void endSegment() throws IOException {
        beforeMoving();
        int computed = (int) sum.getValue();
        fill(Integer.BYTES);
        int stored = Integer.reverseBytes(Memory.getInt(position));
        position += Integer.BYTES;
        if (stored != computed)
            throw corrupt(String.format("got the check sum %08x, its bytes have %08x", stored, computed));
    }

    @Override
    void beforeMoving() {
        block.limit((int) (position - address)).position((int) (summed - address));
        sum.update(block);
        summed = position;
    }

    @Override
    void moved() {
        summed = position;
    }

    @Override
    int read(int offset, int bytes) throws IOException {
        block.limit(offset + bytes).position(offset);
        int got = channel.read(block);
        if (got > 0) statistics.incrementBytesRead(got);
        return got;
    }
}
