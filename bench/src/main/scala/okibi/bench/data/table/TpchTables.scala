package okibi.bench.data.table

import io.trino.tpch.{
  Customer,
  LineItem,
  Nation,
  Order,
  Part,
  PartSupplier,
  Region,
  Supplier,
  TpchEntity,
  TpchTable => Generated
}

import org.apache.spark.sql.Row
import org.apache.spark.sql.types.{
  DataType,
  DateType,
  DecimalType,
  IntegerType,
  LongType,
  StringType,
  StructField,
  StructType
}

/** The eight tables of TPC-H, made by Trino's generator: keys as BIGINT, money as DECIMAL(12,2), balances and totals as
  * DECIMAL(15,2), dates as DATE.
  */
object TpchTables {
  private val money = DecimalType(12, 2)
  private val sum = DecimalType(15, 2)

  val all: Seq[GeneratedTable] = Seq(
    table("region", 5, grows = false, Generated.REGION)(
      "r_regionkey" -> LongType,
      "r_name" -> StringType,
      "r_comment" -> StringType
    )((r: Region) => Row(r.getRegionKey, r.getName, r.getComment)),
    table("nation", 25, grows = false, Generated.NATION)(
      "n_nationkey" -> LongType,
      "n_name" -> StringType,
      "n_regionkey" -> LongType,
      "n_comment" -> StringType
    )((n: Nation) => Row(n.getNationKey, n.getName, n.getRegionKey, n.getComment)),
    table("supplier", 10000, grows = true, Generated.SUPPLIER)(
      "s_suppkey" -> LongType,
      "s_name" -> StringType,
      "s_address" -> StringType,
      "s_nationkey" -> LongType,
      "s_phone" -> StringType,
      "s_acctbal" -> sum,
      "s_comment" -> StringType
    )((s: Supplier) =>
      Row(
        s.getSupplierKey,
        s.getName,
        s.getAddress,
        s.getNationKey,
        s.getPhone,
        hundredths(s.getAccountBalanceInCents),
        s.getComment
      )
    ),
    table("customer", 150000, grows = true, Generated.CUSTOMER)(
      "c_custkey" -> LongType,
      "c_name" -> StringType,
      "c_address" -> StringType,
      "c_nationkey" -> LongType,
      "c_phone" -> StringType,
      "c_acctbal" -> sum,
      "c_mktsegment" -> StringType,
      "c_comment" -> StringType
    )((c: Customer) =>
      Row(
        c.getCustomerKey,
        c.getName,
        c.getAddress,
        c.getNationKey,
        c.getPhone,
        hundredths(c.getAccountBalanceInCents),
        c.getMarketSegment,
        c.getComment
      )
    ),
    table("part", 200000, grows = true, Generated.PART)(
      "p_partkey" -> LongType,
      "p_name" -> StringType,
      "p_mfgr" -> StringType,
      "p_brand" -> StringType,
      "p_type" -> StringType,
      "p_size" -> IntegerType,
      "p_container" -> StringType,
      "p_retailprice" -> money,
      "p_comment" -> StringType
    )((p: Part) =>
      Row(
        p.getPartKey,
        p.getName,
        p.getManufacturer,
        p.getBrand,
        p.getType,
        p.getSize,
        p.getContainer,
        hundredths(p.getRetailPriceInCents),
        p.getComment
      )
    ),
    table("partsupp", 800000, grows = true, Generated.PART_SUPPLIER)(
      "ps_partkey" -> LongType,
      "ps_suppkey" -> LongType,
      "ps_availqty" -> IntegerType,
      "ps_supplycost" -> money,
      "ps_comment" -> StringType
    )((p: PartSupplier) =>
      Row(p.getPartKey, p.getSupplierKey, p.getAvailableQuantity, hundredths(p.getSupplyCostInCents), p.getComment)
    ),
    table("orders", 1500000, grows = true, Generated.ORDERS)(
      "o_orderkey" -> LongType,
      "o_custkey" -> LongType,
      "o_orderstatus" -> StringType,
      "o_totalprice" -> sum,
      "o_orderdate" -> DateType,
      "o_orderpriority" -> StringType,
      "o_clerk" -> StringType,
      "o_shippriority" -> IntegerType,
      "o_comment" -> StringType
    )((o: Order) =>
      Row(
        o.getOrderKey,
        o.getCustomerKey,
        o.getOrderStatus.toString,
        hundredths(o.getTotalPriceInCents),
        date(o.getOrderDate),
        o.getOrderPriority,
        o.getClerk,
        o.getShipPriority,
        o.getComment
      )
    ),
    table("lineitem", 6001215, grows = true, Generated.LINE_ITEM)(
      "l_orderkey" -> LongType,
      "l_partkey" -> LongType,
      "l_suppkey" -> LongType,
      "l_linenumber" -> IntegerType,
      "l_quantity" -> money,
      "l_extendedprice" -> money,
      "l_discount" -> money,
      "l_tax" -> money,
      "l_returnflag" -> StringType,
      "l_linestatus" -> StringType,
      "l_shipdate" -> DateType,
      "l_commitdate" -> DateType,
      "l_receiptdate" -> DateType,
      "l_shipinstruct" -> StringType,
      "l_shipmode" -> StringType,
      "l_comment" -> StringType
    )((l: LineItem) =>
      Row(
        l.getOrderKey,
        l.getPartKey,
        l.getSupplierKey,
        l.getLineNumber,
        hundredths(l.getQuantity * 100),
        hundredths(l.getExtendedPriceInCents),
        hundredths(l.getDiscountPercent),
        hundredths(l.getTaxPercent),
        l.getReturnFlag,
        l.getStatus,
        date(l.getShipDate),
        date(l.getCommitDate),
        date(l.getReceiptDate),
        l.getShipInstructions,
        l.getShipMode,
        l.getComment
      )
    )
  )

  /** Rows of all tables together at scale factor 1. */
  val rowsAtOne: Long = all.map(_.rowsAt(1)).sum

  /** @param grows whether the number of rows follows the scale factor; for lineitem approximately */
  private def table[E <: TpchEntity](name: String, rowsAtOne: Long, grows: Boolean, generated: Generated[E])(
      columns: (String, DataType)*
  )(row: E => Row): GeneratedTable = {
    val schema = StructType(columns.map { case (column, kind) => StructField(column, kind, nullable = false) })
    GeneratedTable(
      name,
      schema,
      scaleFactor => if (grows) (rowsAtOne * scaleFactor).toLong else rowsAtOne,
      { (scaleFactor, slice, slices) =>
        val entities = generated.createGenerator(scaleFactor, slice, slices).iterator
        new Iterator[Row] {
          override def hasNext: Boolean = entities.hasNext
          override def next(): Row = row(entities.next())
        }
      }
    )
  }

  private def hundredths(value: Long): java.math.BigDecimal = java.math.BigDecimal.valueOf(value, 2)
  private def date(daysSinceEpoch: Int): java.time.LocalDate = java.time.LocalDate.ofEpochDay(daysSinceEpoch.toLong)
}
