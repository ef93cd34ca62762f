import Foundation

/// Makes the destination objects of one entity mapping. Subclass it where a mapping's expressions do not suffice, and
/// name the subclass in `EntityMapping.entityMigrationPolicyClassName`.
///
/// ```swift
/// final class HeightPolicy: EntityMigrationPolicy {
///     override func createDestinationInstances(
///         forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
///     ) throws {
///         try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
///         let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [source])
///         made.first?.setValue(Double(source["height"] as? String ?? ""), forKey: "feet")
///     }
/// }
/// ```
///
/// For each mapping, a migration first calls `begin`, `createDestinationInstances` for every source object, and
/// `endInstanceCreation`. When all mappings have their objects, it calls for each `createRelationships` for every
/// destination object, and `endRelationshipCreation`. Then it calls `performCustomValidation` and `end` for each. What a
/// method throws ends the migration. All calls are on the queues of both contexts of the manager.
open class EntityMigrationPolicy {
    /// A policy. The manager makes one for each mapping.
    public required init() {}

    /// Called before the objects of the mapping. Does nothing.
    /// - Throws: In a subclass, what ends the migration.
    open func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {}

    /// Makes the destination object for a source object, sets its attributes by the mapping's expressions, and
    /// associates both. A subclass that makes objects itself associates them with `MigrationManager.associate`.
    /// - Throws: the error of a value that cannot be computed, which ends the migration.
    open func createDestinationInstances(
        forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        guard let entity = manager.destinationEntity(for: mapping) else { return }
        let made = ManagedObject(entity: entity, insertInto: manager.destinationContext)
        let attributes = entity.attributesByName
        for property in mapping.attributeMappings ?? [] {
            guard let attribute = property.name.flatMap({ attributes[$0] }), let expression = property.valueExpression
            else { continue }
            let value = try expression.value(for: attribute, of: sInstance)
            // A value that is required now keeps its default where there was none.
            if value != nil || attribute.isOptional { made.setValue(value, forKey: attribute.name) }
        }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: made, for: mapping)
    }

    /// Called after the objects of the mapping. Does nothing.
    /// - Throws: In a subclass, what ends the migration.
    open func endInstanceCreation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {}

    /// Sets the relationships of a destination object: each to the objects that were made from those that the source
    /// object is related to.
    /// - Throws: the error of a read that fails, which ends the migration.
    open func createRelationships(
        forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        let relationships = dInstance.entity.relationshipsByName
        let sources = manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [dInstance])
        for property in mapping.relationshipMappings ?? [] {
            guard let relationship = property.name.flatMap({ relationships[$0] }),
                let destination = relationship.destinationEntity
            else { continue }
            let related = try sources.flatMap { try property.related(to: $0, in: manager) }
                .filter { $0.entity.isKindOf(entity: destination) }
            dInstance.setDestinations(related, of: relationship)
        }
    }

    /// Called after the relationships of the mapping. Does nothing.
    /// - Throws: In a subclass, what ends the migration.
    open func endRelationshipCreation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {}

    /// Called when all objects have their relationships. Does nothing.
    /// - Throws: In a subclass, what ends the migration.
    open func performCustomValidation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {}

    /// Called last. Does nothing.
    /// - Throws: In a subclass, what ends the migration.
    open func end(_ mapping: EntityMapping, manager: MigrationManager) throws {}
}

extension ManagedObject {
    fileprivate func setDestinations(_ objects: [ManagedObject], of relationship: RelationshipDescription) {
        if !relationship.isToMany {
            setValue(objects.first, forKey: relationship.name)
        } else if relationship.isOrdered {
            setValue(NSOrderedSet(array: objects), forKey: relationship.name)
        } else {
            setValue(Set(objects), forKey: relationship.name)
        }
    }
}

extension FetchExpression {
    /// The key path from the source object, which may be written with or without `$source`; nil for anything else.
    fileprivate var sourceKeyPath: String? {
        guard case .keyPath(let path) = operand.ofSource, path.variable == nil else { return nil }
        return path.names.joined(separator: ".")
    }

    /// The value for an attribute. Any value can be copied; only what predicates support can be computed.
    fileprivate func value(for attribute: AttributeDescription, of source: ManagedObject) throws -> Any? {
        if let path = sourceKeyPath { return source.value(forKeyPath: path) }
        var binder = PredicateBinder(base: .entity(source.entity), environment: .current)
        let typed = try binder.operand(operand.ofSource)
        let scalar = try PredicateScopes(subjects: [ObjectSubject(object: source)]).value(of: typed.operand)
        return PropertyValue(scalar, typed.type, attribute.type).anyValue
    }
}

extension FetchPredicate.Operand {
    /// The operand with key paths from the source object in the place of those from `$source`.
    fileprivate var ofSource: FetchPredicate.Operand {
        replacing([]) { operand, _ in
            guard case .keyPath(var path) = operand, path.variable == "source" else { return nil }
            path.variable = nil
            return .keyPath(path)
        }
    }
}

extension PropertyMapping {
    /// The destination objects for those at the key path from the source object.
    fileprivate func related(to source: ManagedObject, in manager: MigrationManager) throws -> [ManagedObject] {
        guard let expression = valueExpression else { return [] }
        guard let path = expression.sourceKeyPath else {
            throw PersistenceError(
                .entityMigrationPolicy,
                "The relationship “\(name ?? "")” needs a key path from the source object, and has “\(expression)”.")
        }
        let objects: [ManagedObject] =
            switch source.value(forKeyPath: path) {
            case let object as ManagedObject: [object]
            case let set as NSOrderedSet: set.array.compactMap { $0 as? ManagedObject }
            case let set as Set<ManagedObject>: set.sorted { $0.objectID.key ?? 0 < $1.objectID.key ?? 0 }
            default: []
            }
        return objects.flatMap { manager.destinationInstances(of: $0) }
    }
}
