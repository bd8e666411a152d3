package okibi.spark.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import okibi.core.block.BlockKey;
import org.apache.spark.memory.MemoryMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A put ends on one thread while another thread has taken memory for the put, and begins another. */
@JCStressTest
@Outcome(id = "40, 0", expect = ACCEPTABLE, desc = "the promise of the second put alone is open, then none")
@Outcome(expect = FORBIDDEN, desc = "bytes are promised to no put, or less than none")
@State
public class GrantsRace {
    private static final BlockKey first = new BlockKey(1, 0);
    private static final BlockKey second = new BlockKey(1, 1);
    private final Grants grants = new Grants();

    public GrantsRace() {
        grants.begin(first, MemoryMode.ON_HEAP, 100, false, false);
    }

    @Actor
    public void memoryIsTaken() {
        grants.taken(first, 30);
        grants.taken(first, 90);
        grants.begin(second, MemoryMode.ON_HEAP, 50, false, false);
        grants.taken(second, 10);
    }

    @Actor
    public void putEnds() {
        grants.end(first);
    }

    @Arbiter
    public void later(JJ_Result result) {
        result.r1 = grants.promisedBytes(MemoryMode.ON_HEAP);
        grants.end(second);
        result.r2 = grants.promisedBytes(MemoryMode.ON_HEAP);
    }
}
