package okibi.mapreduce.merge;

import java.io.IOException;
import okibi.mapreduce.combine.RawRecords;

/** The current partition of several merged runs, for the combiner. Not thread-safe. */
final class MergedRecords extends RawRecords {
    private final LoserTree tree;
    private boolean begun;

    MergedRecords(LoserTree tree) {
        this.tree = tree;
    }

    @Override
    public boolean next() throws IOException {
        if (begun) {
            if (tree.first() == null) return false;
            tree.advance();
        }
        begun = true;
        if (tree.first() == null) return false;
        moveTo(tree.first());
        return true;
    }
}
