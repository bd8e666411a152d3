"""Splink: pairs of records that are the same person, with Splink's backend for Spark."""

from __future__ import annotations

from pathlib import Path

import splink.comparison_library as cl
from pyspark.sql import SparkSession
from splink import Linker, SettingsCreator, block_on
from splink.backends.spark import SparkAPI
from workload import Workload


def run(spark: SparkSession, folder: Path) -> list[str]:
    """Train a model on made people, some of them twice, and find the pairs."""
    spark.range(0, 120_000, 1, 8).selectExpr(
        "id as unique_id",
        "concat('name', pmod(hash(id div 2, 1), 700)) as first_name",
        "if(id % 10 = 1, 'changed', concat('family', pmod(hash(id div 2, 2), 900))) as surname",
        "cast(date_add(date'1950-01-01', pmod(hash(id div 2, 3), 18000)) as string) as dob",
        "concat('city', pmod(hash(id div 2, 4), 60)) as city",
    ).write.parquet(str(folder / "people"))
    people = spark.read.parquet(str(folder / "people")).cache()
    database = SparkAPI(spark_session=spark, break_lineage_method="persist", num_partitions_on_repartition=8)
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            cl.LevenshteinAtThresholds("first_name", 2),
            cl.ExactMatch("surname"),
            cl.ExactMatch("dob"),
            cl.ExactMatch("city"),
        ],
        blocking_rules_to_generate_predictions=[block_on("first_name", "dob"), block_on("surname", "dob")],
        retain_intermediate_calculation_columns=False,
    )
    linker = Linker(database.register(people), settings)
    linker.training.estimate_probability_two_random_records_match(
        [block_on("first_name", "surname", "dob")], recall=0.7
    )
    linker.training.estimate_u_using_random_sampling(max_pairs=200_000, seed=1)
    linker.training.estimate_parameters_using_expectation_maximisation(block_on("dob"))
    pairs = linker.inference.predict(threshold_match_probability=0.5)
    found = pairs.as_spark_dataframe().selectExpr("unique_id_l as l", "unique_id_r as r").cache()
    twice = found.where("l div 2 = r div 2").count()
    return [str(found.count()), str(twice)]


WORKLOAD = Workload(run)
