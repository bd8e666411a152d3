package okibi.mapreduce.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import okibi.mapreduce.spill.Spill;
import okibi.mapreduce.spill.SpillReader;

/**
 * What one merge may take: how many spills can be read at the same time, and by how large blocks. Values count for nothing, because they pass
 * through a block in pieces. A reader holds the key of its record, so spills with large keys need larger blocks; of spills that are too
 * large even so, two are merged at a time. Thread-safe.
 */
final class MergeBudget {
    /** For all readers together: direct buffers, of which a task may be allowed few. */
    static final long BYTES = 16 << 20;
    /** Spills that are open at the same time; systems often allow a process a thousand files. */
    private static final int MAX_OPEN = 256;
    /** A larger block would leave the second-level cache before it is read. */
    private static final int MAX_BLOCK_BYTES = 256 << 10;
    /** What a decompressor takes beside the block: Hadoop's for Snappy and LZ4 have three buffers of 256 kB; for bzip2 it has 4.5 MB, in the heap. */
    private static final int CODEC_BYTES = 768 << 10;

    private final long codecBytes;

    MergeBudget(boolean coded) {
        codecBytes = coded ? CODEC_BYTES : 0;
    }

    /** Whether these can be merged at once. */
    boolean holds(Collection<Spill> spills) {
        return spills.size() <= 2 || holds(spills.size(), needed(spills));
    }

    /**
     * Takes the first of a queue which are to become one spill: no more than can be merged at once, and no more than it takes until all
     * others and this one can be.
     *
     * @param queue of spills that it does not hold
     */
    List<Spill> take(Queue<Spill> queue) {
        List<Spill> taken = new ArrayList<>();
        long left = needed(queue);
        long used = 0;
        long largest = 0;
        while (taken.size() < 2
                || !holds(queue.size() + 1, left + largest) && holds(taken.size() + 1, used + needed(queue.peek()))) {
            Spill spill = queue.remove();
            taken.add(spill);
            left -= needed(spill);
            used += needed(spill);
            largest = Math.max(largest, needed(spill));
        }
        return taken;
    }

    /** By how large blocks to read a spill that is merged with these. */
    int blockBytes(Spill spill, Collection<Spill> spills) {
        long spare = Math.max(0, BYTES - needed(spills)) / spills.size();
        return (int)
                Math.max(spill.leastBlockBytes(), Math.min(MAX_BLOCK_BYTES, SpillReader.LEAST_BLOCK_BYTES + spare));
    }

    private static boolean holds(int spills, long needed) {
        return spills <= MAX_OPEN && needed <= BYTES;
    }

    private long needed(Collection<Spill> spills) {
        long sum = 0;
        for (Spill spill : spills) sum += needed(spill);
        return sum;
    }

    private long needed(Spill spill) {
        return spill.leastBlockBytes() + codecBytes;
    }
}
