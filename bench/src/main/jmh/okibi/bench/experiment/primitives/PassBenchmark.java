package okibi.bench.experiment.primitives;

import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The only benchmark that JMH knows: the pass that {@link JmhRunner} was given. It is Java because an annotation
 * processor generates JMH's code.
 */
@State(Scope.Benchmark)
public class PassBenchmark {
    private LongSupplier pass;

    @Setup
    public void take() {
        pass = JmhRunner.current();
    }

    @Benchmark
    public long pass() {
        return pass.getAsLong();
    }
}
