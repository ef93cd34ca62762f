import Foundation

/// Archiving the configuration of a context, without its objects. Called directly on a coder.
extension ManagedObjectContext {
    /// The settings of an archived context.
    package struct Configuration: Codable, Sendable, Equatable {
        /// The raw value of a `ConcurrencyType`.
        package var concurrencyType: UInt
        /// The context's `name`.
        package var name: String?
        /// The context's `transactionAuthor`.
        package var transactionAuthor: String?
        /// The raw value of a `MergePolicyType`. The overrides of a `MergePolicy` subclass are not archived.
        package var mergePolicy: UInt
        /// The context's `propagatesDeletesAtEndOfEvent`.
        package var propagatesDeletesAtEndOfEvent: Bool
        /// The context's `shouldDeleteInaccessibleFaults`.
        package var shouldDeleteInaccessibleFaults: Bool
        /// The context's `retainsRegisteredObjects`.
        package var retainsRegisteredObjects: Bool
        /// The context's `automaticallyMergesChangesFromParent`.
        package var automaticallyMergesChangesFromParent: Bool
        /// In seconds; negative means infinite, 0 means always refetch.
        package var stalenessInterval: Double
        /// Whether the context has an undo manager, or creates one when it is first used.
        package var hasUndoManager: Bool
    }

    private static let codingKey = "ManagedObjectContext"

    /// The configuration that `encode(with:)` archives.
    package var configuration: Configuration {
        Configuration(
            concurrencyType: concurrencyType.rawValue, name: name, transactionAuthor: transactionAuthor,
            mergePolicy: mergePolicy.mergeType.rawValue, propagatesDeletesAtEndOfEvent: propagatesDeletesAtEndOfEvent,
            shouldDeleteInaccessibleFaults: shouldDeleteInaccessibleFaults,
            retainsRegisteredObjects: retainsRegisteredObjects,
            automaticallyMergesChangesFromParent: automaticallyMergesChangesFromParent,
            stalenessInterval: stalenessInterval, hasUndoManager: undo.isWanted)
    }

    /// Archives the context's configuration under the key "ManagedObjectContext". Objects and changes are not archived.
    public func encode(with coder: NSCoder) {
        guard let data = try? PropertyListEncoder().encode(configuration) else { return }
        coder.encode(data as NSData, forKey: ManagedObjectContext.codingKey)
    }

    /// Creates a context with the archived configuration and without objects. Set its coordinator or parent before use.
    /// - Returns: nil if the coder holds no valid configuration.
    public convenience init?(coder: NSCoder) {
        guard coder.containsValue(forKey: ManagedObjectContext.codingKey) else { return nil }
        guard let data = coder.decodeObject(of: NSData.self, forKey: ManagedObjectContext.codingKey) else { return nil }
        let configuration = try? PropertyListDecoder().decode(Configuration.self, from: Data(referencing: data))
        guard let configuration, let type = ConcurrencyType(rawValue: configuration.concurrencyType) else { return nil }
        self.init(concurrencyType: type)
        apply(configuration)
    }

    private func apply(_ configuration: Configuration) {
        name = configuration.name
        transactionAuthor = configuration.transactionAuthor
        mergePolicy = MergePolicyType(rawValue: configuration.mergePolicy).map { MergePolicy(merge: $0) } ?? .error
        propagatesDeletesAtEndOfEvent = configuration.propagatesDeletesAtEndOfEvent
        shouldDeleteInaccessibleFaults = configuration.shouldDeleteInaccessibleFaults
        retainsRegisteredObjects = configuration.retainsRegisteredObjects
        automaticallyMergesChangesFromParent = configuration.automaticallyMergesChangesFromParent
        stalenessInterval = configuration.stalenessInterval
        undo.isWanted = configuration.hasUndoManager
    }
}
