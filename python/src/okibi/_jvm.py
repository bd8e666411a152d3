"""Okibi's classes in the driver's JVM."""

from __future__ import annotations

from typing import Any

from okibi._error import OkibiError


def find_okibi(context: Any) -> Any:
    """Return the JVM package ``okibi.spark`` of a SparkContext; None when Okibi's jar is not in that JVM."""
    from py4j.java_gateway import JavaClass

    package = context._jvm.okibi.spark
    return package if isinstance(package.Okibi, JavaClass) else None


def okibi_of(context: Any) -> Any:
    """Return the JVM package ``okibi.spark`` of a SparkContext.

    Raises OkibiError when Okibi's jar is not in that JVM.
    """
    package = find_okibi(context)
    if package is None:
        raise OkibiError(
            "Okibi's jar is not in this application. Make the session with configure_spark_with_okibi, or add the jar "
            "and spark.plugins=okibi.spark.OkibiPlugin to spark-submit."
        )
    return package
