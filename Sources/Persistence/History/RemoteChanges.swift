import Foundation

/// A transaction that was committed, as a store's history has it.
struct RecordedTransaction {
    let store: PersistentStore
    let number: Int64
    let author: String?
}

/// Tells coordinators that a store of theirs was written, be it by themselves or by another coordinator of this process.
///
/// Nothing watches the file: what another process wrote is seen by fetching history behind the last token.
enum RemoteChanges {
    private struct WeakStore {
        weak var store: PersistentStore?
    }

    private static let stores = Guarded<[WeakStore]>([])

    /// Notes a store that wants to hear of writes.
    static func register(_ store: PersistentStore) {
        guard StoreOption.flag(store.options[StoreOption.remoteChangeNotification]) else { return }
        stores.withLock { stores in
            stores.removeAll { $0.store == nil }
            stores.append(WeakStore(store: store))
        }
    }

    /// Posts the notification of every coordinator that has the store that was written.
    static func announce(_ transaction: RecordedTransaction) {
        let listening = stores.withLock { $0.compactMap(\.store) }
            .filter { $0.identifier == transaction.store.identifier }
        for store in listening {
            guard let coordinator = store.persistentStoreCoordinator else { continue }
            var userInfo: [AnyHashable: Any] = [
                StoreMetadataKey.storeUUID: store.identifier,
                PersistentStoreCoordinator.historyTokenKey: PersistentHistoryToken([
                    store.identifier: transaction.number
                ]),
            ]
            userInfo[PersistentStoreCoordinator.storeURLKey] = store.url
            userInfo[PersistentStoreCoordinator.transactionAuthorKey] = transaction.author
            NotificationCenter.default.post(
                name: .persistentStoreRemoteChange, object: coordinator, userInfo: userInfo)
        }
    }
}

extension Notification.Name {
    /// A store with the option `StoreOption.remoteChangeNotification` was written; the object is the coordinator. Posted on
    /// the thread that saved, after the save. `userInfo` has the store's UUID and URL, and a token.
    public static let persistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

extension PersistentStoreCoordinator {
    /// The key of the `PersistentHistoryToken` behind what was written.
    public static let historyTokenKey = "historyToken"
    /// The key of the URL of the store that was written.
    public static let storeURLKey = "storeURL"
    /// The key of the author of what was written.
    public static let transactionAuthorKey = "transactionAuthor"
}
