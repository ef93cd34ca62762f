import Foundation

/// How a derived attribute is computed.
struct Derivation: Sendable {
    let entity: EntityDescription
    let slot: Int
    /// Nil for the time of the save.
    let operand: BoundOperand?
    private let kind: PredicateValueType
    private let type: AttributeType
    /// The relationships to the objects that the value comes from.
    private let hops: [BoundHop]

    /// Nil for an ordinary attribute.
    /// - Throws: `PredicateBindingError` if the expression does not fit the entity.
    init?(
        _ attribute: DerivedAttributeDescription, of entity: EntityDescription
    ) throws(PredicateBindingError) {
        guard let expression = attribute.derivationExpression, let slot = entity.slot(named: attribute.name) else {
            return nil
        }
        (self.entity, self.slot, type) = (entity, slot, attribute.type)
        if case .function(.now, _) = expression.operand {
            (operand, kind, hops) = (nil, .date, [])
            return
        }
        var binder = PredicateBinder(base: .entity(entity), environment: .current)
        let typed = try binder.operand(expression.operand.withAggregateBeforeKey)
        guard let hops = typed.operand.hops else {
            throw PredicateBindingError(.malformed("An attribute cannot be derived from “\(expression)”"))
        }
        (operand, kind, self.hops) = (typed.operand, typed.type, hops)
    }

    /// In the order in which they are computed: one from which another is derived comes before it.
    static func ordered(_ derivations: [Derivation]) -> [Derivation] {
        let byColumn = Dictionary(derivations.map { ($0.column, $0) }, uniquingKeysWith: { first, _ in first })
        var placed: Set<Column> = []
        return derivations.flatMap { derivation in
            sequence(first: derivation) { $0.operand?.column.flatMap { byColumn[$0] } }
                .prefix { placed.insert($0.column).inserted }
                .reversed()
        }
    }

    private var column: Column { Column(layout: ObjectIdentifier(entity.layout), slot: slot) }

    func value(of subject: some PredicateSubject) throws -> PropertyValue {
        guard let operand else { return .date(Date().timeIntervalSinceReferenceDate) }
        return PropertyValue(try PredicateScopes(subjects: [subject]).value(of: operand), kind, type)
    }

    func value(of scalar: PredicateScalar) -> PropertyValue { PropertyValue(scalar, kind, type) }

    /// The changed objects that have the attribute, and the objects whose value comes from a changed one.
    func targets(of changed: [ManagedObject]) -> Set<ManagedObject> {
        let own = changed.filter { $0.entity.isKindOf(entity: entity) && $0.hasPersistentChangedValues }
        var targets = Set(own)
        for (index, hop) in hops.enumerated() {
            var objects = changed.filter { $0.entity.isKindOf(entity: hop.destination) && !$0.isDeleted }
            for step in hops[...index].reversed() { objects = objects.flatMap { $0.sources(of: step) } }
            targets.formUnion(objects)
        }
        return targets.filter { !$0.isDeleted }
    }

    /// The rows whose stored value differs from the computed one; nil if the value is the time of the save.
    var outdated: StoreFetch? {
        guard let operand else { return nil }
        let own = BoundPath(scope: 0, steps: [], leaf: .attribute(slot: slot, layout: entity.layout))
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = .relation(.notEqual, .path(own), operand)
        return fetch
    }
}

extension ManagedObject {
    /// The objects whose relationship leads to this one; none if it has no inverse.
    fileprivate func sources(of hop: BoundHop) -> [ManagedObject] {
        guard let inverse = hop.source.slots[hop.slot].inverse else { return [] }
        if case .toOne = entity.layout.slots[inverse].kind { return relatedObject(inverse).map { [$0] } ?? [] }
        return relatedObjects(inverse)
    }
}

extension FetchPredicate.Operand {
    /// `entries.length.@sum`, as Core Data writes it, in the form `entries.@sum.length`.
    fileprivate var withAggregateBeforeKey: FetchPredicate.Operand {
        guard case .keyPath(var path) = self, let last = path.names.last, last.hasPrefix("@"), last != "@count",
            path.names.count > 2
        else { return self }
        path.names.removeLast()
        path.names.insert(last, at: path.names.count - 1)
        return .keyPath(path)
    }
}

/// An attribute of all entities that share a layout.
private struct Column: Hashable {
    let layout: ObjectIdentifier
    let slot: Int
}

extension BoundOperand {
    /// The attribute that the value comes from; nil if it comes from none.
    fileprivate var column: Column? {
        switch self {
        case .path(let path):
            if case .attribute(let slot, let layout) = path.leaf {
                Column(layout: ObjectIdentifier(layout), slot: slot)
            } else {
                nil
            }
        case .aggregate(let aggregate): aggregate.value?.column
        case .real(let inner), .text(_, let inner): inner.column
        case .constant, .arithmetic, .negated, .call, .choice, .group: nil
        }
    }

    /// The relationships to the objects that the value comes from; nil if it is not a path, function or aggregate.
    fileprivate var hops: [BoundHop]? {
        switch self {
        case .path(let path): path.steps
        case .aggregate(let aggregate):
            aggregate.value.map { $0.hops.map { aggregate.collection.hops + $0 } }
                ?? aggregate.collection.hops
        case .real(let inner), .text(_, let inner): inner.hops
        case .constant, .arithmetic, .negated, .call, .choice, .group: nil
        }
    }
}

extension ManagedObjectContext {
    /// Sets the derived attributes of the objects to save, and of those whose values come from them. A child leaves
    /// that to its parent.
    /// - Throws: `PredicateBindingError` for an expression that does not fit its entity.
    func derive() throws {
        guard parentContext == nil, let model = ownCoordinator?.managedObjectModel, model.hasDerivations else { return }
        undo.manager?.disableUndoRegistration()
        defer { undo.manager?.enableUndoRegistration() }
        for derivation in try model.derivations() {
            for object in derivation.targets(of: pending.all()) {
                let value = try derivation.value(of: ObjectSubject(object: object))
                if object.currentValue(derivation.slot) != value { object.setTracked(value, slot: derivation.slot) }
            }
        }
        try endEvent()
    }
}

/// Derived attributes of rows that a batch writes.
extension BatchWrite {
    private func derivations() throws -> [Derivation] {
        guard let model = store.persistentStoreCoordinator?.managedObjectModel, model.hasDerivations else { return [] }
        return try model.derivations()
    }

    /// Values with the time of the batch, for entities that have an attribute for it.
    func stamped(_ values: SparseValues, _ entity: EntityDescription) throws -> SparseValues {
        var values = values
        for derivation in try derivations()
        where derivation.operand == nil && entity.isKindOf(entity: derivation.entity) {
            values[derivation.slot] = try derivation.value(of: BareValue(.null))
        }
        return values
    }

    /// Updates the rows whose derived values the batch has changed.
    func derive() throws {
        for derivation in try derivations() {
            guard let operand = derivation.operand, let fetch = derivation.outdated else { continue }
            let values = try transaction.reading { try $0.values(fetch, BoundColumns([operand])) }
            var rows: [RowBatch.Row] = []
            try transaction.fetch(fetch) { block in
                for row in 0..<block.count {
                    var changed = SparseValues()
                    changed[derivation.slot] = derivation.value(of: values[rows.count][0])
                    rows.append(.init(after: block, row, values: changed))
                }
            }
            try update(rows, fetch.entity.layout)
        }
    }
}
