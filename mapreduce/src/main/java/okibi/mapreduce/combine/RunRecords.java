package okibi.mapreduce.combine;

import java.io.IOException;
import okibi.mapreduce.sort.SortedRun;

/** The current partition of a run, for the combiner. Not thread-safe. */
public final class RunRecords extends RawRecords {
    private final SortedRun run;

    /** @param run a run whose partition has begun */
    public RunRecords(SortedRun run) {
        this.run = run;
    }

    @Override
    public boolean next() throws IOException {
        if (!run.next()) return false;
        moveTo(run);
        return true;
    }
}
