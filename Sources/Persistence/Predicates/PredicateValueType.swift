/// The type of an operand, as far as comparisons distinguish types.
enum PredicateValueType: Sendable, Equatable {
    case number
    case double
    /// A 32-bit floating-point number. Constants that are compared with it are rounded to its precision.
    case float
    case date
    case text
    case data
    case uuid
    /// An object of the entity hierarchy with this root.
    case object(root: String)
    /// `nil`, which can be compared with every type.
    case null

    var isNumber: Bool { self == .number || self == .double || self == .float }

    /// Whether values of both can be compared.
    func goes(with other: PredicateValueType) -> Bool {
        self == other || self == .null || other == .null || (isNumber && other.isNumber)
    }

    /// The name with its article, for error messages.
    var name: String {
        switch self {
        case .number, .double, .float: "a number"
        case .date: "a date"
        case .text: "text"
        case .data: "data"
        case .uuid: "a UUID"
        case .object(let root): "an object of \(root)"
        case .null: "nil"
        }
    }

    /// Nil for types that cannot be compared.
    init?(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .boolean, .decimal: self = .number
        case .double: self = .double
        case .float: self = .float
        case .date: self = .date
        case .string, .uri: self = .text
        case .binaryData: self = .data
        case .uuid: self = .uuid
        case .undefined, .transformable, .objectID: return nil
        }
    }
}

extension PredicateValueType {
    /// The type of a constant.
    init(_ constant: PropertyValue) {
        switch constant {
        case .null, .toMany, .ordered: self = .null
        case .integer, .boolean, .double, .float, .decimal: self = .number
        case .string, .uri: self = .text
        case .date: self = .date
        case .data, .transformed: self = .data
        case .uuid: self = .uuid
        case .reference(let id): self = .object(root: id.entity.rootEntity.name ?? "")
        }
    }
}

/// An operand with its type and its name in error messages.
struct TypedOperand {
    var operand: BoundOperand
    var type: PredicateValueType
    /// Whether SQLite may store its doubles as integers.
    var needsCast = false
    /// The operand's name in error messages.
    var name = "The value"
    var position: Int?

    /// The value, if the operand is a constant.
    var constant: PredicateScalar? {
        if case .constant(let scalar) = operand { scalar } else { nil }
    }

    /// The operand for arithmetic: cast to a double if necessary.
    var arithmeticOperand: BoundOperand {
        needsCast ? .real(operand) : operand
    }
}
