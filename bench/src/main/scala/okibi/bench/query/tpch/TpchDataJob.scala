package okibi.bench.query.tpch

import okibi.bench.query.TablesJob

object TpchDataJob extends TablesJob(Tpch)
