import Foundation

extension ManagedObjectModel {
    /// Registers a model under a name, by which `PersistentContainer(name:)` and `mergedModel(from:)` find it. The
    /// classes of its entities are then found by their names too.
    ///
    /// Generated source calls this when the program starts, before `main`.
    /// - Parameters:
    ///   - name: the name of the model, without an ending.
    ///   - file: a file of the module to which the model belongs. Models of the main program's bundle are those of all
    ///     modules, models of a module's resource bundle those of that module.
    ///   - model: the model. Called when the model is first needed, and each time; on any thread.
    public static func register(
        named name: String, inFile file: String = #fileID, _ model: @escaping @Sendable () -> ManagedObjectModel
    ) {
        let module = String(file.prefix { $0 != "/" })
        RegisteredModels.add(RegisteredModels.Entry(name: name, module: module, model: model))
    }
}

/// The models that are registered by name.
enum RegisteredModels {
    struct Entry: Sendable {
        let name: String
        let module: String
        let model: @Sendable () -> ManagedObjectModel
    }

    private static let entries = LockedValue<[Entry]>([])

    /// Replaces an entry with the same name and module.
    static func add(_ entry: Entry) {
        entries.withLock { entries in
            entries.removeAll { $0.name == entry.name && $0.module == entry.module }
            entries.append(entry)
        }
    }

    /// All entries, sorted by name and module.
    static var all: [Entry] {
        entries.withLock { $0 }.sorted { ($0.name, $0.module) < ($1.name, $1.module) }
    }

    /// The name of the property with this key path, which begins at a class of a registered model; nil if there is none.
    static func name(of keyPath: AnyKeyPath) -> String? {
        for entry in all {
            for entity in entry.model().entities {
                if let name = entity.propertyNames[keyPath] { return name }
            }
        }
        return nil
    }

    /// The class that an entity of a registered model names; nil if there is none.
    static func objectClass(named name: String) -> ManagedObject.Type? {
        for entry in all {
            let entity = entry.model().entities.first { $0.managedObjectClassName == name }
            if let entity, entity.knownClass != ManagedObject.self { return entity.knownClass }
        }
        return nil
    }
}

/// Reads the model files of Xcode's editor. `PersistenceModelFile` provides it, if it is part of the program.
package enum ModelFiles {
    /// Reads the current version of a model file, or all versions with the current one first.
    package typealias Reader = @Sendable (_ file: URL, _ allVersions: Bool) throws -> [ManagedObjectModel]

    private static let reader = LockedValue<Reader?>(nil)

    package static func register(_ newReader: @escaping Reader) {
        reader.withLock { $0 = newReader }
    }

    /// The models in a file.
    /// - Precondition: the file is a valid model, `PersistenceModelFile` is part of the program, and the model is not
    ///   a compiled one.
    static func models(in file: URL, allVersions: Bool) -> [ManagedObjectModel] {
        guard let reader = reader.withLock({ $0 }) else {
            preconditionFailure(
                "To read \(file.lastPathComponent), add PersistenceModelFile to the target's dependencies, or generate "
                    + "code from it with the plugin GeneratePersistence.")
        }
        do {
            return try reader(file, allVersions)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The model files in a bundle and in the resource bundles inside of it, sorted by path. A compiled model is among
    /// them only if its source is not.
    static func files(in bundle: Bundle) -> [URL] {
        let folder = bundle.resourceURL ?? bundle.bundleURL
        let found = ([folder] + children(of: folder).filter { ["resources", "bundle"].contains($0.pathExtension) })
            .flatMap(children)
        let sources = found.filter { ["xcdatamodeld", "xcdatamodel"].contains($0.pathExtension) }
        let names = Set(sources.map { $0.deletingPathExtension().lastPathComponent })
        let compiled = found.filter {
            ["momd", "mom"].contains($0.pathExtension) && !names.contains($0.deletingPathExtension().lastPathComponent)
        }
        return (sources + compiled).sorted { $0.path < $1.path }
    }

    private static func children(of folder: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }
}
