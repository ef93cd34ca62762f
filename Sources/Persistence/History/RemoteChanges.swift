import Foundation

/// A committed transaction in a store's history.
struct RecordedTransaction {
    let store: PersistentStore
    let number: Int64
    let author: String?
}

/// Notifies coordinators when one of their stores was written, by themselves or by another coordinator of this process.
///
/// Files are not watched. To find what another process wrote, fetch the history after the last token.
enum RemoteChanges {
    private struct WeakStore {
        weak var store: PersistentStore?
    }

    private static let stores = LockedValue<[WeakStore]>([])

    /// Registers a store for notifications, if its options ask for them.
    static func register(_ store: PersistentStore) {
        guard StoreOption.flag(store.settings[StoreOption.remoteChangeNotification]) else { return }
        stores.withLock { stores in
            stores.removeAll { $0.store == nil }
            stores.append(WeakStore(store: store))
        }
    }

    /// Posts the notification for every coordinator with the written store.
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
    /// Posted after this process wrote to a store with the option `StoreOption.remoteChangeNotification`, on the thread
    /// that saved. The object is the coordinator. `userInfo` contains the store's UUID and URL, the author and a token.
    public static let persistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

extension PersistentStoreCoordinator {
    /// The key of the `PersistentHistoryToken` for the position after the write.
    public static let historyTokenKey = "historyToken"
    /// The key of the URL of the store that was written.
    public static let storeURLKey = "storeURL"
    /// The key of the author of the write.
    public static let transactionAuthorKey = "transactionAuthor"
}
