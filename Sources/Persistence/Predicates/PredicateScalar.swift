import Foundation

/// A value as SQLite sees it. Predicates compare scalars, both in memory and in SQL.
///
/// Booleans are integers, and dates are seconds since 2001. Decimals are what NUMERIC affinity makes of them: an
/// integer if whole, else the nearest double. A NaN is null, because SQLite stores it as null.
package enum PredicateScalar: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
    case object(ManagedObjectID)

    package init(number: Double) {
        self = number.isNaN ? .null : .real(number)
    }

    /// The scalar for a property's value; null for to-many values.
    package init(_ value: PropertyValue) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .boolean(let truth): self = .integer(truth ? 1 : 0)
        case .double(let double): self.init(number: double)
        case .float(let float): self.init(number: Double(float))
        case .decimal(let decimal): self.init(decimal: decimal)
        case .string(let text): self = .text(text)
        case .date(let seconds): self.init(number: seconds)
        case .data(let data): self = .blob(data)
        case .uuid(let uuid): self = .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case .uri(let url): self = .text(url.absoluteString)
        case .transformed(let value): self = .blob(value.archived)
        case .reference(let id): self = .object(id)
        case .null, .toMany, .ordered: self = .null
        }
    }

    package init(decimal: Decimal) {
        let text = "\(decimal)"
        if let integer = Int64(text) {
            self = .integer(integer)
        } else {
            self.init(number: Double(text) ?? .nan)
        }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// A number as SQLite writes it; nil for any other value.
    var numberText: String? {
        switch self {
        case .integer(let value): String(value)
        case .real(let value): "\(value)"
        default: nil
        }
    }

    /// The value as a double, like `CAST(x AS REAL)`; null stays null.
    package var asReal: PredicateScalar {
        if case .integer(let value) = self { .real(Double(value)) } else { self }
    }
}

extension PredicateScalar: Equatable {
    package static func == (left: PredicateScalar, right: PredicateScalar) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.object(let a), .object(let b)): a.resolved == b.resolved
        default: left.order(to: right) == 0
        }
    }

    /// Negative, 0 or positive in SQLite's order; nil if one is null or their kinds differ.
    ///
    /// Integers and doubles are compared exactly, texts and blobs by their bytes.
    package func order(to other: PredicateScalar) -> Int? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): PredicateScalar.order(a, b)
        case (.real(let a), .real(let b)): PredicateScalar.order(a, b)
        case (.integer(let a), .real(let b)): PredicateScalar.order(a, b)
        case (.real(let a), .integer(let b)): -PredicateScalar.order(b, a)
        case (.text(let a), .text(let b)): PredicateScalar.order(a, b)
        case (.blob(let a), .blob(let b)): PredicateScalar.orderBytes(a, b)
        case (.object(let a), .object(let b)): PredicateScalar.order(a.resolved, b.resolved)
        default: nil
        }
    }

    private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int {
        a < b ? -1 : (a == b ? 0 : 1)
    }

    /// Like `sqlite3IntFloatCompare`.
    private static func order(_ integer: Int64, _ real: Double) -> Int {
        if real < -9_223_372_036_854_775_808.0 { return 1 }
        if real >= 9_223_372_036_854_775_808.0 { return -1 }
        let whole = Int64(real)
        return integer == whole ? order(Double(integer), real) : order(integer, whole)
    }

    private static func order(_ a: String, _ b: String) -> Int {
        a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : (a.hasSameBytes(as: b) ? 0 : 1)
    }

    private static func orderBytes(_ a: Data, _ b: Data) -> Int {
        a == b ? 0 : (a.lexicographicallyPrecedes(b) ? -1 : 1)
    }

    /// By key. IDs without a key come after all others and are not ordered among themselves.
    private static func order(_ a: ManagedObjectID, _ b: ManagedObjectID) -> Int {
        switch (a.key, b.key) {
        case (let first?, let second?): order(first, second)
        case (nil, nil): 0
        case (nil, _): 1
        case (_, nil): -1
        }
    }
}
