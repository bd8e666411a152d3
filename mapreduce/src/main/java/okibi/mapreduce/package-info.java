/**
 * Hadoop's map output sorted by key prefixes outside the heap: {@link okibi.mapreduce.PrefixSortCollector} is what jobs name,
 * everything in the packages below may change.
 */
package okibi.mapreduce;
