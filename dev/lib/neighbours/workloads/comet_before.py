"""Apache DataFusion Comet, named before Okibi in `spark.plugins`."""

from workload import Workload

from workloads.comet_queries import PACKAGES, PLUGIN, SETTINGS, run

WORKLOAD = Workload(run, packages=PACKAGES, settings=SETTINGS, plugins=(PLUGIN,))
