package okibi.bench.job

import okibi.bench.tpcds.Tpcds

object TpcdsDataJob extends TablesJob(Tpcds)
