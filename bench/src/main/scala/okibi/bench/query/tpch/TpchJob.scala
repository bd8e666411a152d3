package okibi.bench.query.tpch

import okibi.bench.query.QueriesJob

object TpchJob extends QueriesJob(Tpch)
