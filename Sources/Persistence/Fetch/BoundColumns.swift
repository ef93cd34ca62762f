import Foundation

/// The computed columns of dictionary results, bound to an entity. A store computes them, or `rows(of:)` does from
/// objects; both give the same.
package struct BoundColumns: Sendable {
    package private(set) var columns: [BoundOperand] = []
    /// The values that all objects of a group have in common; nil without groups.
    package private(set) var groups: [BoundOperand]?
    /// The condition on groups.
    package private(set) var condition: BoundPredicate?
    package private(set) var sort: BoundSort?
    private var results: [(name: String, type: PredicateValueType, attribute: AttributeType?)] = []

    /// Whether a result stands for several objects.
    package var isGrouped: Bool { groups != nil }

    /// These values of each row.
    init(_ columns: [BoundOperand]) {
        self.columns = columns
    }

    /// - Throws: `PredicateBindingError` for an unknown key or operands that do not fit; `coreData` for a column or a
    ///   sort key that can differ within a group.
    init(
        _ columns: [FetchColumn], of values: FetchValues, entity: EntityDescription, sort: BoundSort?
    ) throws {
        var binder = PredicateBinder(base: .entity(entity), environment: .current)
        binder.allowsGroups = true
        self.sort = sort
        let operands = try columns.map { try $0.operand() }
        for (column, operand) in zip(columns, operands) {
            let typed = try binder.operand(operand)
            binder.columns[column.name] = typed
            self.columns.append(typed.operand)
            let isUntyped = column.type == .undefined
            results.append((column.name, typed.type, isUntyped ? typed.operand.attributeType : column.type))
        }
        guard values.propertiesToGroupBy != nil || operands.contains(where: \.hasAggregate) else {
            guard values.havingPredicate == nil else {
                throw BoundColumns.error("a condition on groups, but no groups")
            }
            return
        }
        let names = values.propertiesToGroupBy ?? []
        groups = try names.map { try binder.operand(FetchColumn($0).operand()).operand }
        for (column, operand) in zip(columns, operands) where !operand.isConstant(within: names) {
            throw BoundColumns.error("the column “\(column.name)”, whose value can differ within a group")
        }
        for descriptor in values.sortDescriptors where !names.contains(descriptor.key) {
            throw BoundColumns.error("the sort key “\(descriptor.key)”, whose value can differ within a group")
        }
        condition = try values.havingPredicate.map { predicate throws(PredicateBindingError) in
            try binder.bind(predicate.root)
        }
    }

    private static func error(_ what: String) -> PersistenceError {
        PersistenceError(.coreData, "The request for dictionaries has \(what).")
    }

    /// The results as dictionaries; a column without a value is absent.
    func dictionaries(_ rows: [[PredicateScalar]]) -> [[String: Any]] {
        rows.map { row in
            var dictionary: [String: Any] = [:]
            for (scalar, result) in zip(row, results) {
                dictionary[result.name] = PropertyValue(scalar, result.type, result.attribute).anyValue
            }
            return dictionary
        }
    }

    /// The first of equal rows.
    static func distinct(_ rows: [[PredicateScalar]]) -> [[PredicateScalar]] {
        var seen: Set<ScalarKey> = []
        return rows.filter { seen.insert(ScalarKey(values: $0)).inserted }
    }

    // MARK: In memory

    /// The columns of each subject or group. `subjects` are in order.
    package func rows<Subject: PredicateSubject>(of subjects: [Subject]) throws -> [[PredicateScalar]] {
        let scopes = subjects.map { PredicateScopes(subjects: [$0]) }
        guard let groups else { return try scopes.map { scope in try columns.map(scope.value) } }
        return try grouped(scopes, by: groups).filter { group in
            try condition.map { try group.truth(of: $0) == true } ?? true
        }.map { group in try columns.map(group.value) }
    }

    /// The first object of each group with the others, sorted by the sort keys, then by the group's values. Without
    /// values, all objects are one group, even if there are none.
    private func grouped(_ scopes: [PredicateScopes], by groups: [BoundOperand]) throws -> [PredicateScopes] {
        if groups.isEmpty { return [PredicateScopes(subjects: scopes.first?.subjects ?? [], group: scopes)] }
        var members: [ScalarKey: [PredicateScopes]] = [:]
        for scope in scopes { members[ScalarKey(values: try groups.map(scope.value)), default: []].append(scope) }
        let keys = (sort?.keys ?? []) + groups.map { BoundSort.Key(operand: $0, ascending: true, absent: .asLeast) }
        return try members.values.map { group in
            let first = PredicateScopes(subjects: group[0].subjects, group: group)
            return (first, try keys.map { try first.value(of: $0.operand) })
        }.sorted { left, right in
            zip(keys, zip(left.1, right.1)).lazy.map { $0.order($1.0, $1.1) }.first { $0 != 0 } ?? 0 < 0
        }.map(\.0)
    }
}

