package okibi.mapreduce.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import okibi.mapreduce.combine.Combiner;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.sort.SortedRun;
import okibi.mapreduce.spill.Spill;
import okibi.mapreduce.spill.SpillFiles;
import okibi.mapreduce.spill.SpillWriter;
import org.apache.hadoop.io.IOUtils;

/** Merges the spills of an attempt to its map output, in one pass if the memory has room for a block of each, else the smallest first. Not thread-safe. */
public final class SpillMerger {
    private final MapJob<?, ?> job;
    private final SpillFiles files;
    private final Combiner<?, ?> combiner;
    private final MergeBudget room;

    /** @param combiner null if the job has none */
    public SpillMerger(MapJob<?, ?> job, SpillFiles files, Combiner<?, ?> combiner) {
        this.job = job;
        this.files = files;
        this.combiner = combiner;
        room = new MergeBudget(job.isCoded());
    }

    /**
     * Merges all spills, and the records that were not spilled, and deletes the spills. Returns the map output, without its index.
     *
     * @param rest null if all was spilled; then there are at least two spills, else one
     * @param restBytes of it, about
     */
    public Spill merge(List<Spill> spills, SortedRun rest, long restBytes) throws IOException {
        Queue<Spill> left = new PriorityQueue<>(Comparator.comparingLong(Spill::bytes));
        left.addAll(spills);
        while (!room.holds(left)) {
            List<Spill> some = room.take(left);
            left.add(merge(some, null, files.newMerged(bytes(some)), false, false));
        }
        List<Spill> last = new ArrayList<>(left);
        boolean combine = combiner != null && spills.size() >= job.minSpillsToCombine;
        return merge(last, rest, files.newOutput(bytes(last) + restBytes), true, combine);
    }

    private Spill merge(List<Spill> spills, SortedRun rest, SpillWriter writer, boolean toOutput, boolean combine)
            throws IOException {
        SortedRun[] runs = new SortedRun[spills.size() + (rest == null ? 0 : 1)];
        if (rest != null) runs[spills.size()] = rest;
        Spill merged;
        try (writer) {
            for (int i = 0; i < spills.size(); i++)
                runs[i] = files.reader(spills.get(i), room.blockBytes(spills.get(i), spills));
            LoserTree tree = new LoserTree(runs, job.order);
            if (toOutput) job.sortPhase.addPhases(job.partitions);
            for (int partition = 0; partition < job.partitions; partition++) {
                tree.begin();
                writer.begin();
                if (combine) {
                    combiner.combine(new MergedRecords(tree), writer);
                    tree.drain();
                } else copy(tree, writer);
                writer.end();
                job.reporter.progress();
                if (toOutput) job.sortPhase.startNextPhase();
            }
            merged = writer.finish();
        } finally {
            IOUtils.cleanupWithLogger(null, runs); // each has checked what it read
        }
        job.reporter.spilled(merged.records());
        for (Spill spill : spills) files.delete(spill);
        return merged;
    }

    private static void copy(LoserTree tree, SpillWriter writer) throws IOException {
        for (SortedRun run = tree.first(); run != null; run = tree.first()) {
            writer.append(run.record(), run.length());
            while (run.more()) writer.appendMore(run.record(), run.length());
            tree.advance();
        }
    }

    private static long bytes(List<Spill> spills) {
        long sum = 0;
        for (Spill spill : spills) sum += spill.bytes();
        return sum;
    }
}
