extension FetchPredicate {
    /// One condition of a predicate.
    public indirect enum Node: Sendable, Equatable {
        /// `TRUEPREDICATE` or `FALSEPREDICATE`.
        case constant(Bool)
        case comparison(Comparison)
        case and([Node])
        case or([Node])
        case not(Node)
    }

    /// Two operands and how they relate.
    public struct Comparison: Sendable, Equatable {
        public var left: Operand
        public var `operator`: Operator
        public var right: Operand
        public var modifier: Modifier
        public var options: Options
        var position = FormatPosition()

        public init(
            _ left: Operand, _ operator: Operator, _ right: Operand, modifier: Modifier = .direct, options: Options = []
        ) {
            self.left = left
            self.operator = `operator`
            self.right = right
            self.modifier = modifier
            self.options = options
        }
    }

    /// How a comparison treats the members of a to-many key path on its left. `NONE` is `NOT ANY`.
    public enum Modifier: String, Sendable {
        case direct = ""
        case any = "ANY"
        case all = "ALL"
    }

    /// The operator of a comparison; the raw value is its text.
    public enum Operator: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case between = "BETWEEN"
        case `in` = "IN"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case contains = "CONTAINS"
        case like = "LIKE"
        case matches = "MATCHES"
    }

    /// What a comparison of texts overlooks: `[c]`, `[d]`, `[cd]`.
    public struct Options: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let caseInsensitive = Options(rawValue: 1)
        public static let diacriticInsensitive = Options(rawValue: 2)
    }

    /// One side of a comparison.
    public indirect enum Operand: Sendable, Equatable {
        case constant(Constant)
        case keyPath(KeyPath)
        case variable(Variable)
        case list([Operand])
        case arithmetic(Arithmetic, Operand, Operand)
        case negated(Operand)
        case function(Function, [Operand])
        /// The number of members of a to-many key path that satisfy a condition.
        case subquery(Subquery)
    }

    /// Keys from an object to a value; without names, the object itself (`SELF`).
    public struct KeyPath: Sendable, Equatable {
        /// The variable of a `SUBQUERY` that the path starts from; nil for the object that is tested.
        public var variable: String?
        /// Names of properties, and `@count`, `@sum`, `@min`, `@max`, `@avg`.
        public var names: [String]
        var position = FormatPosition()

        public init(_ names: [String], of variable: String? = nil) {
            self.names = names
            self.variable = variable
        }
    }

    /// A place for a value that `withSubstitutionVariables(_:)` fills in.
    public struct Variable: Sendable, Equatable {
        public var name: String
        var position = FormatPosition()

        public init(_ name: String) {
            self.name = name
        }
    }

    /// An operation on numbers and dates, with SQLite's arithmetic; the raw value is its text.
    public enum Arithmetic: String, Sendable, CaseIterable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case power = "**"
    }

    /// A named function; the raw value is its name.
    public enum Function: String, Sendable, CaseIterable {
        case lowercase
        case uppercase
        /// The text without case and diacritics.
        case canonical
        /// The length of a text in UTF-16 units, as Foundation counts.
        case length
        case abs
        /// The time at which the predicate is bound.
        case now
    }

    /// `SUBQUERY(collection, $variable, condition).@count`
    public struct Subquery: Sendable, Equatable {
        public var collection: KeyPath
        public var variable: String
        public var condition: Node

        public init(_ collection: KeyPath, variable: String, condition: Node) {
            self.collection = collection
            self.variable = variable
            self.condition = condition
        }
    }
}

/// Where something stood in a format string, in characters from 0; it does not take part in equality.
struct FormatPosition: Sendable, Equatable {
    var offset: Int?

    static func == (left: FormatPosition, right: FormatPosition) -> Bool { true }
}
