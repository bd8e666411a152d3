package okibi.mapreduce.memory;

/** The system has no more memory outside the heap. A full heap is Java's own {@link OutOfMemoryError} instead. */
public final class NoMemoryError extends OutOfMemoryError {
    public NoMemoryError(long bytes) {
        super("memory outside the heap: the system has no " + bytes + " bytes more");
    }
}
