/// Copies models, and merges several into one.
extension ManagedObjectModel {
    /// A model with copies of the entities, configurations and named fetch requests of all models. The originals do not
    /// change and may be in use.
    ///
    /// An entity that occurs in several models must be the same in each. A relationship finds its destination by name,
    /// in any of the models.
    /// - Returns: nil if two models have different entities with the same name.
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

    /// A copy of the model, which can be changed even if this model is in use.
    public func copy() -> ManagedObjectModel {
        // Merging cannot fail: a single model has no conflicting entities.
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
