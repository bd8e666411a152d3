package okibi.mapreduce.merge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.apache.hadoop.io.IOUtils;

import okibi.mapreduce.combine.Combiner;
import okibi.mapreduce.job.MapJob;
import okibi.mapreduce.sort.SortedRun;
import okibi.mapreduce.spill.Spill;
import okibi.mapreduce.spill.SpillFiles;
import okibi.mapreduce.spill.SpillWriter;

/** Merges the spills of an attempt to its map output, in one pass if the memory has room for a block of each. Not thread-safe. */
public final class SpillMerger {
  private static final int MIN_BLOCK_BYTES = 32 << 10;
  /** A larger one would leave the second-level cache before it is read. */
  private static final int MAX_BLOCK_BYTES = 256 << 10;
  /** All blocks together: direct buffers, of which a task may be allowed few. */
  private static final int MAX_BLOCKS_BYTES = 16 << 20;
  /** Spills that are open at the same time; systems often allow a process a thousand files. */
  private static final int MAX_OPEN = 256;

  private final MapJob<?, ?> job;
  private final SpillFiles files;
  private final Combiner<?, ?> combiner;

  /** @param combiner null if the job has none */
  public SpillMerger(MapJob<?, ?> job, SpillFiles files, Combiner<?, ?> combiner) {
    this.job = job;
    this.files = files;
    this.combiner = combiner;
  }

  /**
   * Merges all spills, and the records that were not spilled, and deletes the spills. Returns the map output, without its index.
   *
   * @param rest null if all was spilled; then there are at least two spills, else one
   * @param restBytes of it, about
   */
  public Spill merge(List<Spill> spills, SortedRun rest, long restBytes) throws IOException {
    Deque<Spill> left = new ArrayDeque<>(spills);
    int together = (int) Math.max(2, Math.min(MAX_OPEN, job.bufferBytes / MIN_BLOCK_BYTES));
    while (left.size() > together) {
      List<Spill> some = new ArrayList<>();
      for (int i = Math.min(together, left.size() - together + 1); i > 0; i--) some.add(left.remove());
      left.add(merge(some, null, files.newMerged(bytes(some)), false));
    }
    List<Spill> last = new ArrayList<>(left);
    return merge(last, rest, files.newOutput(bytes(last) + restBytes), true);
  }

  private Spill merge(List<Spill> spills, SortedRun rest, SpillWriter writer, boolean toOutput) throws IOException {
    SortedRun[] runs = new SortedRun[spills.size() + (rest == null ? 0 : 1)];
    if (rest != null) runs[spills.size()] = rest;
    boolean combine = toOutput && combiner != null && spills.size() >= job.minSpillsToCombine;
    Spill merged;
    try (writer) {
      long blockBytes = Math.min(job.bufferBytes, MAX_BLOCKS_BYTES) / runs.length;
      for (int i = 0; i < spills.size(); i++) runs[i] = files.reader(spills.get(i), (int) Math.max(MIN_BLOCK_BYTES, Math.min(MAX_BLOCK_BYTES, blockBytes)));
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
        job.meters.progress();
        if (toOutput) job.sortPhase.startNextPhase();
      }
      merged = writer.finish();
    } finally {
      IOUtils.cleanupWithLogger(null, runs); // each has checked what it read
    }
    job.meters.spilled(merged.records());
    for (Spill spill : spills) files.delete(spill);
    return merged;
  }

  private static void copy(LoserTree tree, SpillWriter writer) throws IOException {
    for (SortedRun run = tree.first(); run != null; run = tree.first()) {
      writer.append(run.record(), run.length());
      tree.advance();
    }
  }

  private static long bytes(List<Spill> spills) {
    long sum = 0;
    for (Spill spill : spills) sum += spill.bytes();
    return sum;
  }
}
