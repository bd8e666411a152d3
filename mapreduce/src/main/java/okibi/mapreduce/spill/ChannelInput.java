package okibi.mapreduce.spill;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.hadoop.fs.FileSystem;

/**
 * A range of a file as a stream, which counts the bytes that are read. Closing it leaves the file open. Not
 * thread-safe.
 */
final class ChannelInput extends InputStream {
    private final FileChannel channel;
    private final FileSystem.Statistics statistics;
    private final byte[] one = new byte[1];
    private final long end;
    private long position;

    ChannelInput(FileChannel channel, FileSystem.Statistics statistics, long start, long length) {
        this.channel = channel;
        this.statistics = statistics;
        position = start;
        end = start + length;
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (position >= end) return -1;
        int got = channel.read(ByteBuffer.wrap(bytes, offset, (int) Math.min(length, end - position)), position);
        if (got <= 0) return got;
        position += got;
        statistics.incrementBytesRead(got);
        return got;
    }

    @Override
    public int available() {
        return (int) Math.min(end - position, Integer.MAX_VALUE);
    }
}
