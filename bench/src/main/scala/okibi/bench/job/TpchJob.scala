package okibi.bench.job

import okibi.bench.tpch.Tpch

object TpchJob extends QueriesJob(Tpch)
