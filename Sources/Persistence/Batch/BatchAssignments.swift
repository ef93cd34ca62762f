/// The values that a batch update sets: constants, and values that are computed from each row as it was before.
struct BatchAssignments {
    private(set) var constants = SparseValues()
    private let entity: EntityDescription
    private var expressions: [(slot: Int, value: TypedOperand)] = []

    /// - Throws: `coreData` for a key that is not a stored attribute, `managedObjectValidation` for a value of another
    ///   type, or `PredicateBindingError` for an expression that does not fit the entity.
    init(_ values: [String: Any], of entity: EntityDescription) throws {
        self.entity = entity
        var binder = PredicateBinder(base: .entity(entity), environment: .current)
        for name in values.keys.sorted() {
            let slot = try BatchValues.slot(name, of: entity)
            if let expression = values[name] as? FetchExpression, !expression.isConstant {
                expressions.append((slot, try binder.operand(expression.operand)))
            } else {
                let value = (values[name] as? FetchExpression).map(\.constantValue) ?? values[name]
                constants[slot] = try BatchValues.value(value, slot: slot, of: entity)
            }
        }
    }

    /// The computed values of the matching rows, by key.
    /// - Throws: `managedObjectValidation` for a value of another type than the attribute's.
    func computed(for fetch: StoreFetch, in transaction: any StoreTransaction) throws -> [Int64: SparseValues] {
        if expressions.isEmpty { return [:] }
        let own = BoundOperand.path(BoundPath(scope: 0, steps: [], leaf: .identity))
        let columns = BoundColumns([own] + expressions.map(\.value.operand))
        var result: [Int64: SparseValues] = [:]
        for row in try transaction.reading({ try $0.values(fetch, columns) }) {
            guard case .object(let id) = row[0], let key = id.resolvedKey else { continue }
            result[key] = try values(of: row.dropFirst())
        }
        return result
    }

    private func values(of scalars: ArraySlice<PredicateScalar>) throws -> SparseValues {
        var values = SparseValues()
        for (expression, scalar) in zip(expressions, scalars) {
            let type = entity.layout.slots[expression.slot].attribute?.type
            let value = PropertyValue(scalar, expression.value.type, type)
            values[expression.slot] = try BatchValues.value(value.anyValue, slot: expression.slot, of: entity)
        }
        return values
    }
}
