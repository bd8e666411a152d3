package okibi.mapreduce.combine;

import java.io.IOException;
import okibi.mapreduce.sort.SortedRun;

/** One partition of a run, which has been begun, for the combiner. Not thread-safe. */
public final class RunRecords extends RawRecords {
    private final SortedRun run;

    public RunRecords(SortedRun run) {
        this.run = run;
    }

    @Override
    public boolean next() throws IOException {
        if (!run.next()) return false;
        at(run);
        return true;
    }
}