/// Scalars as a key. They are equal as SQLite's are: a null equals a null, and an integer an equal double.
struct ScalarKey: Hashable {
    let values: [PredicateScalar]

    static func == (left: ScalarKey, right: ScalarKey) -> Bool { left.values == right.values }

    func hash(into hasher: inout Hasher) {
        for value in values {
            switch value {
            case .null: hasher.combine(0)
            case .integer(let integer): hasher.combine(Double(integer))
            case .real(let double): hasher.combine(double)
            case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
            case .blob(let data): hasher.combine(data)
            case .object(let id): hasher.combine(id.resolved)
            }
        }
    }
}

extension FetchColumn {
    /// - Throws: `coreData` for a name that is not a key path.
    fileprivate func operand() throws -> FetchPredicate.Operand {
        if let expression { return expression.operand.overAllObjects }
        guard let path = FetchPredicate.Path(text: name) else {
            throw PersistenceError(.coreData, "“\(name)” is not a key path, so it cannot be fetched.")
        }
        return .keyPath(path)
    }
}

extension FetchPredicate.Operand {
    /// A key path that begins with an operator, `@max.age`, as the function over all objects that it means in Core Data.
    fileprivate var overAllObjects: FetchPredicate.Operand {
        guard case .keyPath(let path) = self, path.variable == nil, let first = path.names.first,
            let kind = BoundAggregate.Kind(rawValue: String(first.dropFirst())), first.hasPrefix("@")
        else { return self }
        return .aggregate(kind.function, .keyPath(FetchPredicate.Path(Array(path.names.dropFirst()))))
    }

    /// Whether some part is computed from several objects.
    fileprivate var hasAggregate: Bool {
        switch self {
        case .aggregate(_, .list(let operands)): operands.contains(where: \.hasAggregate)
        case .aggregate: true
        default: parts.contains(where: \.hasAggregate)
        }
    }

    /// Whether the value is the same for all objects that agree in the key paths with these names.
    fileprivate func isConstant(within names: [String]) -> Bool {
        switch self {
        case .aggregate(_, .list(let operands)): operands.allSatisfy { $0.isConstant(within: names) }
        case .aggregate: true
        case .keyPath(let path): names.contains(PredicateWriter.text(of: path))
        case .subquery, .conditional: false
        default: parts.allSatisfy { $0.isConstant(within: names) }
        }
    }
}

extension BoundOperand {
    /// The type of the attribute whose value this is, or is one of; nil for a computed value.
    fileprivate var attributeType: AttributeType? {
        switch self {
        case .path(let path):
            if case .attribute(let slot, let layout) = path.leaf { layout.slots[slot].attribute?.type } else { nil }
        case .real(let inner), .group(.min, let inner), .group(.max, let inner): inner.attributeType
        default: nil
        }
    }
}

extension PropertyValue {
    /// The value for a scalar of an attribute of this type, or of this kind.
    init(_ scalar: PredicateScalar, _ kind: PredicateValueType, _ type: AttributeType?) {
        switch (scalar, type) {
        case (.null, _): self = .null
        case (.object(let id), _): self = .reference(id)
        case (.integer(let value), .boolean?): self = .boolean(value != 0)
        case (.integer(let value), .decimal?): self = .decimal(Decimal(value))
        case (.real(let value), .decimal?): self = .decimal(Decimal(string: "\(value)") ?? Decimal(value))
        case (.real(let value), .integer16?), (.real(let value), .integer32?), (.real(let value), .integer64?):
            self = Int64(exactly: value.rounded(.towardZero)).map { .integer($0) } ?? .double(value)
        case (.real(let value), .boolean?): self = .boolean(value != 0)
        case (.text(let text), .uri?): self = URL(string: text).map { .uri($0) } ?? .null
        case (.text(let text), _): self = .string(text)
        case (.blob(let data), _) where kind == .uuid || type == .uuid: self = PropertyValue(uuid: data)
        case (.blob(let data), _): self = .data(data)
        case (.integer, _), (.real, _): self = PropertyValue(number: scalar, kind, type)
        }
    }

    private init(number: PredicateScalar, _ kind: PredicateValueType, _ type: AttributeType?) {
        guard case .real(let value) = number.asReal else {
            self = .null
            return
        }
        switch type {
        case .date?: self = .date(value)
        case .float?: self = .float(Float(value))
        case .double?: self = .double(value)
        case nil where kind == .date: self = .date(value)
        default: if case .integer(let whole) = number { self = .integer(whole) } else { self = .double(value) }
        }
    }

    private init(uuid data: Data) {
        guard data.count == 16 else {
            self = .data(data)
            return
        }
        self = .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}
