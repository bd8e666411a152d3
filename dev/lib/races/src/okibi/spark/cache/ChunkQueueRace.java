package okibi.spark.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A task fills chunks while another thread writes them; the task writes the last chunk itself. */
@JCStressTest
@Outcome(id = "abcd", expect = ACCEPTABLE, desc = "each byte once, in order")
@Outcome(expect = FORBIDDEN, desc = "bytes are lost, written twice, or in another order")
@State
public class ChunkQueueRace {
    private static final ChunkPool pool = new ChunkPool(64);
    private final ConcurrentLinkedQueue<Runnable> work = new ConcurrentLinkedQueue<>();
    private final StringBuffer written = new StringBuffer();
    private final ChunkQueue queue = new ChunkQueue(new Channel(), pool, work::add);
    private volatile boolean isDone = false;

    @Actor
    public void task() {
        ByteBuffer chunk = pool.take();
        for (byte letter = 'a'; letter < 'd'; letter++) chunk = queue.add(chunk.put(letter));
        queue.passOn(chunk.put((byte) 'd'));
        queue.giveBack();
        pool.give(chunk);
        isDone = true;
    }

    @Actor
    public void writer() {
        while (!isDone) {
            Runnable next = work.poll();
            if (next == null) Thread.onSpinWait();
            else next.run();
        }
    }

    @Arbiter
    public void later(L_Result result) {
        result.r1 = written.toString();
    }

    private final class Channel implements WritableByteChannel {
        @Override
        public int write(ByteBuffer chunk) {
            written.append((char) chunk.get());
            return 1;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
