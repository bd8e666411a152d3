package okibi.spark.sql.table;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A task wants to read a partition of a cached table while the block is removed. The task holds the file, or is refused; a file that nobody
 * holds is never held again.
 */
@JCStressTest
@Outcome(
        id = {"true, false", "false, false"},
        expect = ACCEPTABLE,
        desc = "the task held the file until it released the file, or was refused")
@Outcome(expect = FORBIDDEN, desc = "a task holds a file whose content is closed")
@State
public class PartitionFileRace {
    private final PartitionFile file = new PartitionFile(new AlwaysMapped(
            Mapping.of(null, CollectionConverters.asScala(List.of()).toSeq())));

    private boolean read() {
        PartitionFile.Hold hold;
        try {
            hold = file.hold();
        } catch (Exception refused) { // an IOException, which Scala does not declare
            return false;
        }
        hold.release();
        return true;
    }

    @Actor
    public void task(ZZ_Result result) {
        result.r1 = read();
    }

    @Actor
    public void removal() {
        file.release();
    }

    @Arbiter
    public void later(ZZ_Result result) {
        result.r2 = read();
    }
}
