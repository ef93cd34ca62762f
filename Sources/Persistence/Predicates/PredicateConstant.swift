import Foundation

extension FetchPredicate {
    /// A constant in a predicate. Booleans are stored as 1 and 0, objects as their IDs.
    public enum Constant: Sendable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case decimal(Decimal)
        case string(String)
        case date(Date)
        case data(Data)
        case uuid(UUID)
        case url(URL)
        case object(ManagedObjectID)
        /// A position in the history, for predicates over history.
        case token(PersistentHistoryToken)
    }
}

extension FetchPredicate.Constant {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.date(let a), .date(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.url(let a), .url(let b)): a.absoluteString.hasSameBytes(as: b.absoluteString)
        case (.object(let a), .object(let b)): a == b
        case (.token(let a), .token(let b)): a == b
        default: false
        }
    }
}

extension FetchPredicate.Operand {
    /// The operand for an argument: a constant, or a list for an array or a set; nil for a type that predicates do not
    /// support.
    init?(argument: Any?) {
        guard let value = argument.flatMap(unwrapped) else {
            self = .constant(.null)
            return
        }
        if let elements = FetchPredicate.Operand.elements(of: value) {
            let operands = elements.compactMap { FetchPredicate.Operand(argument: $0) }
            guard operands.count == elements.count else { return nil }
            self = .list(operands)
        } else if let constant = FetchPredicate.Constant(value) {
            self = .constant(constant)
        } else {
            return nil
        }
    }

    private static func elements(of value: Any) -> [Any?]? {
        if let array = value as? [Any] { return array }
        if let array = value as? [Any?] { return array }
        if let set = value as? Set<AnyHashable> { return set.map(\.base) }
        if let array = value as? NSArray { return array.map { $0 } }
        if let set = value as? NSSet { return set.map { $0 } }
        return nil
    }
}

extension FetchPredicate.Constant {
    init?(_ value: Any) {
        if let number = FetchPredicate.Constant(number: value) {
            self = number
            return
        }
        switch value {
        case let constant as FetchPredicate.Constant: self = constant
        case is NSNull: self = .null
        case let text as String: self = .string(text)
        case let text as Substring: self = .string(String(text))
        case let text as NSString: self = .string(String(describing: text))
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let uuid as UUID: self = .uuid(uuid)
        case let url as URL: self = .url(url)
        case let id as ManagedObjectID: self = .object(id)
        case let token as PersistentHistoryToken: self = .token(token)
        case let object as ManagedObject: self = .object(object.objectID)
        default: return nil
        }
    }

    /// The constant for a finite number of any numeric type.
    init?(number value: Any) {
        switch value {
        case let truth where type(of: truth) == Bool.self: self = .integer(truth as? Bool == true ? 1 : 0)
        case let decimal as Decimal where type(of: value) == Decimal.self: self = .decimal(decimal)
        case let integer as any BinaryInteger: self.init(integer: integer)
        case let double as any BinaryFloatingPoint: self.init(finite: Double(double))
        case let decimal as NSDecimalNumber: self = .decimal(decimal.decimalValue)
        case let number as NSNumber: self.init(number)
        default: return nil
        }
    }

    private init(integer: some BinaryInteger) {
        self = Int64(exactly: integer).map { .integer($0) } ?? .real(Double(integer))
    }

    private init?(finite value: Double) {
        guard value.isFinite else { return nil }
        self = .real(value)
    }

    private init?(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self.init(finite: number.doubleValue)
        case UInt8(ascii: "Q"): self.init(integer: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}
