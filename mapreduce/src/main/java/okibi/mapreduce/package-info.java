/**
 * Sorts Hadoop's map output by key prefixes outside the heap. Jobs name {@link okibi.mapreduce.PrefixSortCollector};
 * everything in the packages below is internal and may change.
 */
package okibi.mapreduce;
