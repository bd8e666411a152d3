package okibi.bench.job

import okibi.bench.tpch.Tpch

object TpchDataJob extends TablesJob(Tpch)
