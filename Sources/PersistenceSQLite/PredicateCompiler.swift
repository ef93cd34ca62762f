import Persistence
import SQLite

/// A predicate and a sort as SQL over table `t0`, for `SELECT ... FROM <table> t0<joins> WHERE <condition> ORDER BY <order>`.
package struct CompiledPredicate: Sendable, Equatable {
    /// LEFT JOINs of to-one relationships, with a blank before each; at most one row for each row of `t0`.
    package var joins = ""
    /// Nil where every row matches.
    package var condition: String?
    /// Nil without sort keys.
    package var order: String?
    /// The values of the condition's parameters, then those of the order's.
    package var bindings: [Value] = []

    /// ` FROM ... WHERE ... ORDER BY ...`
    package func tail(table: String) -> String {
        let filter = condition.map { " WHERE " + $0 } ?? ""
        return " FROM \(table) t0\(joins)\(filter)" + (order.map { " ORDER BY " + $0 } ?? "")
    }
}

/// Compiles bound predicates and sorts to SQL that selects and orders what the evaluator does.
///
/// Operators are SQLite's own where both agree byte for byte, so that indexes serve them (`date >= ?`, `BEGINSWITH` as a
/// range); the rest are functions that `PredicateFunctions` registers. Every constant is a parameter.
package struct PredicateCompiler {
    /// Integers beyond this many travel as one JSON parameter.
    static let largestParameterList = 500

    let naming: any ColumnNaming
    /// The table that is selected from, then those of the collections around the current condition.
    var scopes: [Scope] = []
    var bindings: [Value] = []
    private var aliasCount = 1

    private init(naming: any ColumnNaming) {
        self.naming = naming
    }

    /// SQL for the objects of `entity` that match, in order.
    ///
    /// - Parameter includesSubentities: whether objects of inheriting entities count.
    package static func compile(
        _ predicate: BoundPredicate?, sort: BoundSort? = nil, entity: EntityDescription,
        includesSubentities: Bool = true, naming: some ColumnNaming
    ) -> CompiledPredicate {
        var compiler = PredicateCompiler(naming: naming)
        compiler.scopes = [Scope(alias: "t0")]
        var conditions: [String] = []
        if let restriction = compiler.restriction(to: entity, includesSubentities) { conditions.append(restriction) }
        if let predicate, !predicate.isAlwaysTrue { conditions.append(compiler.sql(predicate)) }
        let order = sort.map { compiler.order($0) } ?? ""
        return CompiledPredicate(
            joins: compiler.scopes[0].joins.map(\.sql).joined(),
            condition: conditions.isEmpty ? nil : balanced(conditions, "AND"),
            order: order.isEmpty ? nil : order, bindings: compiler.bindings)
    }

    /// Nil where the table holds no other objects.
    private mutating func restriction(to entity: EntityDescription, _ includesSubentities: Bool) -> String? {
        let wanted = includesSubentities ? entity.hierarchy : [entity]
        guard wanted.count < entity.layout.entities.count else { return nil }
        let marks = wanted.map { parameter(.integer(naming.entityNumber(of: $0))) }
        return marks.count == 1 ? "t0.Z_ENT = \(marks[0])" : "t0.Z_ENT IN (\(marks.joined(separator: ", ")))"
    }

    private mutating func order(_ sort: BoundSort) -> String {
        var terms: [String] = []
        for key in sort.keys {
            let nulls = key.absentFirst == key.ascending ? "" : (key.absentFirst ? " NULLS FIRST" : " NULLS LAST")
            terms.append(sql(key.operand) + (key.ascending ? " ASC" : " DESC") + nulls)
        }
        return terms.joined(separator: ", ")
    }

    mutating func parameter(_ value: Value) -> String {
        bindings.append(value)
        return "?"
    }

    mutating func newAlias() -> String {
        defer { aliasCount += 1 }
        return "t\(aliasCount)"
    }

    /// The terms joined as a balanced tree: SQLite bounds an expression's depth, not its size.
    static func balanced(_ terms: [String], _ word: String) -> String {
        guard terms.count > 1 else { return terms[0] }
        if terms.count <= 8 { return "(" + terms.joined(separator: " \(word) ") + ")" }
        let middle = terms.count / 2
        return "(\(balanced(Array(terms[..<middle]), word)) \(word) \(balanced(Array(terms[middle...]), word)))"
    }
}

/// One table that key paths start from, and the to-one joins that they added to it.
struct Scope {
    struct Join {
        let source: String
        let slot: Int
        let alias: String
        let sql: String
    }

    let alias: String
    var joins: [Join] = []
}

extension BoundPredicate {
    fileprivate var isAlwaysTrue: Bool {
        if case .constant(true?) = self { true } else { false }
    }
}
