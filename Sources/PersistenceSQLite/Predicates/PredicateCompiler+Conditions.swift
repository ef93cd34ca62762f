import Persistence
import SQLite

extension PredicateCompiler {
    mutating func sql(_ predicate: BoundPredicate) -> String {
        switch predicate {
        case .constant(let value): return value.map { $0 ? "1" : "0" } ?? "NULL"
        case .and(let parts): return sql(parts, "AND", whenEmpty: "1")
        case .or(let parts): return sql(parts, "OR", whenEmpty: "0")
        case .not(.isNull(let operand)): return "(\(sql(operand)) IS NOT NULL)"
        case .not(let inner): return "(NOT \(sql(inner)))"
        case .relation(let relation, let left, let right):
            return "(\(sql(left)) \(PredicateCompiler.symbol(of: relation)) \(sql(right)))"
        case .isNull(let operand): return "(\(sql(operand)) IS NULL)"
        case .member(let operand, let constants): return "(\(sql(operand)) IN \(list(of: constants)))"
        case .text(let test, let text, let pattern, let options): return sql(test, text, pattern, options)
        case .matches(let operand, let pattern):
            let text = sql(operand)
            let arguments = [
                text, parameter(.text(pattern.pattern)), "\(pattern.options.rawValue)", "\(scopes[0].alias).Z_PK",
            ]
            return "\(PredicateFunctions.matches)(\(arguments.joined(separator: ", ")))"
        case .any(let collection, let condition):
            return "(EXISTS \(select("1", from: collection) { $0.sql(condition) }))"
        case .all(let collection, let condition):
            return "(NOT EXISTS \(select("1", from: collection) { "(\($0.sql(condition)) IS NOT TRUE)" }))"
        }
    }

    private mutating func sql(_ parts: [BoundPredicate], _ word: String, whenEmpty: String) -> String {
        var terms: [String] = []
        for part in parts { terms.append(sql(part)) }
        return terms.isEmpty ? whenEmpty : PredicateCompiler.balanced(terms, word)
    }

    private static func symbol(of relation: BoundPredicate.Relation) -> String {
        switch relation {
        case .equal: "="
        case .notEqual: "IS NOT"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    private mutating func list(of constants: [PredicateScalar]) -> String {
        let values = constants.map(value(of:))
        let integers = values.compactMap(\.integer)
        if integers.count == values.count, integers.count > PredicateCompiler.largestParameterList {
            let json = "[" + integers.map(String.init).joined(separator: ",") + "]"
            return "(SELECT value FROM json_each(\(parameter(.text(json)))))"
        }
        var marks: [String] = []
        for value in values { marks.append(parameter(value)) }
        return "(" + marks.joined(separator: ", ") + ")"
    }

    private mutating func sql(
        _ test: TextTest, _ text: BoundOperand, _ pattern: BoundOperand, _ options: FetchPredicate.Options
    ) -> String {
        if options.isEmpty, test == .beginsWith, case .constant(.text(let prefix)) = pattern {
            return range(of: text, from: prefix)
        }
        if options.isEmpty, test == .contains { return "(instr(\(sql(text)), \(sql(pattern))) > 0)" }
        let suffix = options.isEmpty ? "" : ", \(options.rawValue)"
        return "\(PredicateFunctions.name(of: test))(\(sql(text)), \(sql(pattern))\(suffix))"
    }

    /// All texts from the prefix up to the next text that does not begin with it: a range that can use an index.
    private mutating func range(of text: BoundOperand, from prefix: String) -> String {
        let lower = "\(sql(text)) >= \(parameter(.text(prefix)))"
        guard let next = PredicateCompiler.next(after: prefix) else { return "(\(lower))" }
        return "(\(lower) AND \(sql(text)) < \(parameter(.text(next))))"
    }

    /// The least text after all that begin with `prefix`, in the order of scalars, which is that of UTF-8; nil if there
    /// is none.
    static func next(after prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            let successor = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(successor) else { continue }
            scalars.append(scalar)
            return String(String.UnicodeScalarView(scalars))
        }
        return nil
    }
}
