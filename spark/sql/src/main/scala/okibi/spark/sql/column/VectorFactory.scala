package okibi.spark.sql.column

import org.apache.spark.sql.types.DataType

/** Makes the vector for a kind of column. */
private[sql] object VectorFactory {

  /** The class of the vector that `of` returns. */
  def vectorClass(kind: ColumnKind): Class[_ <: TableVector] = kind match {
    case ColumnKind.Integral(1) => classOf[ByteVector]
    case ColumnKind.Integral(2) => classOf[ShortVector]
    case ColumnKind.Integral(4) => classOf[IntVector]
    case _: ColumnKind.Integral => classOf[LongVector]
    case ColumnKind.BooleanColumn => classOf[BooleanVector]
    case _: ColumnKind.SmallDecimal => classOf[DecimalVector]
    case _: ColumnKind.WideDecimal => classOf[WideDecimalVector]
    case ColumnKind.FloatColumn => classOf[FloatVector]
    case ColumnKind.DoubleColumn => classOf[DoubleVector]
    case _: ColumnKind.StringColumn => classOf[StringVector]
    case ColumnKind.BinaryColumn => classOf[BinaryVector]
    case ColumnKind.IntervalColumn => classOf[IntervalVector]
    case ColumnKind.VariantColumn => classOf[VariantVector]
    case ColumnKind.NullColumn => classOf[NullVector]
    case ColumnKind.RowBytes => classOf[RowBytesVector]
  }

  /** The name of the class of a type's vector. */
  def className(dataType: DataType): String = vectorClass(ColumnKind.of(dataType)).getName

  /** @param address where the column begins, with its bitmap of nulls */
  def of(kind: ColumnKind, dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int): TableVector =
    kind match {
      case ColumnKind.Integral(1) => new ByteVector(dataType, address, entry, rows)
      case ColumnKind.Integral(2) => new ShortVector(dataType, address, entry, rows)
      case ColumnKind.Integral(4) => new IntVector(dataType, address, entry, rows)
      case _: ColumnKind.Integral => new LongVector(dataType, address, entry, rows)
      case ColumnKind.BooleanColumn => new BooleanVector(dataType, address, entry, rows)
      case _: ColumnKind.SmallDecimal => new DecimalVector(dataType, address, entry, rows)
      case _: ColumnKind.WideDecimal => new WideDecimalVector(dataType, address, entry, rows)
      case ColumnKind.FloatColumn => new FloatVector(dataType, address, entry, rows)
      case ColumnKind.DoubleColumn => new DoubleVector(dataType, address, entry, rows)
      case _: ColumnKind.StringColumn => new StringVector(dataType, address, entry, rows)
      case ColumnKind.BinaryColumn => new BinaryVector(dataType, address, entry, rows)
      case ColumnKind.IntervalColumn => new IntervalVector(dataType, address, entry, rows)
      case ColumnKind.VariantColumn => new VariantVector(dataType, address, entry, rows)
      case ColumnKind.NullColumn => new NullVector(dataType, address, entry, rows)
      case ColumnKind.RowBytes => new RowBytesVector(dataType, address, entry, rows)
    }
}
