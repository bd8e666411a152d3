package okibi.mapreduce.sort;

/** The arithmetic of sorts that move entries to buckets. */
final class Buckets {
    private Buckets() {}

    /** Replaces the size of each bucket with its start: the sum of the sizes before it. */
    static void sizesToStarts(int[] sizes, int buckets) {
        int sum = 0;
        for (int i = 0; i < buckets; i++) {
            int size = sizes[i];
            sizes[i] = sum;
            sum += size;
        }
    }
}
