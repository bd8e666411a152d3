package okibi.mapreduce.spill;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Writes segments that are neither compressed nor encrypted, with one copy for each record. Not thread-safe. */
final class PlainWriter extends SpillWriter {
    PlainWriter(Path path, SpillOutput output, int partitions) {
        super(path, output, partitions);
    }

    @Override
    void beginSegment() {
        output.beginSum();
    }

    @Override
    void appendBytes(long from, int length) throws IOException {
        output.append(from, length);
    }

    @Override
    void endSegment() throws IOException {
        for (int i = 0; i < END_BYTES; i++) output.appendByte(END);
        output.appendInt(output.sum());
    }
}
