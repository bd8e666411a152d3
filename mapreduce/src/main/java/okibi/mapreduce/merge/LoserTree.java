package okibi.mapreduce.merge;

import java.io.IOException;
import okibi.mapreduce.order.KeyOrder;
import okibi.mapreduce.sort.SortedRun;

/**
 * Which of several sorted runs has the next record: a tournament whose inner nodes remember the loser, so that a new record
 * plays once on each level, on prefixes that lie side by side; keys are compared where prefixes are equal and do not decide.
 * D. Knuth, The Art of Computer Programming, vol. 3, section 5.4.1. Not thread-safe.
 */
final class LoserTree {
    private final SortedRun[] runs;
    private final KeyOrder order;
    /** Prefix of each run's record, made to compare signed. */
    private final long[] prefixes;

    private final boolean[] ended;
    /** Node i has its children at 2i and 2i+1; run j is leaf {@code runs.length + j}. Node 0 has the winner. */
    private final int[] nodes;

    LoserTree(SortedRun[] runs, KeyOrder order) {
        this.runs = runs;
        this.order = order;
        prefixes = new long[runs.length];
        ended = new boolean[runs.length];
        nodes = new int[runs.length];
    }

    /** Takes all runs to their next partition. */
    void begin() throws IOException {
        for (int run = 0; run < runs.length; run++) {
            runs[run].begin();
            read(run);
        }
        nodes[0] = runs.length == 1 ? 0 : play(1);
    }

    /** The run that has the next record, or null if none has. */
    SortedRun first() {
        return ended[nodes[0]] ? null : runs[nodes[0]];
    }

    /** Goes past the next record. */
    void advance() throws IOException {
        int winner = nodes[0];
        read(winner);
        for (int node = runs.length + winner >> 1; node > 0; node >>= 1) {
            int other = nodes[node];
            if (before(other, winner)) {
                nodes[node] = winner;
                winner = other;
            }
        }
        nodes[0] = winner;
    }

    /** Goes past what is left of the partition: a combiner may have seen enough, and a file is read to the end of a segment. */
    void drain() throws IOException {
        while (first() != null) advance();
    }

    /** Plays the matches below a node. Returns the winner. */
    private int play(int node) {
        if (node >= runs.length) return node - runs.length;
        int left = play(2 * node);
        int right = play(2 * node + 1);
        boolean leftWins = before(left, right);
        nodes[node] = leftWins ? right : left;
        return leftWins ? left : right;
    }

    private void read(int run) throws IOException {
        SortedRun reader = runs[run];
        ended[run] = !reader.next();
        prefixes[run] = ended[run] ? Long.MAX_VALUE : order.prefix(reader.key(), reader.keyLength()) ^ Long.MIN_VALUE;
    }

    private boolean before(int a, int b) {
        return prefixes[a] != prefixes[b] ? prefixes[a] < prefixes[b] : beforeOfEqualPrefix(a, b);
    }

    private boolean beforeOfEqualPrefix(int a, int b) {
        if (ended[a] || ended[b]) return !ended[a];
        if (order.decides(prefixes[a] ^ Long.MIN_VALUE)) return a < b;
        SortedRun left = runs[a];
        SortedRun right = runs[b];
        int compared = order.compare(left.key(), left.keyLength(), right.key(), right.keyLength(), 0);
        return compared < 0 || compared == 0 && a < b;
    }
}
