package okibi.bench.query.tpcds

import okibi.bench.query.QueriesJob

object TpcdsJob extends QueriesJob(Tpcds)
