import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import okibi.spark.OkibiJava;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Whether the plugin works in this Spark and this Java: a table and RDDs larger than the memory for them have the rows that they have
 * without a cache, and the plugin's counters show that it kept them. Ends with an error when not.
 */
public final class Smoke {
  private Smoke() {}

  private static final long ROWS = 200_000;

  public static void main(String[] args) {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .appName("smoke")
            .config("spark.plugins", "okibi.spark.OkibiPlugin")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.testing.memory", "20000000")
            .config("spark.testing.reservedMemory", "0")
            .config("spark.log.level", "ERROR")
            .getOrCreate();
    table(spark);
    records(new JavaSparkContext(spark.sparkContext()));
    Map<String, Object> counters = new TreeMap<>(OkibiJava.metrics());
    spark.stop();
    System.out.println("counters: " + counters);
    require(((Number) counters.get("computed")).longValue() > 0, "the plugin counted no partition that was computed");
    System.out.println("Spark " + spark.version() + ", Java " + System.getProperty("java.version") + ": right");
  }

  /** Columns of many kinds, each asked for, with null in some rows. */
  private static void table(SparkSession spark) {
    Dataset<Row> plain =
        spark
            .range(0, ROWS, 1, 8)
            .selectExpr(
                "id",
                "id div 1000 as ordered",
                "if(id % 7 = 0, null, cast(id % 100 as int)) as number",
                "if(id % 5 = 0, null, concat('word ', id % 300)) as word",
                "cast(id as decimal(38, 4)) / 3 as exact",
                "timestamp_seconds(id * 61) as moment",
                "date_add(date '2020-01-01', cast(id % 900 as int)) as day",
                "array(id, id + 1) as pair",
                "named_struct('a', id, 'b', cast(id as string)) as both",
                "id % 2 = 0 as even");
    plain.createOrReplaceTempView("plain");
    String selected =
        "select count(*), count(number), sum(number), count(distinct word), max(word), sum(exact), max(moment), min(day), "
            + "sum(pair[1]), max(both.b), count_if(even) from ";
    List<String> filters =
        List.of("true", "ordered = 42", "word = 'word 17'", "number is null and even", "day > date '2022-01-01'", "exact between 100 and 200");
    List<List<Row>> wanted =
        filters.stream().map(filter -> spark.sql(selected + "plain where " + filter).collectAsList()).collect(Collectors.toList());
    for (String level : List.of("MEMORY_AND_DISK", "MEMORY_AND_DISK_SER", "DISK_ONLY")) {
      Dataset<Row> kept = plain.persist(StorageLevel.fromString(level));
      kept.createOrReplaceTempView("kept");
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < filters.size(); i++) {
          List<Row> found = spark.sql(selected + "kept where " + filters.get(i)).collectAsList();
          require(found.equals(wanted.get(i)), level + ", where " + filters.get(i) + ": found " + found + ", wanted " + wanted.get(i));
        }
      }
      kept.unpersist(true);
    }
  }

  /** Records that do not fit into memory, at each level that may use the disk. */
  private static void records(JavaSparkContext context) {
    int partitions = 8;
    int each = 40_000;
    long wanted = LongStream.range(0, (long) partitions * each).map(n -> ("record " + n).hashCode()).sum();
    for (String level : List.of("MEMORY_AND_DISK", "MEMORY_AND_DISK_SER", "DISK_ONLY")) {
      JavaRDD<String> kept =
          context
              .parallelize(IntStream.range(0, partitions).boxed().collect(Collectors.toList()), partitions)
              .flatMap(p -> LongStream.range((long) p * each, (p + 1L) * each).mapToObj(n -> "record " + n).iterator())
              .persist(StorageLevel.fromString(level));
      for (int round = 0; round < 2; round++) {
        long found = kept.map(text -> (long) text.hashCode()).reduce(Long::sum);
        require(found == wanted, "records at " + level + ": found " + found + ", wanted " + wanted);
      }
      kept.unpersist(true);
    }
  }

  private static void require(boolean holds, String fault) {
    if (!holds) throw new IllegalStateException(fault);
  }
}
