/// The names by which an earlier version of a model may have an entity or a property: its own, then its
/// `renamingIdentifier`. The first one that is there counts.
extension EntityDescription {
    package var earlierNames: [String] { names(name, renamingIdentifier) }
}

extension PropertyDescription {
    package var earlierNames: [String] { names(name, renamingIdentifier) }
}

extension ManagedObjectModel {
    /// The entity of this model that became an entity of a later version; nil if that one is new.
    package func entity(before later: EntityDescription) -> EntityDescription? {
        let entities = entitiesByName
        return later.earlierNames.lazy.compactMap { entities[$0] }.first
    }
}

private func names(_ name: String?, _ former: String?) -> [String] {
    [name, former == name ? nil : former].compactMap { $0 }
}
