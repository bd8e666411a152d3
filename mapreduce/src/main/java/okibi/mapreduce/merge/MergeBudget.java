package okibi.mapreduce.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import okibi.mapreduce.spill.Spill;
import okibi.mapreduce.spill.SpillReader;

/**
 * The memory budget of a merge: how many spills it reads at the same time, and the size of their blocks. The size of
 * values does not matter, because values pass through a block in parts. A reader holds the key of its record, so spills
 * with long keys need larger blocks. Where even two spills exceed the budget, two are merged at a time. Thread-safe.
 */
final class MergeBudget {
    /** The budget of all readers together: direct buffers, which a task may have few of. */
    static final long BYTES = 16 << 20;
    /** The most open spills; systems often limit a process to a thousand files. */
    private static final int MAX_OPEN_SPILLS = 256;
    /** A larger block would leave the second-level cache before it is read. */
    private static final int MAX_BLOCK_BYTES = 256 << 10;
    /**
     * The memory of a decompressor beside the block. Hadoop's decompressors for Snappy and LZ4 have three buffers of
     * 256 kB; the one for bzip2 has 4.5 MB in the heap.
     */
    private static final int CODEC_BYTES = 768 << 10;

    private final long codecBytes;

    MergeBudget(boolean coded) {
        codecBytes = coded ? CODEC_BYTES : 0;
    }

    /** Whether these spills can be merged at once. */
    boolean holds(Collection<Spill> spills) {
        return spills.size() <= 2 || holds(spills.size(), neededBytes(spills));
    }

    /**
     * Removes the first spills of a queue, for a merge to one spill: at most as many as can be merged at once, and no
     * more than are necessary until the merged spill and the remaining ones can be merged at once.
     *
     * @param queue spills that cannot be merged at once
     */
    List<Spill> take(Queue<Spill> queue) {
        List<Spill> taken = new ArrayList<>();
        long queuedBytes = neededBytes(queue);
        long takenBytes = 0;
        long mergedBytes = 0;
        while (taken.size() < 2
                || !holds(queue.size() + 1, queuedBytes + mergedBytes)
                        && holds(taken.size() + 1, takenBytes + neededBytes(queue.peek()))) {
            Spill spill = queue.remove();
            taken.add(spill);
            queuedBytes -= neededBytes(spill);
            takenBytes += neededBytes(spill);
            mergedBytes = Math.max(mergedBytes, neededBytes(spill));
        }
        return taken;
    }

    /** The size of the blocks of a spill that is merged with these spills. */
    int blockBytes(Spill spill, Collection<Spill> spills) {
        long spareBytes = Math.max(0, BYTES - neededBytes(spills)) / spills.size();
        return (int) Math.max(
                spill.leastBlockBytes(), Math.min(MAX_BLOCK_BYTES, SpillReader.LEAST_BLOCK_BYTES + spareBytes));
    }

    private static boolean holds(int spills, long neededBytes) {
        return spills <= MAX_OPEN_SPILLS && neededBytes <= BYTES;
    }

    private long neededBytes(Collection<Spill> spills) {
        long sum = 0;
        for (Spill spill : spills) sum += neededBytes(spill);
        return sum;
    }

    private long neededBytes(Spill spill) {
        return spill.leastBlockBytes() + codecBytes;
    }
}
