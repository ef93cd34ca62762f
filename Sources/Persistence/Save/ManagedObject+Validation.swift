import Foundation

/// Validation before a save: the class's validators, then the model's rules.
extension ManagedObject {
    /// Validates for the pending insertion, update or deletion.
    func validateForSave() throws {
        switch status.pending {
        case .inserted: try validateForInsert()
        case .updated: try validateForUpdate()
        case .deleted where !status.has(.gone): try validateForDelete()
        case .deleted, .none: break
        }
    }

    /// Validates all properties and combines their errors. A property for which neither the class nor the model has a
    /// rule is valid.
    func validateProperties() throws {
        let hasValidator = ValidatorOverride.isPresent(in: type(of: self))
        let slots = hasValidator ? entity.slots : entity.ruledSlots
        if slots.isEmpty { return }
        var errors: [any Error] = []
        for slot in slots {
            do {
                try validateProperty(slot, byClass: hasValidator)
            } catch {
                errors.append(error)
            }
        }
        if !errors.isEmpty { throw PersistenceError.combining(errors) }
    }

    private func validateProperty(_ slot: Int, byClass hasValidator: Bool) throws {
        let description = entity.layout.slots[slot]
        if description.attribute != nil {
            if hasValidator { try validateByClass(description) }
            try ValidationRules(self, description).check(currentValue(slot))
        } else {
            if hasValidator { try validateRelationshipByClass(description) }
            try ValidationRules(self, description).checkRelationship()
        }
    }

    /// Checks a value by the model's rules, whether or not the object has it.
    func validateByModel(_ value: Any?, slot: Int) throws {
        let description = entity.layout.slots[slot]
        let rules = ValidationRules(self, description)
        if let attribute = description.attribute {
            guard let value = attribute.propertyValue(from: value) else { throw otherType(description) }
            try rules.check(value)
        } else {
            guard let count = destinationCount(in: value, slot: slot) else { throw otherType(description) }
            try rules.check(destinationCount: count, in: value)
        }
    }

    /// Calls the class's validator. A replacement value is set, and validated again in the next pass.
    private func validateByClass(_ description: EntityLayout.Slot) throws {
        let before = currentValue(description.index)
        let shown = before.anyValue
        var value = shown
        try validateValue(&value, forKey: description.name)
        // A transformable value that cannot be read is shown as nil and stays.
        if shown == nil, value == nil { return }
        guard let attribute = description.attribute else { return }
        guard let after = attribute.propertyValue(from: value) else { throw otherType(description) }
        if after != before { setTracked(after, slot: description.index) }
    }

    /// Passes the objects of a changed relationship to `validateValue` and sets its result. An unchanged relationship
    /// is not read for this.
    private func validateRelationshipByClass(_ description: EntityLayout.Slot) throws {
        guard status.pending == .inserted || changes[description.index] != nil else { return }
        let before = managedObjectContext?.destinations(description.index, of: self) ?? []
        var value = storedValue(forKey: description.name)
        try validateValue(&value, forKey: description.name)
        let after: [ManagedObject]? =
            switch description.kind {
            case .toMany: value.map { elements(of: $0) as? [ManagedObject] } ?? []
            default: value.map { ($0 as? ManagedObject).map { [$0] } } ?? []
            }
        guard let after else { throw otherType(description) }
        let isSame = description.isOrdered ? after == before : Set(after) == Set(before)
        if !isSame { setStoredValue(value, slot: description.index) }
    }

    private func otherType(_ description: EntityLayout.Slot) -> PersistenceError {
        PersistenceError(
            .validationGeneric, "The value of “\(description.name)” has another type than the property.",
            userInfo: [
                PersistenceError.Key.validationObject: self, PersistenceError.Key.validationKey: description.name,
            ])
    }
}

/// The model's rules for one property of one object.
struct ValidationRules {
    private let object: ManagedObject
    private let description: EntityLayout.Slot

    init(_ object: ManagedObject, _ description: EntityLayout.Slot) {
        self.object = object
        self.description = description
    }

