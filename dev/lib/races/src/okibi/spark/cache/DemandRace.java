package okibi.spark.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.apache.spark.memory.MemoryMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * The cleaner has written a block of 100 bytes while the block is evicted. The bytes never count as written ahead once the block is gone,
 * so that the cleaner may write the whole budget: 100 bytes if the block was clean when it left, else twice as many.
 */
@JCStressTest
@Outcome(
        id = {"100", "200"},
        expect = ACCEPTABLE,
        desc = "the block was clean when it left memory, or was not")
@Outcome(expect = FORBIDDEN, desc = "bytes of a block that is gone count as written ahead")
@State
public class DemandRace {
    private final Demand demand = new Demand();
    private final Resident block = new Resident(MemoryMode.ON_HEAP, 100, true, false);

    @Actor
    public void cleaner() {
        demand.cleaned(block);
    }

    @Actor
    public void eviction() {
        demand.left(block, true);
    }

    @Arbiter
    public void later(J_Result result) {
        result.r1 = demand.await(1, 4000);
    }
}
