import Foundation

/// Models that are registered in code, or are in bundles as `.xcdatamodeld` or `.xcdatamodel`.
extension ManagedObjectModel {
    /// The registered model with this name, otherwise the current version of the model file in the main bundle.
    /// - Precondition: there is exactly one such model, and a file is a valid model that is not compiled.
    static func model(named name: String) -> ManagedObjectModel {
        let registered = RegisteredModels.all.filter { $0.name == name }
        precondition(
            registered.count <= 1,
            "Several modules have a model named “\(name)”: \(registered.map(\.module)). Use PersistentContainer(name:managedObjectModel:)."
        )
        if let registered = registered.first { return registered.model() }
        let files = ModelFiles.files(in: .main).filter { $0.deletingPathExtension().lastPathComponent == name }
        guard let file = files.first, let model = ModelFiles.models(in: file, allVersions: false).first else {
            preconditionFailure(
                "There is no model named “\(name)”. Generate it with the plugin GeneratePersistence, or copy "
                    + "\(name).xcdatamodeld to the program's resources.")
        }
        return model
    }

    /// One model with all entities of the models in these bundles, nil for the main one: the registered models of their
    /// modules, and the current versions of other model files among their resources.
    ///
    /// The main bundle includes the models of all modules.
    /// - Returns: nil if there is no model, or if two models have different entities with the same name.
    /// - Precondition: every model file in the bundles is valid, and none is compiled.
    public class func mergedModel(from bundles: [Bundle]?) -> ManagedObjectModel? {
        let models = models(in: bundles ?? [.main], allVersions: false)
        return models.isEmpty ? nil : ManagedObjectModel(byMerging: models)
    }

    /// One model with the entities of the models in these bundles that are those of a store, nil for the main bundle.
    /// All versions of model files are considered.
    /// - Returns: nil if the models do not have all entities of the store, in the version that it has.
    /// - Precondition: every model file in the bundles is valid, and none is compiled.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> ManagedObjectModel? {
        ManagedObjectModel(byMerging: models(in: bundles ?? [.main], allVersions: true), forStoreMetadata: metadata)
    }

    /// One model with the entities of those models that a store with this metadata has.
    /// - Returns: nil if the models do not have all entities of the store, in the version that it has.
    public convenience init?(byMerging models: [ManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        if let model = models.first(where: { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) })
        {
            self.init(byMerging: [model])
            return
        }
        let hashes = EntityHash.hashes(in: metadata)
        let fitting = models.filter { model in
            guard let hashes else { return true }
            return EntityHash.hashes(of: model.entities).allSatisfy { hashes[$0.key] as? Data == $0.value }
        }
        self.init(byMerging: fitting)
        guard isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
    }

    private static func models(in bundles: [Bundle], allVersions: Bool) -> [ManagedObjectModel] {
        let registered = RegisteredModels.all.filter { entry in bundles.contains { $0.isBundle(of: entry.module) } }
        var known = Set(registered.map(\.name))
        if allVersions { known = [] }
        let files = bundles.flatMap(ModelFiles.files).filter { file in
            !known.contains(file.deletingPathExtension().lastPathComponent)
        }
        return registered.map { $0.model() }
            + Set(files).sorted { $0.path < $1.path }.flatMap { ModelFiles.models(in: $0, allVersions: allVersions) }
    }
}

extension Bundle {
    /// Whether the bundle is the main one, or that with a module's resources, which the package manager names
    /// `PACKAGE_MODULE`.
    fileprivate func isBundle(of module: String) -> Bool {
        bundleURL == Bundle.main.bundleURL
            || bundleURL.deletingPathExtension().lastPathComponent.hasSuffix("_" + module)
    }
}
