package okibi.mapreduce.memory;

/** The system gives no more memory outside the heap. What is missing inside it is Java's own error, and another matter. */
public final class NoMemoryError extends OutOfMemoryError {
    public NoMemoryError(long bytes) {
        super(bytes + " bytes outside the heap");
    }
}
