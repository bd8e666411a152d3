"""Sessions with the plugin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from okibi._error import OkibiError
from okibi._jars import plugin_jar
from okibi._spark import SparkInstall

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PLUGIN = "okibi.spark.OkibiPlugin"


def configure_spark_with_okibi(builder: SparkSession.Builder) -> SparkSession.Builder:
    """Add Okibi's jar for the installed Spark, and the plugin, to what the builder and spark-defaults.conf have.

    ``spark = configure_spark_with_okibi(SparkSession.builder).getOrCreate()``

    Raises OkibiError when there is no Spark that Okibi is built for, when a session runs already, to which no plugin
    can be added, and for a remote session, whose server has the plugins.
    """
    options: dict[str, str] = getattr(builder, "_options", {})
    if options.get("spark.remote"):
        raise OkibiError(
            "spark.remote is set: plugins belong to the Spark Connect server. Start the server with Okibi's jar and "
            f"spark.plugins={PLUGIN}."
        )
    spark = SparkInstall.find()
    jar = plugin_jar(spark)
    _refuse_running_session()
    defaults = spark.default_settings() if spark else {}

    def extended(key: str, value: str) -> str:
        values = [part.strip() for part in options.get(key, defaults.get(key, "")).split(",")]
        return ",".join([part for part in values if part and part != value] + [value])

    return builder.config("spark.jars", extended("spark.jars", str(jar))).config(
        "spark.plugins", extended("spark.plugins", PLUGIN)
    )


def _refuse_running_session() -> None:
    from pyspark import SparkContext

    if SparkContext._active_spark_context is not None:
        raise OkibiError(
            "a SparkSession runs in this Python already, and plugins start with it. "
            "Call configure_spark_with_okibi before the first getOrCreate, or stop the session first."
        )
