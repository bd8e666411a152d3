"""MLlib: programs that persist their input and what they compute: ALS, gradient-boosted trees, LDA, word2vec."""

from __future__ import annotations

from pathlib import Path

from pyspark.ml.classification import GBTClassifier
from pyspark.ml.clustering import LDA
from pyspark.ml.feature import CountVectorizer, VectorAssembler, Word2Vec
from pyspark.ml.recommendation import ALS
from pyspark.sql import SparkSession
from workload import Workload


def run(spark: SparkSession, folder: Path) -> list[str]:
    """Fit four models on made data; figures are rounded, since the order of sums is open."""
    ratings = spark.range(0, 400_000, 1, 8).selectExpr(
        "cast(pmod(hash(id), 3000) as int) as user",
        "cast(pmod(hash(id, 1), 900) as int) as item",
        "cast(1 + pmod(hash(id, 2), 5) as float) as rating",
    )
    als = ALS(rank=8, maxIter=4, seed=1, userCol="user", itemCol="item", ratingCol="rating").fit(ratings)
    answers = [f"{als.userFactors.selectExpr('sum(aggregate(features, 0D, (a, x) -> a + abs(x)))').first()[0]:.2f}"]

    points = VectorAssembler(inputCols=["a", "b", "c"], outputCol="features").transform(
        spark.range(0, 300_000, 1, 8).selectExpr(
            "pmod(hash(id), 1000) as a",
            "pmod(hash(id, 1), 1000) as b",
            "pmod(hash(id, 2), 1000) as c",
            "cast(pmod(hash(id), 1000) + pmod(hash(id, 1), 1000) > 1000 as double) as label",
        )
    )
    trees = GBTClassifier(maxIter=4, maxDepth=4, seed=1).fit(points)
    answers.append(str([f"{weight:.3f}" for weight in trees.featureImportances.toArray()]))

    words = ", ".join(f"concat('w', pmod(hash(id, {n}), {30 + n * 20}))" for n in range(12))
    texts = spark.range(0, 40_000, 1, 8).selectExpr(f"array({words}) as words").persist()
    counted = CountVectorizer(inputCol="words", outputCol="features").fit(texts).transform(texts)
    topics = LDA(k=4, maxIter=5, seed=1).fit(counted)
    answers.append(f"{topics.vocabSize()} words")
    vectors = Word2Vec(vectorSize=16, minCount=0, seed=1, numPartitions=1, inputCol="words", outputCol="v").fit(texts)
    answers.append(f"{vectors.getVectors().count()} vectors")
    return answers


WORKLOAD = Workload(run)
