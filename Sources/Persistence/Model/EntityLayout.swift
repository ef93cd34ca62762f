import Foundation
import Synchronization

/// Assigns a slot to each property of a root entity and of all entities below it.
///
/// Slots `0 ..< columnCount` have a column in the table and a cell in row blocks. Transient properties and to-many
/// relationships follow. Immutable; created when the model is first used.
package final class EntityLayout: @unchecked Sendable {
    /// The kind of a slot's value.
    package enum Kind: Sendable {
        case attribute(AttributeType)
        case toOne
        case toMany
    }

    /// The slot of one property.
    package final class Slot: @unchecked Sendable {
        package let index: Int
        package let name: String
        package let kind: Kind
        package let isTransient: Bool
        package let isOrdered: Bool
        package let property: PropertyDescription
        package let declaringEntity: EntityDescription
        /// For a to-one relationship to an entity with sub-entities: the hidden column for the destination's entity.
        package fileprivate(set) var entityColumn: Int?
        /// For a to-one relationship whose inverse is ordered: the hidden column for the position.
        package fileprivate(set) var orderColumn: Int?

        package let attribute: AttributeDescription?
        package let relationship: RelationshipDescription?
        /// The value of a transient attribute that was never set.
        let transientDefault: PropertyValue

        fileprivate init(_ property: PropertyDescription, of entity: EntityDescription, at index: Int) {
            self.index = index
            self.property = property
            name = property.name
            isTransient = property.isTransient
            let attribute = property as? AttributeDescription
            self.attribute = attribute
            relationship = property as? RelationshipDescription
            isOrdered = relationship?.isOrdered ?? false
            declaringEntity = entity
            let initial = property.isTransient ? attribute?.defaultValue : nil
            transientDefault = initial.flatMap { attribute?.propertyValue(from: $0) } ?? .null
            kind =
                if let relationship {
                    relationship.isToMany ? .toMany : .toOne
                } else {
                    .attribute(attribute?.type ?? .undefined)
                }
        }

        /// The attribute's default value; null without one.
        package var defaultValue: PropertyValue {
            attribute.flatMap { attribute in attribute.defaultValue.flatMap(attribute.propertyValue) } ?? .null
        }

        /// Whether a save computes the value.
        package var isDerived: Bool {
            (attribute as? DerivedAttributeDescription)?.derivationExpression != nil
        }

        var mayBeExternal: Bool { attribute?.allowsExternalBinaryDataStorage == true }

        /// The slot of a relationship's inverse in the destination's table; nil if it has none.
        var inverse: Int? {
            let known = knownInverse.load(ordering: .relaxed)
            let slot = known == Slot.unknown ? findInverse() : known
            return slot == Slot.none ? nil : slot
        }

        private func findInverse() -> Int {
            let inverse = relationship?.inverseRelationship.flatMap {
                relationship?.destinationEntity?.slot(named: $0.name)
            }
            knownInverse.store(inverse ?? Slot.none, ordering: .relaxed)
            return inverse ?? Slot.none
        }

        /// The slot of the inverse, once it was asked for: the destination may have a layout that is made later.
        private let knownInverse = Atomic(Slot.unknown)
        private static let (unknown, none) = (-2, -1)

        /// Whether the relationship is to-many, stored, and has no inverse.
        package var isOneWayToMany: Bool {
            guard case .toMany = kind, !isTransient else { return false }
            return relationship?.inverseRelationship == nil
        }

        package var isColumn: Bool {
            if case .toMany = kind { false } else { !isTransient }
        }
    }

    /// Unique among the layouts of the process. The key of the slot cache in attribute handles.
    package let number: UInt32
    package let root: EntityDescription
    /// The entities that share the table, depth first; an entity's `entityIndex` is its index here.
    package let entities: [EntityDescription]
    package let slots: [Slot]
    /// The number of slots with a column.
    package let columnCount: Int
    /// Whether any slot is a relationship.
    package let hasRelationships: Bool
    /// The slots of stored to-many relationships without an inverse.
    let oneWaySlots: [Int]
    /// Whether any slot is transient.
    package let hasTransients: Bool
    /// Whether any attribute is derived.
    package let hasDerivations: Bool
    /// What each column holds. Hidden columns (destination entities, positions) follow those of the slots.
    package let contents: [ColumnContent]
    /// What the column of each slot with one holds.
    let slotContents: [ColumnContent]
    /// The columns whose words refer to a block's bytes.
    let byteColumns: [Int]

    private static let numbers = Atomic<UInt32>(1)

    /// The slots of derived attributes.
    package var derivedSlots: [Int] {
        slots.filter(\.isDerived).map(\.index)
    }

    init(root: EntityDescription) {
        self.number = EntityLayout.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        self.root = root
        self.entities = root.hierarchy
        let declared = entities.flatMap { entity in EntityLayout.sortedProperties(of: entity).map { (entity, $0) } }
        var slots: [Slot] = []
        for wantsColumn in [true, false] {
            for (entity, property) in declared {
                let slot = Slot(property, of: entity, at: slots.count)
                if slot.isColumn == wantsColumn { slots.append(slot) }
            }
        }
        self.columnCount = slots.count { $0.isColumn }
        slotContents = slots[..<columnCount].map { ColumnContent($0) }
        contents = slotContents + EntityLayout.placeHiddenColumns(in: slots, after: columnCount)
        byteColumns = contents.indices.filter { [contents] in contents[$0].isBytes }
        self.slots = slots
        oneWaySlots = slots.filter(\.isOneWayToMany).map(\.index)
        hasDerivations = slots.contains(where: \.isDerived)
        hasTransients = slots.contains { $0.isTransient }
        hasRelationships = slots.contains { $0.relationship != nil }
    }

    private static func sortedProperties(of entity: EntityDescription) -> [PropertyDescription] {
        let byName = entity.ownProperties.sorted { $0.name < $1.name }
        return byName.filter { $0 is AttributeDescription } + byName.filter { $0 is RelationshipDescription }
    }

    /// What the hidden columns hold.
    private static func placeHiddenColumns(in slots: [Slot], after columnCount: Int) -> [ColumnContent] {
        var hidden: [ColumnContent] = []
        for index in slots.indices where slots[index].isColumn {
            guard let relationship = slots[index].relationship else { continue }
            if relationship.destinationEntity?.subentities.isEmpty == false {
                slots[index].entityColumn = columnCount + hidden.count
                hidden.append(.entity)
            }
            if relationship.inverseRelationship?.isOrdered == true {
                slots[index].orderColumn = columnCount + hidden.count
                hidden.append(.order)
            }
        }
        return hidden
    }
}
