/// One value as SQLite stores it: a bound parameter, a column of a row, or the result of an SQL function.
///
/// NaN as a `.real` is stored as NULL, as SQLite does.
package enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// The storage class of a column's value in the current row.
@usableFromInline package enum ColumnType: Int32, Sendable {
    case integer = 1
    case real = 2
    case text = 3
    case blob = 4
    case null = 5
}

extension Value {
    /// The storage class that SQLite uses for this value.
    package var type: ColumnType {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }

    /// The integer, or nil for any other storage class.
    package var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The number as a Double, or nil for text, blobs and NULL.
    package var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        case .null, .text, .blob: nil
        }
    }

    /// The text, or nil for any other storage class.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The bytes of a blob, or nil for any other storage class.
    package var blob: [UInt8]? {
        if case .blob(let bytes) = self { bytes } else { nil }
    }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(stringLiteral value: String) { self = .text(value) }
}
