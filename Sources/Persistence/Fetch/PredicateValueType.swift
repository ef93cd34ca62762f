/// What kind of value an operand has, as far as comparisons care.
enum PredicateValueType: Sendable, Equatable {
    case number
    case double
    /// A double of 32 bits of precision: constants beside it are rounded alike.
    case float
    case date
    case text
    case data
    case uuid
    /// An object of the hierarchy with this root.
    case object(root: String)
    /// `nil` itself, which goes with everything.
    case null

    var isNumber: Bool { self == .number || self == .double || self == .float }

    /// Whether values of both can be compared.
    func goes(with other: PredicateValueType) -> Bool {
        self == other || self == .null || other == .null || (isNumber && other.isNumber)
    }

    /// With its article, for a sentence.
    var name: String {
        switch self {
        case .number, .double, .float: "a number"
        case .date: "a date"
        case .text: "a text"
        case .data: "data"
        case .uuid: "an UUID"
        case .object(let root): "an object of \(root)"
        case .null: "nil"
        }
    }

    /// Nil for types that have no comparison.
    init?(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .boolean, .decimal: self = .number
        case .double: self = .double
        case .float: self = .float
        case .date: self = .date
        case .string, .uri: self = .text
        case .binaryData: self = .data
        case .uuid: self = .uuid
        case .undefined, .transformable: return nil
        }
    }
}

/// An operand with what the binder knows about it.
struct TypedOperand {
    var operand: BoundOperand
    var type: PredicateValueType
    /// Whether SQLite may keep its doubles as integers.
    var needsCast = false
    /// How an error names it.
    var name = "The value"
    var position: Int?

    /// The value of a constant.
    var constant: PredicateScalar? {
        if case .constant(let scalar) = operand { scalar } else { nil }
    }

    /// The operand as arithmetic takes it.
    var arithmeticOperand: BoundOperand {
        needsCast ? .real(operand) : operand
    }
}
