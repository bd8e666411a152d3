package okibi.mapreduce.merge;

import java.io.IOException;
import okibi.mapreduce.order.KeyOrder;
import okibi.mapreduce.sort.SortedRun;

/**
 * Finds the run with the next record among several sorted runs: a tournament whose inner nodes store the loser of their
 * match. So a new record plays one match on each level. Matches compare prefixes, which lie side by side, and compare
 * keys only where prefixes are equal and do not decide. D. Knuth, The Art of Computer Programming, vol. 3, section
 * 5.4.1. Not thread-safe.
 */
final class LoserTree {
    private final SortedRun[] runs;
    private final KeyOrder order;
    /** The prefix of each run's current record, converted to compare as a signed number. */
    private final long[] prefixes;

    private final boolean[] ended;
    /** The children of node i are 2i and 2i+1; run j is the leaf {@code runs.length + j}. Node 0 is the winner. */
    private final int[] nodes;

    LoserTree(SortedRun[] runs, KeyOrder order) {
        this.runs = runs;
        this.order = order;
        prefixes = new long[runs.length];
        ended = new boolean[runs.length];
        nodes = new int[runs.length];
    }

    /** Moves all runs to their next partition. */
    void begin() throws IOException {
        for (int run = 0; run < runs.length; run++) {
            runs[run].begin();
            read(run);
        }
        nodes[0] = runs.length == 1 ? 0 : play(1);
    }

    /** The run with the next record, or null at the end of the partition. */
    SortedRun first() {
        return ended[nodes[0]] ? null : runs[nodes[0]];
    }

    /** Moves past the next record. */
    void advance() throws IOException {
        int winner = nodes[0];
        read(winner);
        for (int node = runs.length + winner >> 1; node > 0; node >>= 1) {
            int loser = nodes[node];
            if (before(loser, winner)) {
                nodes[node] = winner;
                winner = loser;
            }
        }
        nodes[0] = winner;
    }

    /**
     * Moves past the rest of the partition. A combiner may stop early, but a file must be read to the end of each
     * segment.
     */
    void drain() throws IOException {
        while (first() != null) advance();
    }

    /** Plays the matches of a node and its descendants. Returns the winner. */
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
