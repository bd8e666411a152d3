-- Caches a table and reads a part of it. The plan shows how many partitions are read.
--
--   spark-sql --packages io.github.okibi:okibi-spark-4.1_2.13:0.2.0 \
--     --conf spark.plugins=okibi.spark.OkibiPlugin -f quickstart.sql

CREATE TEMPORARY VIEW made AS
SELECT /*+ REPARTITION_BY_RANGE(20, id) */ id, id DIV 1000 AS user, sqrt(id) AS score FROM range(1000000);

CACHE TABLE events OPTIONS ('storageLevel' 'MEMORY_AND_DISK') AS SELECT * FROM made;

SELECT count(*) FROM events WHERE user = 42;

EXPLAIN SELECT sum(score) FROM events WHERE user = 42;