    /// - Throws: the error for the first rule that the value violates.
    func check(_ value: PropertyValue) throws {
        if value.isNull {
            if description.property.isOptional || description.isTransient || description.isDerived { return }
            throw failure(.missingMandatoryProperty, "“\(description.name)” must have a value.")
        }
        guard !description.property.validationPredicates.isEmpty, let attribute = description.attribute else { return }
        for (index, predicate) in attribute.validationPredicates.enumerated() {
            let bound = try predicate.bound(toValuesOf: attribute)
            if try PredicateEvaluator(bound).matches(BareValue(value)) { continue }
            let warning = warning(index)
            throw failure(
                warning == nil ? ValidationRules.code(for: predicate, attribute.type) : .validationGeneric,
                warning ?? "“\(description.name)” has a value that is not allowed.", value: value.anyValue,
                predicate: predicate)
        }
    }

    /// Checks the number of destinations, without loading a relationship that has not changed. Only the counts
    /// determine how many a to-many relationship needs, and an optional one may be empty regardless.
    func checkRelationship() throws {
        guard let relationship = description.relationship, !description.isTransient else { return }
        guard object.status.pending == .inserted || object.changes[description.index] != nil else { return }
        if relationship.isToMany, relationship.minCount == 0, relationship.maxCount == 0 { return }
        let count = object.objectIDs(forRelationshipNamed: description.name).count
        try check(destinationCount: count, in: object.storedValue(forKey: description.name))
    }

    /// - Parameter value: the destinations, for the error.
    /// - Throws: the error for the first rule that this number of destinations violates.
    func check(destinationCount count: Int, in value: @autoclosure () -> Any?) throws {
        guard let relationship = description.relationship, !description.isTransient else { return }
        if relationship.isToMany, relationship.minCount == 0, relationship.maxCount == 0 { return }
        if count == 0, relationship.isOptional { return }
        if count == 0, !relationship.isToMany {
            throw failure(.missingMandatoryProperty, "“\(description.name)” must have an object.")
        }
        if count < relationship.minCount {
            throw failure(
                .relationshipLacksMinimumCount, "“\(description.name)” has too few objects.", value: value())
        }
        if relationship.maxCount > 0, count > relationship.maxCount {
            throw failure(
                .relationshipExceedsMaximumCount, "“\(description.name)” has too many objects.", value: value())
        }
    }

    func failure(
        _ code: PersistenceError.Code, _ message: String, value: Any? = nil, predicate: FetchPredicate? = nil
    ) -> PersistenceError {
        var info: [String: Any] = [
            PersistenceError.Key.validationObject: object, PersistenceError.Key.validationKey: description.name,
            PersistenceError.Key.affectedObjects: [object],
        ]
        info[PersistenceError.Key.validationValue] = value
        info[PersistenceError.Key.validationPredicate] = predicate
        return PersistenceError(code, message, userInfo: info)
    }

    /// The model's message for a predicate; nil if there is none.
    private func warning(_ index: Int) -> String? {
        let warnings = description.property.validationWarnings
        return warnings.indices.contains(index) && !warnings[index].isEmpty ? warnings[index] : nil
    }

    /// The code for a rule of a known form: a range, a length or a pattern.
    static func code(for predicate: FetchPredicate, _ type: AttributeType) -> PersistenceError.Code {
        guard case .comparison(let rule) = predicate.root else { return .validationGeneric }
        if rule.operator == .matches { return .stringPatternMatching }
        let isLower = rule.operator == .greater || rule.operator == .greaterOrEqual
        let isUpper = rule.operator == .less || rule.operator == .lessOrEqual
        guard isLower || isUpper else { return .validationGeneric }
        switch type {
        case .string: return isLower ? .stringTooShort : .stringTooLong
        case .date: return isLower ? .dateTooSoon : .dateTooLate
        default: return isLower ? .numberTooSmall : .numberTooLarge
        }
    }
}
