import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import okibi.spark.OkibiJava;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Caches a table and an RDD, reads a part of each, and prints what Okibi did.
 *
 * <pre>
 * javac -cp "$SPARK_HOME/jars/*:okibi-spark-4.1_2.13-0.2.0.jar" -d classes Quickstart.java
 * jar cf quickstart.jar -C classes .
 * spark-submit --packages io.github.okibi:okibi-spark-4.1_2.13:0.2.0 \
 *   --conf spark.plugins=okibi.spark.OkibiPlugin --class Quickstart quickstart.jar
 * </pre>
 */
public final class Quickstart {
  private Quickstart() {}

  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("Okibi quickstart").getOrCreate();
    Dataset<Row> events =
        spark.range(0, 1_000_000, 1, 20).selectExpr("id", "id div 1000 as user", "sqrt(id) as score").cache();
    System.out.println("events: " + events.count());
    System.out.println("events of user 42: " + events.where("user = 42").count());

    JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
    List<Integer> numbers = IntStream.range(0, 100_000).boxed().collect(Collectors.toList());
    JavaRDD<String> words = context.parallelize(numbers, 10).map(n -> "word" + n / 10);
    JavaRDD<String> found =
        OkibiJava.indexed(words, StorageLevel.MEMORY_AND_DISK()).filterEquals("word42");
    System.out.println("word42: " + found.count());

    System.out.println("partitions computed: " + OkibiJava.metrics().get("computed"));
    spark.stop();
  }
}
