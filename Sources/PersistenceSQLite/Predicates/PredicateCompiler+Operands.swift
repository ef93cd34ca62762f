import Foundation
import Persistence
import SQLite

extension PredicateCompiler {
    mutating func sql(_ operand: BoundOperand) -> String {
        switch operand {
        case .constant(let scalar): return parameter(value(of: scalar))
        case .path(let path): return sql(path)
        case .real(let inner): return "CAST(\(sql(inner)) AS REAL)"
        case .arithmetic(let operation, let left, let right):
            if let name = PredicateFunctions.name(of: operation) { return "\(name)(\(sql(left)), \(sql(right)))" }
            return "(\(sql(left)) \(operation.rawValue) \(sql(right)))"
        case .negated(let inner): return "(0 - \(sql(inner)))"
        case .call(let function, let arguments):
            var terms: [String] = []
            for argument in arguments { terms.append(sql(argument)) }
            return "\(PredicateFunctions.name(of: function))(\(terms.joined(separator: ", ")))"
        case .choice(let condition, let value, let otherwise):
            return "(CASE WHEN \(sql(condition)) THEN \(sql(value)) ELSE \(sql(otherwise)) END)"
        case .text(let function, let inner): return sql(function, sql(inner))
        case .aggregate(let aggregate): return sql(aggregate)
        case .group(let aggregate, let inner): return "\(PredicateCompiler.function(of: aggregate))(\(sql(inner)))"
        }
    }

    private func sql(_ function: TextFunction, _ argument: String) -> String {
        switch function {
        case .lowercase: "\(PredicateFunctions.lowercase)(\(argument))"
        case .uppercase: "\(PredicateFunctions.uppercase)(\(argument))"
        case .length: "\(PredicateFunctions.length)(\(argument))"
        case .fold(let options): "\(PredicateFunctions.fold)(\(argument), \(options.rawValue))"
        }
    }

    /// The value to bind. An object without a key in this store gets a key that no row has.
    func value(of scalar: PredicateScalar) -> Value {
        guard case .object(let id) = scalar else { return Value(scalar) }
        return .integer(naming.key(of: id.resolved) ?? Int64.min)
    }

    // MARK: Columns

    /// A column of results: an object is its key and the number of its entity.
    mutating func sql(column: BoundOperand) -> String {
        guard let path = column.objectPath else { return sql(column) }
        var alias = scopes[path.scope].alias
        for step in path.steps { alias = join(step, from: alias, inScope: path.scope) }
        return "\(alias).Z_PK, \(alias).Z_ENT"
    }

    // MARK: Paths

    private mutating func sql(_ path: BoundPath) -> String {
        var alias = scopes[path.scope].alias
        for step in path.steps { alias = join(step, from: alias, inScope: path.scope) }
        switch path.leaf {
        case .attribute(let slot, let layout), .reference(let slot, let layout):
            let column = "\(alias).\(naming.column(slot: slot, of: layout))"
            return layout.contents[slot].isExternal ? "\(ExternalDataFolder.valueFunction)(\(column))" : column
        case .identity: return "\(alias).Z_PK"
        case .entityName(let layout): return entityName(in: alias, layout)
        case .computed(let key, let slot, let layout):
            return "\(key.sqlName)(\(alias).\(naming.column(slot: slot, of: layout)))"
        case .value: preconditionFailure("A predicate over bare values has no rows to select.")
        }
    }

    /// The name of a row's entity; NULL without a row.
    private mutating func entityName(in alias: String, _ layout: EntityLayout) -> String {
        let cases = layout.entities.map { entity in
            "WHEN \(naming.entityNumber(of: entity)) THEN \(parameter(.text(entity.name ?? "")))"
        }
        return "CASE \(alias).Z_ENT \(cases.joined(separator: " ")) END"
    }

    /// The alias of the destination's row. Each relationship is joined once per scope.
    private mutating func join(_ step: BoundHop, from source: String, inScope scope: Int) -> String {
        if let known = scopes[scope].joins.first(where: { $0.source == source && $0.slot == step.slot }) {
            return known.alias
        }
        let alias = newAlias()
        let table = naming.table(of: step.destination.layout)
        let column = naming.column(slot: step.slot, of: step.source)
        let sql = " LEFT JOIN \(table) \(alias) ON \(alias).Z_PK = \(source).\(column)"
        scopes[scope].joins.append(Scope.Join(source: source, slot: step.slot, alias: alias, sql: sql))
        return alias
    }

