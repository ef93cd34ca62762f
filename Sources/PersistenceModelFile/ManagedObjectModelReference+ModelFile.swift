import Foundation
import Persistence

/// References to models in files. They are read when they are first needed.
extension ManagedObjectModelReference {
    /// A reference to a model file, as `ManagedObjectModel.init(validating:)` reads it.
    public convenience init(fileURL: URL, versionChecksum: String) {
        self.init(versionChecksum: versionChecksum) { try ManagedObjectModel(validating: fileURL) }
    }

    /// A reference to the version of a model with this name, `NAME.xcdatamodel`, among a bundle's resources; nil stands
    /// for the main bundle.
    public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.init(versionChecksum: versionChecksum) {
            let versions = ModelVersions.files(in: bundle ?? .main)
            guard let file = versions.first(where: { $0.deletingPathExtension().lastPathComponent == modelName }) else {
                throw ModelVersions.missing("named “\(modelName)”")
            }
            return try ManagedObjectModel(validating: file)
        }
    }

    /// A reference to the model with these version hashes of its entities (`entityVersionHashesByName`) among a
    /// bundle's resources; nil stands for the main bundle.
    public convenience init(
        entityVersionHashes versionHashes: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
    ) {
        let hashes = versionHashes as? [String: Data]
        self.init(versionChecksum: versionChecksum) {
            for file in ModelVersions.files(in: bundle ?? .main) {
                let model = try ManagedObjectModel(validating: file)
                if model.entityVersionHashesByName == hashes { return model }
            }
            throw ModelVersions.missing("with these version hashes")
        }
    }
}

/// The versions of models in a bundle.
private enum ModelVersions {
    static func files(in bundle: Bundle) -> [URL] {
        var files = resources("xcdatamodel", in: bundle)
        for folder in resources("xcdatamodeld", in: bundle) {
            let inside = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            files += inside?.filter { $0.pathExtension == "xcdatamodel" } ?? []
        }
        return files.sorted { $0.path < $1.path }
    }

    private static func resources(_ suffix: String, in bundle: Bundle) -> [URL] {
        (bundle.urls(forResourcesWithExtension: suffix, subdirectory: nil) ?? []).map { $0 as URL }
    }

    static func missing(_ what: String) -> PersistenceError {
        PersistenceError(.managedObjectModelReferenceNotFound, "The bundle has no model \(what).")
    }
}
