package okibi.bench.job

import okibi.bench.tpcds.Tpcds

object TpcdsJob extends QueriesJob(Tpcds)
