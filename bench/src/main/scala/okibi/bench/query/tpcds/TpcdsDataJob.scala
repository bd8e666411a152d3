package okibi.bench.query.tpcds

import okibi.bench.query.TablesJob

object TpcdsDataJob extends TablesJob(Tpcds)
