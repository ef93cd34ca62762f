import Persistence
import SQLite

/// A predicate and a sort as SQL over table `t0`, for `SELECT ... FROM <table> t0<joins> WHERE <condition> ORDER BY
/// <order>`.
package struct CompiledPredicate: Sendable, Equatable {
    /// LEFT JOINs of to-one relationships, each after a space; they add at most one row for each row of `t0`.
    package var joins = ""
    /// Nil if every row matches.
    package var condition: String?
    /// ` GROUP BY ... HAVING ...`; empty for rows without groups.
    package var group = ""
    /// Nil if there are no sort keys.
    package var order: String?
    /// The values of the condition's parameters, followed by those of the order's.
    package var bindings: [Value] = []

    /// ` FROM ... WHERE ... ORDER BY ...`
    package func tail(table: String) -> String {
        let filter = condition.map { " WHERE " + $0 } ?? ""
        return " FROM \(table) t0\(joins)\(filter)\(group)" + (order.map { " ORDER BY " + $0 } ?? "")
    }
}

/// Compiles bound predicates and sorts to SQL with the same results as the evaluator.
///
/// It uses SQLite's own operators where they agree with the evaluator byte for byte, so that indexes can be used (`date
/// >= ?`, `BEGINSWITH` as a range). The others are functions registered by `PredicateFunctions`. Every constant is a
/// parameter.
package struct PredicateCompiler {
    /// More integers than this are bound as a single JSON parameter.
    static let largestParameterList = 500

    let naming: any ColumnNaming
    /// The selected table, followed by those of the collections around the current condition.
    var scopes: [Scope] = []
    var bindings: [Value] = []
    private var aliasCount = 1

    private init(naming: any ColumnNaming) {
        self.naming = naming
    }

    /// SQL for the matching objects of `entity`, in order.
    ///
    /// - Parameter includesSubentities: whether to include objects of sub-entities.
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

    /// SQL for the columns of the matching objects of `entity` or of their groups, in order.
    package static func compile(
        _ columns: BoundColumns, of fetch: StoreFetch, naming: some ColumnNaming
    ) -> (columns: String, rest: CompiledPredicate) {
        var compiler = PredicateCompiler(naming: naming)
        compiler.scopes = [Scope(alias: "t0")]
        let selected = columns.columns.map { compiler.sql(column: $0) }.joined(separator: ", ")
        var conditions: [String] = []
        if let restriction = compiler.restriction(to: fetch.entity, fetch.includesSubentities) {
            conditions.append(restriction)
        }
        if let predicate = fetch.predicate, !predicate.isAlwaysTrue { conditions.append(compiler.sql(predicate)) }
        var rest = CompiledPredicate()
        rest.condition = conditions.isEmpty ? nil : balanced(conditions, "AND")
        if let groups = columns.groups { rest.group = compiler.group(groups, columns.condition) }
        let keys = fetch.sort.map { compiler.order($0) } ?? ""
        let last = columns.groups.map { $0.map { compiler.sql($0) + " ASC" } } ?? ["t0.Z_PK"]
        let order = ((keys.isEmpty ? [] : [keys]) + last).joined(separator: ", ")
        rest.order = order.isEmpty ? nil : order
        rest.joins = compiler.scopes[0].joins.map(\.sql).joined()
        rest.bindings = compiler.bindings
        return (selected, rest)
    }

    private mutating func group(_ groups: [BoundOperand], _ condition: BoundPredicate?) -> String {
        let keys = groups.map { sql($0) }.joined(separator: ", ")
        let filter = condition.map { " HAVING " + sql($0) } ?? ""
        return (keys.isEmpty ? "" : " GROUP BY " + keys) + filter
    }

    /// Nil if the table has no other objects.
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

    /// Joins the terms in a balanced tree, because SQLite limits an expression's depth, not its size.
    static func balanced(_ terms: [String], _ word: String) -> String {
        guard terms.count > 1 else { return terms[0] }
        if terms.count <= 8 { return "(" + terms.joined(separator: " \(word) ") + ")" }
        let middle = terms.count / 2
        return "(\(balanced(Array(terms[..<middle]), word)) \(word) \(balanced(Array(terms[middle...]), word)))"
    }
}

/// A table at the start of key paths, and the to-one joins that they added to it.
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
