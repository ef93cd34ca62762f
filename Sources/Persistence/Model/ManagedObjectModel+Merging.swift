/// Copies of models, and models of several.
extension ManagedObjectModel {
    /// One model with copies of the entities, configurations and named fetch requests of all; the given ones stay as they
    /// are and may be in use.
    ///
    /// An entity that several models have must be the same in each. A relationship finds its destination by name, in
    /// whichever model it is.
    /// - Returns: nil when two models have different entities of one name.
    public convenience init?(byMerging models: [ManagedObjectModel]?) {
        let models = models ?? []
        guard ManagedObjectModel.agree(models) else { return nil }
        self.init()
        let copy = ModelCopy(of: models.flatMap(\.entities))
        var names: Set<String> = []
        entities = models.flatMap(\.entities).filter { names.insert($0.name ?? "").inserted }
            .compactMap { copy[$0.name] }
        adoptEntities()
        versionIdentifiers = Set(models.flatMap(\.versionIdentifiers))
        for model in models { adoptNames(of: model, copy) }
    }

    /// A model with the same entities, which may be changed although this one is in use.
    public func copy() -> ManagedObjectModel {
        // One model agrees with itself.
        ManagedObjectModel(byMerging: [self]) ?? ManagedObjectModel()
    }

    private func adoptNames(of model: ManagedObjectModel, _ copy: ModelCopy) {
        for name in model.configurations {
            let added = (model.entities(forConfigurationName: name) ?? []).compactMap { copy[$0.name] }
            let present = entities(forConfigurationName: name) ?? []
            setEntities(
                present + added.filter { entity in !present.contains { $0 === entity } }, forConfigurationName: name)
        }
        for (name, values) in model.fetchRequestTemplates { setFetchRequestTemplate(values, forName: name) }
    }

    private static func agree(_ models: [ManagedObjectModel]) -> Bool {
        var texts: [String: String] = [:]
        for entity in models.flatMap(\.entities) {
            let text = EntityHash.canonicalText(of: entity)
            guard texts.updateValue(text, forKey: entity.name ?? "") ?? text == text else { return false }
        }
        return true
    }
}
