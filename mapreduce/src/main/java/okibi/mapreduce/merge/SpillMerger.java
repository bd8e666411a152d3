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

/**
 * Merges the spills of an attempt to its map output: in one pass if the budget has room for a block of each spill,
 * otherwise in several passes that merge the smallest spills first. Not thread-safe.
 */
public final class SpillMerger {
    private final MapJob<?, ?> job;
    private final SpillFiles files;
    private final Combiner<?, ?> combiner;
    private final MergeBudget budget;

    /** @param combiner null if the job has none */
    public SpillMerger(MapJob<?, ?> job, SpillFiles files, Combiner<?, ?> combiner) {
        this.job = job;
        this.files = files;
        this.combiner = combiner;
        budget = new MergeBudget(job.isCoded());
    }

    /**
     * Merges all spills and the records that were not spilled, and deletes the spills. Returns the map output, without
     * its index.
     *
     * @param spills at least two spills, or at least one with {@code unspilled}
     * @param unspilled the records that were not spilled, or null if all were
     * @param unspilledBytes their approximate size
     */
    public Spill merge(List<Spill> spills, SortedRun unspilled, long unspilledBytes) throws IOException {
        Queue<Spill> queue = new PriorityQueue<>(Comparator.comparingLong(Spill::bytes));
        queue.addAll(spills);
        while (!budget.holds(queue)) {
            List<Spill> smallest = budget.take(queue);
            queue.add(merge(smallest, null, files.newMerged(bytes(smallest)), false, false));
        }
        List<Spill> last = new ArrayList<>(queue);
        boolean combine = combiner != null && spills.size() >= job.minSpillsToCombine;
        return merge(last, unspilled, files.newOutput(bytes(last) + unspilledBytes), true, combine);
    }

    private Spill merge(List<Spill> spills, SortedRun unspilled, SpillWriter writer, boolean toOutput, boolean combine)
            throws IOException {
        SortedRun[] runs = new SortedRun[spills.size() + (unspilled == null ? 0 : 1)];
        if (unspilled != null) runs[spills.size()] = unspilled;
        Spill merged;
        try (writer) {
            for (int i = 0; i < spills.size(); i++)
                runs[i] = files.reader(spills.get(i), budget.blockBytes(spills.get(i), spills));
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
            IOUtils.cleanupWithLogger(null, runs); // Each reader has checked its bytes before.
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
