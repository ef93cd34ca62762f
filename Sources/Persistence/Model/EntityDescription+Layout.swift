extension EntityDescription {
    /// Values that are computed once, when the model is first used.
    final class FrozenEntity: Sendable {
        let layout: EntityLayout
        let entityIndex: Int
        let number: Int
        let temporaryStoreEntity: StoreEntity
        let slotsByName: [String: Int]
        let slots: [Int]
        /// The slots with rules in the model: mandatory properties, properties with predicates, and relationships.
        let ruledSlots: [Int]
        /// The attributes with a default value.
        private let defaulted: [(slot: Int, attribute: AttributeDescription)]
        private let convertedDefaults = LockedValue<[(slot: Int, value: PropertyValue?)]?>(nil)

        /// The default values that every new object gets, converted once; nil for one of another type than the
        /// attribute. Converting them for each object took 17 % of inserting 110,000 objects.
        var defaultValues: [(slot: Int, value: PropertyValue?)] {
            if let known = convertedDefaults.withLock({ $0 }) { return known }
            let values = defaulted.map { slot, attribute in
                (slot: slot, value: attribute.defaultValue.flatMap(attribute.propertyValue))
            }
            convertedDefaults.withLock { $0 = values }
            return values
        }

        init(_ entity: EntityDescription, layout: EntityLayout, entityIndex: Int, number: Int) {
            self.layout = layout
            self.entityIndex = entityIndex
            self.number = number
            temporaryStoreEntity = StoreEntity(entity: entity, layout: layout, entityIndex: entityIndex, store: nil)
            let own = layout.slots.filter { entity.isKindOf(entity: $0.declaringEntity) }
            slotsByName = Dictionary(own.map { ($0.name, $0.index) }, uniquingKeysWith: { $1 })
            slots = slotsByName.values.sorted()
            ruledSlots = slots.filter { slot in
                let property = layout.slots[slot].property
                return !property.isOptional || !property.validationPredicates.isEmpty
                    || (property as? RelationshipDescription)?.limitsCount == true
            }
            defaulted = slots.compactMap { slot in
                layout.slots[slot].attribute.flatMap { $0.defaultValue == nil ? nil : (slot, $0) }
            }
        }
    }

    /// The slots of the root entity's table, and the positions of this entity's properties in it.
    package var layout: EntityLayout { frozenEntity.layout }
    /// The position of this entity among the entities that share its table.
    package var entityIndex: Int { frozenEntity.entityIndex }
    /// The number that Core Data gives the entity in a new store (`Z_ENT`).
    package var number: Int { frozenEntity.number }
    /// The slots of this entity's properties, in ascending order.
    package var slots: [Int] { frozenEntity.slots }
    var ruledSlots: [Int] { frozenEntity.ruledSlots }
    var defaultValues: [(slot: Int, value: PropertyValue?)] { frozenEntity.defaultValues }
    var temporaryStoreEntity: StoreEntity { frozenEntity.temporaryStoreEntity }

    /// The slot of the property named `name`, if the entity has it.
    package func slot(named name: String) -> Int? {
        frozenEntity.slotsByName[name]
    }

    private var frozenEntity: FrozenEntity {
        guard let frozen else {
            preconditionFailure("Entity “\(name ?? "")” belongs to no model that a coordinator uses.")
        }
        return frozen
    }

    func freeze(layout: EntityLayout, entityIndex: Int, number: Int) {
        frozen = FrozenEntity(self, layout: layout, entityIndex: entityIndex, number: number)
        isFrozen = true
    }

    func requireMutable() {
        precondition(
            !isFrozen, "The model is in use by a coordinator: entity “\(name ?? "")” cannot be changed any more.")
    }
}
