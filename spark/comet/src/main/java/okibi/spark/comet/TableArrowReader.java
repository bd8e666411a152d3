package okibi.spark.comet;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import okibi.spark.sql.arrow.ArrowForm;
import okibi.spark.sql.arrow.ColumnFiller;
import org.apache.comet.shaded.arrow.memory.ArrowBuf;
import org.apache.comet.shaded.arrow.memory.BufferAllocator;
import org.apache.comet.shaded.arrow.vector.FieldVector;
import org.apache.comet.shaded.arrow.vector.ipc.ArrowReader;
import org.apache.comet.shaded.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.comet.shaded.arrow.vector.types.pojo.Schema;
import org.apache.spark.sql.comet.execution.arrow.CometArrowStream;
import org.apache.spark.sql.comet.util.Utils;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.Function1;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Batches of a cached table as batches of Arrow. Small batches, of which filters left few rows, become one. Each batch has buffers of its
 * own, so that native operators may keep it. For one thread.
 */
final class TableArrowReader extends ArrowReader {
    /** A batch of at least this many bytes is not filled up with rows of the next one. */
    private static final long ENOUGH_BYTES = 4L << 20;

    /** Hears of each batch. */
    interface Counts extends Serializable {
        void add(int rows, long copyingNanos);
    }

    private final ArrowBuffers buffers;
    private final Schema schema;
    private final ArrowForm[] forms;
    private final Iterator<ColumnarBatch> source;
    private final int mostRows;
    private final Counts counts;

    private ColumnarBatch current;
    private int used;
    private long copyingNanos;

    /**
     * Makes the reader for an allocator.
     *
     * @param forms of the columns
     * @param source what a scan of a cached table yields
     * @param mostRows of a batch: Comet's {@code spark.comet.batchSize}
     */
    static Function1<BufferAllocator, ArrowReader> of(
            StructType schema, ArrowForm[] forms, Iterator<ColumnarBatch> source, int mostRows, Counts counts) {
        Schema arrow = Utils.toArrowSchema(schema, CometArrowStream.NATIVE_TIMEZONE());
        return allocator -> new TableArrowReader(allocator, arrow, forms, source, mostRows, counts);
    }

    private TableArrowReader(
            BufferAllocator allocator,
            Schema schema,
            ArrowForm[] forms,
            Iterator<ColumnarBatch> source,
            int mostRows,
            Counts counts) {
        super(allocator);
        this.buffers = new ArrowBuffers(allocator);
        this.schema = schema;
        this.forms = forms;
        this.source = source;
        this.mostRows = mostRows;
        this.counts = counts;
    }

    @Override
    protected Schema readSchema() {
        return schema;
    }

    @Override
    public long bytesRead() {
        return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    public boolean loadNextBatch() throws IOException {
        prepareLoadNextBatch();
        if (!hasRows()) return false;
        copyingNanos = 0;
        try {
            counts.add(load(), copyingNanos);
        } finally {
            buffers.releaseAll();
        }
        return true;
    }

    /** Whether {@code current} has rows that were not used, perhaps after the next batch was read. */
    private boolean hasRows() {
        while ((current == null || used == current.numRows()) && source.hasNext()) {
            current = source.next();
            used = 0;
        }
        return current != null && used < current.numRows();
    }

    private int load() throws IOException {
        @SuppressWarnings("unchecked")
        ColumnFiller<ArrowBuf>[] fillers = new ColumnFiller[forms.length];
        for (int i = 0; i < forms.length; i++) fillers[i] = ColumnFiller.apply(forms[i], buffers, mostRows);
        int rows = 0;
        do {
            int taken = Math.min(mostRows - rows, current.numRows() - used);
            long start = System.nanoTime();
            for (int i = 0; i < fillers.length; i++) fillers[i].append(current.column(i), used, taken);
            copyingNanos += System.nanoTime() - start;
            rows += taken;
            used += taken;
        } while (rows < mostRows && bytesOf(fillers) < ENOUGH_BYTES && hasRows());
        List<FieldVector> vectors = getVectorSchemaRoot().getFieldVectors();
        for (int i = 0; i < fillers.length; i++) {
            vectors.get(i)
                    .loadFieldBuffers(
                            new ArrowFieldNode(rows, fillers[i].nulls()),
                            CollectionConverters.asJava(fillers[i].filledBuffers()));
        }
        getVectorSchemaRoot().setRowCount(rows);
        return rows;
    }

    private static long bytesOf(ColumnFiller<ArrowBuf>[] fillers) {
        long bytes = 0;
        for (ColumnFiller<ArrowBuf> filler : fillers) bytes += filler.bytes();
        return bytes;
    }
}