    // MARK: Collections

    /// A subselect over the members of a collection that satisfy the condition.
    mutating func select(
        _ result: String, from collection: BoundCollection, where condition: (inout PredicateCompiler) -> String?
    ) -> String {
        select(from: collection, result: { _ in result }, where: condition)
    }

    private mutating func select(
        from collection: BoundCollection, result: (inout PredicateCompiler) -> String,
        where condition: (inout PredicateCompiler) -> String?
    ) -> String {
        var tables: [String] = []
        var links: [String] = []
        var alias = scopes[collection.scope].alias
        for hop in collection.hops { alias = append(hop, from: alias, &tables, &links) }
        let outer = scopes
        scopes = Array(scopes.prefix(collection.memberScope)) + [Scope(alias: alias)]
        let columns = result(&self)
        if let extra = condition(&self) { links.append(extra) }
        let joins = scopes[collection.memberScope].joins.map(\.sql).joined()
        // Keep the joins that the condition added to outer tables.
        scopes = Array(scopes.prefix(collection.memberScope)) + outer.dropFirst(collection.memberScope)
        return
            "(SELECT \(columns) FROM \(tables.joined(separator: " CROSS JOIN "))\(joins) WHERE \(links.joined(separator: " AND ")))"
    }

    /// Adds the tables of one relationship and returns the alias of its destination.
    private mutating func append(
        _ hop: BoundHop, from source: String, _ tables: inout [String], _ links: inout [String]
    ) -> String {
        let layout = hop.destination.layout
        if hop.isToMany, let joinTable = naming.joinTable(forSlot: hop.slot, of: hop.source) {
            let link = newAlias()
            let alias = newAlias()
            tables += ["\(joinTable.name) \(link)", "\(naming.table(of: layout)) \(alias)"]
            links.append("\(link).\(joinTable.sourceColumn) = \(source).Z_PK")
            links.append("\(alias).Z_PK = \(link).\(joinTable.destinationColumn)")
            return alias
        }
        let alias = newAlias()
        tables.append("\(naming.table(of: layout)) \(alias)")
        if let inverse = hop.inverseSlot {
            links.append("\(alias).\(naming.column(slot: inverse, of: layout)) = \(source).Z_PK")
        } else {
            links.append("\(alias).Z_PK = \(source).\(naming.column(slot: hop.slot, of: hop.source))")
        }
        return alias
    }

    private mutating func sql(_ aggregate: BoundAggregate) -> String {
        select(from: aggregate.collection) { compiler in
            let value = aggregate.value.map { compiler.sql($0) } ?? "*"
            return "\(PredicateCompiler.function(of: aggregate.kind))(\(value))"
        } where: { compiler in
            aggregate.condition.map { compiler.sql($0) }
        }
    }

    private static func function(of aggregate: FetchPredicate.Aggregate) -> String {
        switch aggregate {
        case .count: "COUNT"
        case .sum: "TOTAL"
        case .min: "MIN"
        case .max: "MAX"
        case .average: "AVG"
        }
    }

    private static func function(of kind: BoundAggregate.Kind) -> String {
        switch kind {
        case .count: "COUNT"
        case .sum: "TOTAL"
        case .min: "MIN"
        case .max: "MAX"
        case .avg: "AVG"
        }
    }
}

extension Value {
    /// The value to store or bind. An object without a key is NULL.
    init(_ scalar: PredicateScalar) {
        self =
            switch scalar {
            case .null: .null
            case .integer(let value): .integer(value)
            case .real(let value): .real(value)
            case .text(let text): .text(text)
            case .blob(let data): .blob(Array(data))
            case .object(let id): id.resolvedKey.map(Value.integer) ?? .null
            }
    }
}

extension BoundOperand {
    /// The path to an object, with the relationship to it as the last step; nil for another value.
    var objectPath: BoundPath? {
        guard case .path(let path) = self else { return nil }
        switch path.leaf {
        case .identity: return path
        case .reference(let slot, let layout):
            guard let destination = layout.slots[slot].relationship?.destinationEntity else { return nil }
            let hop = BoundHop(
                slot: slot, source: layout, destination: destination, isToMany: false, inverseSlot: nil)
            return BoundPath(scope: path.scope, steps: path.steps + [hop], leaf: .identity)
        case .attribute, .computed, .entityName, .value: return nil
        }
    }
}
