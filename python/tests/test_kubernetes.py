"""The example of Kubernetes, against the models that the Spark operator's project makes from the operator's schema."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
import yaml
from kubeflow_spark_api.models import SparkV1beta2SparkApplication
from pydantic import ValidationError
from shell import ROOT

from okibi._session import PLUGIN

FOLDER = ROOT / "examples" / "kubernetes"


@pytest.fixture
def application() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((FOLDER / "application.yaml").read_text())
    return read


def known(application: dict[str, Any]) -> dict[str, Any]:
    """What the schema knows of an application; the models leave out fields that it has not."""
    read: dict[str, Any] = SparkV1beta2SparkApplication.from_dict(application).to_dict()
    return read


def test_each_field_is_in_the_schema(application: dict[str, Any]) -> None:
    assert known(application) == application


def test_a_wrong_field_or_type_is_found(application: dict[str, Any]) -> None:
    misspelt = copy.deepcopy(application)
    misspelt["spec"]["executor"]["memoryOverHead"] = misspelt["spec"]["executor"].pop("memoryOverhead")
    assert known(misspelt) != misspelt
    mistyped = copy.deepcopy(application)
    mistyped["spec"]["executor"]["instances"] = "two"
    with pytest.raises(ValidationError):
        known(mistyped)


def test_each_mount_has_a_volume_and_the_image_has_the_program(application: dict[str, Any]) -> None:
    spec = application["spec"]
    volumes = {volume["name"] for volume in spec["volumes"]}
    for side in (spec["driver"], spec["executor"]):
        assert {mount["name"] for mount in side["volumeMounts"]} == volumes
        assert side["securityContext"]["readOnlyRootFilesystem"] is True
        assert "/tmp" in {mount["mountPath"] for mount in side["volumeMounts"]}
    assert spec["sparkConf"]["spark.plugins"] == PLUGIN
    image = (FOLDER / "Dockerfile").read_text()
    assert f"docker build -t {spec['image']} " in image
    assert f"ARG SPARK={spec['sparkVersion']}\n" in image
    folder, _, program = spec["mainApplicationFile"].removeprefix("local://").rpartition("/")
    assert f"{program} {folder}/\n" in image
    assert (FOLDER.parent / program).is_file()
    jar = re.search(r"^ARG JAR=okibi-spark-(.*)_(.*)-(.*)\.jar$", image, re.MULTILINE)
    assert jar is not None
    assert spec["sparkVersion"].startswith(f"{jar[1]}.")
    assert f"\n## {jar[3]}" in (ROOT / "CHANGELOG.md").read_text(), "the jar of a version that CHANGELOG.md has"
