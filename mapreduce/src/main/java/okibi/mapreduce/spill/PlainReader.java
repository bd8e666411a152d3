package okibi.mapreduce.spill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import okibi.mapreduce.memory.Memory;
import org.apache.hadoop.fs.FileSystem;

/** The file as it is, read ahead across segments; check sums are made of what a block has of a segment. */
final class PlainReader extends SpillReader {
    private final CRC32 sum = new CRC32();
    /** Where the bytes begin that are read and not yet in the check sum. */
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
            throw corrupt(String.format("check sum %08x, where its bytes have %08x", stored, computed));
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
