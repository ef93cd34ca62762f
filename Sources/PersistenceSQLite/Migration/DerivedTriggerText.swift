/// The statement of a trigger of a derived attribute in a store of Core Data's, with the entity numbers in it.
///
/// Numbers are compared with `Z_ENT`, passed to Core Data's functions after the name of a table, and part of the names
/// of join tables and of columns with keys.
struct DerivedTriggerText {
    let sql: String

    /// What comes before a number decides whether it is one of an entity.
    private enum Expectation {
        case nothing
        /// After `Z_ENT`: an operator, then a number or a list.
        case comparison(isList: Bool)
        /// After the name of a function: the name of a table, then a number.
        case argument
    }

    private static let functions = "NSCoreDataDATrigger"

    /// The same trigger for other numbers and names.
    func renumbered(_ numbers: [Int64: Int64], names: [String: String]) -> String {
        var result = ""
        var expectation = Expectation.nothing
        var rest = Substring(sql)
        while let token = DerivedTriggerText.nextToken(&rest) {
            result += translated(token, &expectation, numbers, names)
        }
        return result
    }

    private func translated(
        _ token: Substring, _ expectation: inout Expectation, _ numbers: [Int64: Int64], _ names: [String: String]
    ) -> String {
        if token == "Z_ENT" {
            expectation = .comparison(isList: false)
        } else if token.hasPrefix(DerivedTriggerText.functions) {
            expectation = .argument
        } else if let number = Int64(token) {
            switch expectation {
            case .nothing: break
            case .comparison(let isList):
                if !isList { expectation = .nothing }
                return String(numbers[number] ?? number)
            case .argument:
                expectation = .nothing
                return String(numbers[number] ?? number)
            }
        } else if token.first?.isWhitespace == true {
            return String(token)
        } else {
            expectation = DerivedTriggerText.expectation(after: token, expectation)
        }
        return names[String(token)] ?? String(token)
    }

    private static func expectation(after token: Substring, _ expectation: Expectation) -> Expectation {
        switch (expectation, token.uppercased()) {
        case (.comparison(let isList), "="), (.comparison(let isList), "IN"), (.comparison(let isList), "NOT"),
            (.comparison(let isList), "!"):
            .comparison(isList: isList)
        case (.comparison, "("): .comparison(isList: true)
        case (.comparison(isList: true), ","): .comparison(isList: true)
        case (.argument, "("), (.argument, ","): .argument
        case (.argument, let text) where text.hasPrefix("'"): .argument
        default: .nothing
        }
    }

    /// The next word, number, text in quotes, white space or other character.
    private static func nextToken(_ rest: inout Substring) -> Substring? {
        guard let first = rest.first else { return nil }
        let count: Int
        if first == "'" {
            count = rest.dropFirst().firstIndex(of: "'").map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 1
        } else if first.isWhitespace {
            count = rest.prefix { $0.isWhitespace }.count
        } else {
            count = max(1, rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count)
        }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
