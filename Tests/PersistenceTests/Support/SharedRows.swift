import Foundation
import PersistenceSQLite
import PersistenceTestSupport
import TestSupport

@testable import Persistence

/// The rows of one store that several coordinators use, as several processes do.
final class SharedRows {
    let folder: TemporaryFolder?
    private let open: (ManagedObjectModel) throws -> any StoreBackend
    private let model: ManagedObjectModel
    private let mayChangeBehindCache: Bool

    /// - Parameter mayChangeBehindCache: Whether the rows can change without a coordinator's row cache noticing.
    init(_ kind: StoreKind, model: ManagedObjectModel = ItemModel.model(), mayChangeBehindCache: Bool = true) throws {
        self.model = model
        self.mayChangeBehindCache = mayChangeBehindCache
        switch kind {
        case .memory:
            folder = nil
            let rows = InMemoryStore(isReadOnly: false)
            open = { _ in SharedMemoryStore(rows) }
        case .sqlite:
            SQLiteStore.register()
            let folder = try TemporaryFolder()
            self.folder = folder
            let url = folder.url.appendingPathComponent("Store.sqlite")
            open = { model in
                guard let opening = StoreTypes.opening(for: sqliteStoreType) else {
                    throw CocoaError(.featureUnsupported)
                }
                return try opening.open(url: url, model: model, configurationName: nil, options: [:])
            }
        }
    }

    /// A new coordinator with these rows.
    func side(clock: @escaping @Sendable () -> Double = { 0 }) throws -> Side {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model, clock: clock)
        let probe = WatchedStore(try open(model), in: folder, mayChangeBehindCache: mayChangeBehindCache)
        let store = PersistentStore(
            type: "Watched", url: nil, configurationName: nil, options: [:], backend: probe)
        coordinator.add(store)
        return Side(coordinator: coordinator, store: store, probe: probe)
    }
}
