import Foundation
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Remote change notifications, and merging the changes they announce.
@Suite struct RemoteChangeTests {
    private static let options: [String: any Sendable] = [
        StoreOption.persistentHistoryTracking: true, StoreOption.remoteChangeNotification: true,
    ]

    /// Collects the tokens of a coordinator's remote change notifications.
    private final class Listener: Sendable {
        private let tokens = LockedValue<[PersistentHistoryToken]>([])
        private let observer = LockedValue<(any NSObjectProtocol)?>(nil)

        init(_ annals: TrackedStore) {
            let observer = NotificationCenter.default.addObserver(
                forName: .persistentStoreRemoteChange, object: annals.stack.coordinator, queue: nil
            ) { [weak self] note in
                let token = note.userInfo?[PersistentStoreCoordinator.historyTokenKey] as? PersistentHistoryToken
                if let token { self?.tokens.withLock { $0.append(token) } }
            }
            self.observer.withLock { [observer = UncheckedBox(observer)] in $0 = observer.value }
        }

        deinit {
            if let observer = observer.withLock({ UncheckedBox($0) }).value {
                NotificationCenter.default.removeObserver(observer)
            }
        }

        var heard: [PersistentHistoryToken] { tokens.withLock { $0 } }
    }

    private struct UncheckedBox<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    /// B-HIS-08
    @Test func `a remote change notification with a token is posted for own saves and another stack's`() throws {
        let annals = try TrackedStore(options: Self.options)
        let other = try TrackedStore(in: annals.folder, options: Self.options)
        let deaf = try TrackedStore(in: annals.folder)
        let (own, others, none) = (Listener(annals), Listener(other), Listener(deaf))
        try annals.add("Malibu")
        let token = try #require(annals.token)
        #expect(own.heard == [token])
        #expect(others.heard == [token])
        #expect(none.heard.isEmpty)
    }

    @Test func `a remote change notification is posted after the save, when nothing is pending`() throws {
        let annals = try TrackedStore(options: Self.options)
        let context = annals.context
        let pending = Box<Bool>()
        let observer = NotificationCenter.default.addObserver(
            forName: .persistentStoreRemoteChange, object: annals.stack.coordinator, queue: nil
        ) { _ in pending.value = context.performAndWait { context.hasChanges } }
        defer { NotificationCenter.default.removeObserver(observer) }
        try annals.add("Malibu")
        #expect(pending.value == false)
    }

    /// B-HIS-08
    @Test func `a transaction's notification can be merged into a context`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        let reader = try TrackedStore(in: annals.folder)
        let readerIDs = try ids.map { try reader.stack.id("Place", $0.key ?? 0) }
        let token = try #require(reader.token)
        try reader.context.performAndWait {
            let places = try readerIDs.map { try reader.context.existingObject(with: $0) }
            try annals.change(ids[0], ["name": "First Point"])
            try annals.delete(ids[1])
            try annals.add("Trestles")
            for transaction in try reader.transactions(.fetchHistory(after: token)) {
                reader.context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            #expect(places[0].value(forKey: "name") as? String == "First Point")
            #expect(places[1].isDeleted)
            #expect(!reader.context.hasChanges)
            #expect(try reader.context.count(for: FetchRequest<ManagedObject>(entityName: "Place")) == 2)
        }
    }
}
