package okibi.spark.comet;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import okibi.spark.sql.arrow.ArrowForm;
import okibi.spark.sql.arrow.BatchFiller;
import okibi.spark.sql.arrow.ColumnFiller;
import okibi.spark.sql.arrow.FilledBatch;
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
 * Batches of a cached table as batches of Arrow. Each batch has buffers of its own, so that native operators may keep it. For one thread.
 */
final class TableArrowReader extends ArrowReader {
    /** Hears of each batch. */
    interface Counts extends Serializable {
        void add(int rows, long copyingNanos);
    }

    private final ArrowBuffers buffers;
    private final Schema schema;
    private final BatchFiller filler;
    private final Counts counts;

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
        int[] columns = IntStream.range(0, forms.length).toArray();
        BatchFiller filler = new BatchFiller(columns, forms, source, mostRows);
        return allocator -> new TableArrowReader(allocator, arrow, filler, counts);
    }

    private TableArrowReader(BufferAllocator allocator, Schema schema, BatchFiller filler, Counts counts) {
        super(allocator);
        this.buffers = new ArrowBuffers(allocator);
        this.schema = schema;
        this.filler = filler;
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
        if (!filler.hasRows()) return false;
        try {
            counts.add(load(), filler.copyingNanos());
        } finally {
            buffers.releaseAll();
        }
        return true;
    }

    private int load() throws IOException {
        FilledBatch<ArrowBuf> filled = filler.fill(buffers);
        List<FieldVector> vectors = getVectorSchemaRoot().getFieldVectors();
        ColumnFiller<ArrowBuf>[] columns = filled.columns();
        for (int i = 0; i < columns.length; i++) {
            vectors.get(i)
                    .loadFieldBuffers(
                            new ArrowFieldNode(filled.rows(), columns[i].nulls()),
                            CollectionConverters.asJava(columns[i].filledBuffers()));
        }
        getVectorSchemaRoot().setRowCount(filled.rows());
        return filled.rows();
    }
}
