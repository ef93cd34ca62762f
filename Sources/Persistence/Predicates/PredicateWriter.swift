import Foundation

/// Writes a predicate in Core Data's format, with as few parentheses as parse back to the same tree.
enum PredicateWriter {
    static func text(of node: FetchPredicate.Node) -> String {
        switch node {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): text(of: comparison)
        case .and(let nodes): joined(nodes, " AND ", whenEmpty: "TRUEPREDICATE") { isCompound($0) }
        case .or(let nodes): joined(nodes, " OR ", whenEmpty: "FALSEPREDICATE") { isDisjunction($0) || isSingle($0) }
        case .not(let inner): "NOT " + (isCompound(inner) ? "(\(text(of: inner)))" : text(of: inner))
        }
    }

    private static func joined(
        _ nodes: [FetchPredicate.Node], _ separator: String, whenEmpty: String,
        needsParentheses: (FetchPredicate.Node) -> Bool
    ) -> String {
        if nodes.isEmpty { return whenEmpty }
        return nodes.map { needsParentheses($0) ? "(\(text(of: $0)))" : text(of: $0) }.joined(separator: separator)
    }

    private static func isCompound(_ node: FetchPredicate.Node) -> Bool {
        switch node {
        case .and, .or: true
        default: false
        }
    }

    private static func isDisjunction(_ node: FetchPredicate.Node) -> Bool {
        if case .or = node { true } else { false }
    }

    private static func isSingle(_ node: FetchPredicate.Node) -> Bool {
        if case .and(let nodes) = node { nodes.count < 2 } else { false }
    }

    private static func text(of comparison: FetchPredicate.Comparison) -> String {
        let modifier = comparison.modifier == .direct ? "" : comparison.modifier.rawValue + " "
        let options = text(of: comparison.options)
        return
            "\(modifier)\(text(of: comparison.left)) \(comparison.operator.rawValue)\(options) \(text(of: comparison.right))"
    }

    private static func text(of options: FetchPredicate.Options) -> String {
        if options.isEmpty { return "" }
        let letters: [(FetchPredicate.Options, String)] = [
            (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"),
        ]
        return "[" + letters.map { options.contains($0) ? $1 : "" }.joined() + "]"
    }
}

extension PredicateWriter {
    static func text(of operand: FetchPredicate.Operand) -> String {
        switch operand {
        case .constant(let constant): text(of: constant.value)
        case .token(let token): token.description
        case .keyPath(let path): text(of: path)
        case .variable(let variable): "$" + variable.name
        case .list(let elements): "{" + elements.map(text(of:)).joined(separator: ", ") + "}"
        case .arithmetic(let operation, let left, let right): text(of: operation, left, right)
        case .negated(let inner): "-" + (isAtom(inner, signed: true) ? text(of: inner) : "(\(text(of: inner)))")
        case .function(let function, let operands):
            "\(function.name)(\(operands.map(text(of:)).joined(separator: ", ")))"
        case .cast(let inner, let type): "CAST(\(text(of: inner)), \"\(type.rawValue)\")"
        case .conditional(let node, let value, let otherwise):
            "TERNARY(\(text(of: node)), \(text(of: value)), \(text(of: otherwise)))"
        case .subquery(let query):
            "SUBQUERY(\(text(of: query.collection)), $\(query.variable), \(text(of: query.condition)))"
                + query.result.map { "." + $0 }.joined()
        case .aggregate(let aggregate, let inner): "\(aggregate.rawValue)(\(text(of: inner)))"
        }
    }

    private static func text(
        of operation: FetchPredicate.Arithmetic, _ left: FetchPredicate.Operand, _ right: FetchPredicate.Operand
    ) -> String {
        guard let own = PredicateParser.precedence(of: operation) else {
            return "\(operation.rawValue)(\(text(of: left)), \(text(of: right)))"
        }
        let leftText = precedence(of: left) < own ? "(\(text(of: left)))" : text(of: left)
        let rightText = precedence(of: right) <= own ? "(\(text(of: right)))" : text(of: right)
        return "\(leftText) \(operation.rawValue) \(rightText)"
    }

    private static func precedence(of operand: FetchPredicate.Operand) -> Int {
        guard case .arithmetic(let operation, _, _) = operand else { return .max }
        return PredicateParser.precedence(of: operation) ?? .max
    }

    /// Whether a minus directly before the operand stays a sign and does not become part of a number.
    private static func isAtom(_ operand: FetchPredicate.Operand, signed: Bool) -> Bool {
        switch operand {
        case .constant(let constant): constant.integer == nil && constant.double == nil
        case .arithmetic: false
        default: true
        }
    }

    static func text(of path: FetchPredicate.Path) -> String {
        var names = path.names
        if let variable = path.variable {
            names.insert("$" + variable, at: 0)
        } else if names.isEmpty || names[0].hasPrefix("@") {
            names.insert("SELF", at: 0)
        } else if PredicateKeyword.reserved.contains(names[0].uppercased()) {
            names[0] = "#" + names[0]
        }
        return names.joined(separator: ".")
    }
}

extension PredicateWriter {
    private static func text(of constant: PropertyValue) -> String {
        switch constant {
        case .null, .toMany, .ordered: "nil"
        case .integer(let value): String(value)
        case .boolean(let value): value ? "1" : "0"
        case .double(let value): String(value)
        case .float(let value): String(Double(value))
        case .decimal(let value): cast("\(value)", "NSDecimalNumber")
        case .string(let text): quoted(text)
        case .date(let seconds): "CAST(\(seconds), \"NSDate\")"
        case .data(let data): cast(data.base64EncodedString(), "NSData")
        case .transformed(let value): cast(value.archived.base64EncodedString(), "NSData")
        case .uuid(let uuid): cast(uuid.uuidString, "NSUUID")
        case .uri(let url): cast(url.absoluteString, "NSURL")
        case .reference(let id): id.description
        }
    }

    private static func cast(_ text: String, _ type: String) -> String {
        "CAST(\(quoted(text)), \"\(type)\")"
    }

    /// The string in quotes. All characters are escaped if a combining mark at an edge would join a quote or a
    /// backslash.
    private static func quoted(_ text: String) -> String {
        let plain = "\"" + text.unicodeScalars.map(escaped).joined() + "\""
        var lexer = try? PredicateLexer(plain)
        if case .string(let result)? = (try? lexer?.tokens())?.first?.token, result.hasSameBytes(as: text) {
            return plain
        }
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: String(scalar)
        }
    }
}
