import Persistence

/// One end of a relationship, described from its own entity.
package struct RelationshipEnd {
    fileprivate let key: String
    fileprivate let isToMany: Bool
    fileprivate let isOrdered: Bool
    fileprivate let deleteRule: DeleteRule

    private init(_ key: String, toMany: Bool, ordered: Bool, _ deleteRule: DeleteRule) {
        (self.key, isToMany, isOrdered, self.deleteRule) = (key, toMany, ordered, deleteRule)
    }

    package static func one(_ key: String, deleteRule: DeleteRule = .nullifyDeleteRule) -> RelationshipEnd {
        RelationshipEnd(key, toMany: false, ordered: false, deleteRule)
    }

    package static func many(_ key: String, deleteRule: DeleteRule = .nullifyDeleteRule) -> RelationshipEnd {
        RelationshipEnd(key, toMany: true, ordered: false, deleteRule)
    }

    package static func ordered(_ key: String, deleteRule: DeleteRule = .nullifyDeleteRule) -> RelationshipEnd {
        RelationshipEnd(key, toMany: true, ordered: true, deleteRule)
    }

    fileprivate func relationship(to destination: EntityDescription) -> RelationshipDescription {
        RelationshipDescription(
            name: key, destination: destination, toMany: isToMany, ordered: isOrdered, deleteRule: deleteRule)
    }
}

extension EntityDescription {
    /// Adds a relationship to this entity and its inverse to `other`, which may be this entity.
    package func relate(_ end: RelationshipEnd, to other: EntityDescription, _ inverse: RelationshipEnd) {
        let (there, back) = (end.relationship(to: other), inverse.relationship(to: self))
        there.setInverse(back)
        properties += [there]
        other.properties += [back]
    }

    /// Adds a relationship from this entity to itself that is its own inverse.
    package func relateToItself(_ end: RelationshipEnd) {
        let relationship = end.relationship(to: self)
        relationship.setInverse(relationship)
        properties += [relationship]
    }

    /// Adds a relationship without an inverse to this entity.
    package func refer(_ end: RelationshipEnd, to other: EntityDescription) {
        properties += [end.relationship(to: other)]
    }
}
