extension FetchPredicate {
    /// A condition in a predicate's tree.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public indirect enum Node: Sendable, Equatable {
        /// `TRUEPREDICATE` or `FALSEPREDICATE`.
        case constant(Bool)
        /// Two operands and the operator between them.
        case comparison(Comparison)
        /// True if all are true.
        case and([Node])
        /// True if at least one is true.
        case or([Node])
        /// True if the condition is false.
        case not(Node)
    }

    /// A comparison: two operands and the operator between them.
    public struct Comparison: Sendable, Equatable {
        /// The operand before the operator.
        public var left: Operand
        /// The operator.
        public var `operator`: Operator
        /// The operand after the operator.
        public var right: Operand
        /// The quantifier: `ANY`, `ALL` or none.
        public var modifier: Modifier
        /// Differences that the comparison of strings ignores.
        public var options: Options
        var position = FormatPosition()

        /// A comparison of two operands.
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

    /// The quantifier for a to-many key path on the left. `NONE` is written as `NOT ANY`.
    public enum Modifier: String, Sendable {
        /// No quantifier.
        case direct = ""
        /// The comparison is true for at least one member.
        case any = "ANY"
        /// The comparison is true for every member.
        case all = "ALL"
    }

    /// A comparison operator; the raw value is its text.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Operator: String, Sendable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// Within a list of two bounds, both included.
        case between = "BETWEEN"
        /// Equal to an element of a list, or a member of a to-many key path.
        case `in` = "IN"
        /// The string starts with the other.
        case beginsWith = "BEGINSWITH"
        /// The string ends with the other.
        case endsWith = "ENDSWITH"
        /// The string contains the other.
        case contains = "CONTAINS"
        /// Matches a pattern in which `*` is any text and `?` any character.
        case like = "LIKE"
        /// The whole string matches a regular expression.
        case matches = "MATCHES"
        /// A uniform type identifier is that of a type that is a kind of another. It can be parsed and written, not bound:
        /// only Apple's systems know the types.
        case conformsTo = "UTI-CONFORMS-TO"
    }

    /// How strings are compared: `[c]`, `[d]`, `[cd]` ignore differences.
    public struct Options: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `[c]`: ignores case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: ignores diacritics.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: compares the bytes, without `[c]` and `[d]`.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`: accepted, and without effect. A store compares strings alike in every locale.
        public static let localeSensitive = Options(rawValue: 8)

        /// What changes the strings before they are compared.
        var folding: Options { contains(.normalized) ? [] : intersection([.caseInsensitive, .diacriticInsensitive]) }
    }

    /// A value in a predicate: usually one side of a comparison.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public indirect enum Operand: Sendable, Equatable {
        /// Booleans are stored as 1 and 0, objects as their IDs.
        case constant(StoredValue)
        /// A position in the history, in predicates over history.
        case token(PersistentHistoryToken)
        case keyPath(Path)
        case variable(Variable)
        /// The elements of `IN` or the bounds of `BETWEEN`.
        case list([Operand])
        case arithmetic(Arithmetic, Operand, Operand)
        case negated(Operand)
        case function(Function, [Operand])
        /// `CAST(value, "type")`
        case cast(Operand, Cast)
        /// `TERNARY(condition, value, otherwise)`
        case conditional(Node, Operand, Operand)
        /// What is computed from the members of a to-many key path that satisfy a condition.
        case subquery(Subquery)
        /// A number or value computed from a list, a to-many key path, or, in dictionary results, from all fetched objects
        /// or those of a group.
        case aggregate(Aggregate, Operand)
    }

    /// A value computed from several objects. The raw value is the name of Core Data's function.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Aggregate: String, Sendable, CaseIterable {
        /// How many objects have the value; 0 if none has.
        case count = "count:"
        /// The sum as a double; 0 if no object has the value.
        case sum = "sum:"
        /// The least value.
        case min = "min:"
        /// The greatest value.
        case max = "max:"
        /// The average.
        case average = "average:"
    }

    /// Keys from an object to a value. Without names, it is the object itself (`SELF`).
    public struct Path: Sendable, Equatable {
        /// The variable of a `SUBQUERY` that the path starts from; nil for the tested object.
        public var variable: String?
        /// The names of properties, and `@count`, `@sum`, `@min`, `@max`, `@avg`.
        public var names: [String]
        var position = FormatPosition()

        /// A key path from the tested object or from `variable`.
        public init(_ names: [String], of variable: String? = nil) {
            self.names = names
            self.variable = variable
        }
    }

    /// A variable (`$name`), which `withSubstitutionVariables(_:)` replaces by a value.
    public struct Variable: Sendable, Equatable {
        /// The name without the `$`.
        public var name: String
        var position = FormatPosition()

        /// A variable with this name, which has no `$`.
        public init(_ name: String) {
            self.name = name
        }
    }

    /// An operation on numbers and dates, with SQLite's results; the raw value is its text. Operations on bits take the
    /// whole part of a number.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Arithmetic: String, Sendable, CaseIterable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case power = "**"
        /// The remainder of a division, written `modulus:by:(a, b)`.
        case modulus = "modulus:by:"
        case bitwiseAnd = "&"
        case bitwiseOr = "|"
        case bitwiseXor = "^"
        case shiftLeft = "<<"
        case shiftRight = ">>"
    }

    /// The type that a `CAST` of a value gives; the raw value is its name.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Cast: String, Sendable, CaseIterable {
        case string = "NSString"
        /// A date is its seconds since 2001; text that is not a number is nil.
        case number = "NSNumber"
        case decimal = "NSDecimalNumber"
        /// A number is seconds since 2001.
        case date = "NSDate"
    }

    /// A named function; the raw value is its name.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Function: String, Sendable, CaseIterable {
        /// The string in lower case.
        case lowercase
        /// The string in upper case.
        case uppercase
        /// The string without case and diacritics.
        case canonical
        /// The length of a string in UTF-16 units, as Foundation counts.
        case length
        /// The absolute value of a number.
        case abs
        /// The square root.
        case sqrt
        /// The logarithm to base 10.
        case log
        /// The natural logarithm.
        case ln
        /// The exponential function.
        case exp
        /// The least whole number that is not less.
        case ceiling
        /// The greatest whole number that is not greater.
        case floor
        /// The number without its fraction.
        case trunc
        /// The whole part of a number with all bits inverted, also written `~`.
        case onesComplement
        /// The value, in Core Data without the use of an index.
        case noindex
        /// The value in the middle of a list.
        case median
        /// The standard deviation of a list.
        case stddev
        /// A number from 0 to 1, or a whole number below the constant that it takes, chosen when the predicate is bound.
        case random
        /// The time at which the predicate is bound.
        case now
    }

    /// The members that satisfy a condition: `SUBQUERY(collection, $variable, condition).@count`.
    public struct Subquery: Sendable, Equatable {
        /// A to-many key path.
        public var collection: Path
        /// The name of the variable for a member, without the `$`.
        public var variable: String
        /// The condition that the members satisfy.
        public var condition: Node
        /// What follows the parenthesis: `@count`, `@max` and a key, or the key of a member after `ANY`.
        public var result = ["@count"]

        /// A subquery over the members of `collection`.
        public init(_ collection: Path, variable: String, condition: Node) {
            self.collection = collection
            self.variable = variable
            self.condition = condition
        }
    }
}

/// A position in a format string, in characters from 0. All positions are equal, so that trees compare without them.
struct FormatPosition: Sendable, Equatable {
    var offset: Int?

    static func == (left: FormatPosition, right: FormatPosition) -> Bool { true }
}
