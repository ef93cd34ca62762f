import Foundation

/// Archiving the configuration of a context, without its objects. Called directly on a coder.
extension ManagedObjectContext {
    /// The settings of an archived context.
    public struct Configuration: Codable, Sendable, Equatable {
        /// The raw value of a `ConcurrencyType`.
        public var concurrencyType: UInt
        /// The context's `name`.
        public var name: String?
        /// The context's `transactionAuthor`.
        public var transactionAuthor: String?
        /// The raw value of a `MergePolicyType`. The overrides of a `MergePolicy` subclass are not archived.
        public var mergePolicy: UInt
        /// The context's `propagatesDeletesAtEndOfEvent`.
        public var propagatesDeletesAtEndOfEvent: Bool
        /// The context's `shouldDeleteInaccessibleFaults`.
        public var shouldDeleteInaccessibleFaults: Bool
        /// The context's `retainsRegisteredObjects`.
        public var retainsRegisteredObjects: Bool
        /// The context's `automaticallyMergesChangesFromParent`.
        public var automaticallyMergesChangesFromParent: Bool
        /// In seconds; negative means infinite, 0 means always refetch.
        public var stalenessInterval: Double
        /// Whether the context has an undo manager, or creates one when it is first used.
        public var hasUndoManager: Bool
    }

    private static let codingKey = "ManagedObjectContext"

    /// The configuration that `encode(with:)` archives.
    public var configuration: Configuration {
        Configuration(
            concurrencyType: concurrencyType.rawValue, name: name, transactionAuthor: transactionAuthor,
            mergePolicy: mergePolicy.mergeType.rawValue, propagatesDeletesAtEndOfEvent: propagatesDeletesAtEndOfEvent,
            shouldDeleteInaccessibleFaults: shouldDeleteInaccessibleFaults,
            retainsRegisteredObjects: retainsRegisteredObjects,
            automaticallyMergesChangesFromParent: automaticallyMergesChangesFromParent,
            stalenessInterval: stalenessInterval.seconds, hasUndoManager: undo.isWanted)
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
        stalenessInterval = StalenessInterval(seconds: configuration.stalenessInterval)
        undo.isWanted = configuration.hasUndoManager
    }
}

extension ManagedObjectContext.StalenessInterval {
    var seconds: Double {
        switch self {
        case .infinite: -1
        case .alwaysRefetch: 0
        case .seconds(let value): value
        }
    }

    init(seconds: Double) {
        self = seconds < 0 ? .infinite : seconds == 0 ? .alwaysRefetch : .seconds(seconds)
    }
}
