import Foundation
import Synchronization

/// Where the properties of an entity hierarchy are: one slot for each property of the root entity and all below it.
///
/// Slots `0 ..< columnCount` have a column in the table and a place in row blocks; transient properties and to-many
/// relationships follow. Immutable; made when the model is first used.
package final class EntityLayout: @unchecked Sendable {
    /// What a slot holds.
    package enum Kind: Sendable {
        case attribute(AttributeType)
        case toOne
        case toMany
    }

    /// One property.
    package final class Slot: @unchecked Sendable {
        package let index: Int
        package let name: String
        package let kind: Kind
        package let isTransient: Bool
        package let isOrdered: Bool
        package let property: PropertyDescription
        package let declaringEntity: EntityDescription
        /// For a to-one relationship into a hierarchy: the hidden column with the destination's entity.
        package fileprivate(set) var ordinalColumn: Int?
        /// For a to-one relationship whose inverse is ordered: the hidden column with the position.
        package fileprivate(set) var orderColumn: Int?

        package let attribute: AttributeDescription?
        package let relationship: RelationshipDescription?
        /// What a transient attribute is when nobody has set it.
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

        package var isColumn: Bool {
            if case .toMany = kind { false } else { !isTransient }
        }
    }

    /// Unlike for any two layouts of a process; keys the slot cache of attribute handles.
    package let number: UInt32
    package let root: EntityDescription
    /// The entities that share the table, depth first; an entity's `ordinal` is its index here.
    package let entities: [EntityDescription]
    package let slots: [Slot]
    /// Slots with a column.
    package let columnCount: Int
    /// Whether any slot is a relationship.
    package let hasRelationships: Bool
    /// Whether any slot is transient.
    package let hasTransients: Bool
    /// Columns in all: hidden ones (destination entities, positions) follow the slots' own.
    package let storedColumnCount: Int

    private static let numbers = Atomic<UInt32>(1)

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
        self.storedColumnCount = EntityLayout.placeHiddenColumns(in: slots, after: columnCount)
        self.slots = slots
        hasTransients = slots.contains { $0.isTransient }
        hasRelationships = slots.contains { $0.relationship != nil }
    }

    private static func sortedProperties(of entity: EntityDescription) -> [PropertyDescription] {
        let byName = entity.ownProperties.sorted { $0.name < $1.name }
        return byName.filter { $0 is AttributeDescription } + byName.filter { $0 is RelationshipDescription }
    }

    private static func placeHiddenColumns(in slots: [Slot], after columnCount: Int) -> Int {
        var next = columnCount
        for index in slots.indices where slots[index].isColumn {
            guard let relationship = slots[index].relationship else { continue }
            if relationship.destinationEntity?.subentities.isEmpty == false {
                slots[index].ordinalColumn = next
                next += 1
            }
            if relationship.inverseRelationship?.isOrdered == true {
                slots[index].orderColumn = next
                next += 1
            }
        }
        return next
    }
}
