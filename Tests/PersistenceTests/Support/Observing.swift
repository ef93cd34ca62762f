import Foundation
import Persistence
import Testing

/// Observes a notification of one context.
@discardableResult
func observe(
    _ name: Notification.Name, of context: ManagedObjectContext, _ body: @escaping @Sendable (Notification) -> Void
) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: context, queue: nil, using: body)
}

/// Runs `body` while `observer` observes a notification of the context.
func observing<T>(
    _ name: Notification.Name, of context: ManagedObjectContext, with observer: @escaping (Notification) -> Void,
    _ body: () throws -> T
) rethrows -> T {
    try withoutActuallyEscaping(observer) { observer in
        let box = Handed(observer)
        let token = observe(name, of: context) { box.value($0) }
        defer { NotificationCenter.default.removeObserver(token) }
        return try body()
    }
}

/// Collects the results of `read` for each notification with one name from one sender.
final class Recorder<Event>: @unchecked Sendable {
    private(set) var events: [Event] = []
    private var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name?, from sender: AnyObject?, _ read: @escaping (Notification) -> Event) {
        let read = Handed(read)
        token = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { [weak self] note in
            self?.events.append(read.value(note))
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

extension Notification {
    /// The IDs of the objects under one of the notification's keys.
    func ids(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObjectID> {
        Set((userInfo?[key.rawValue] as? Set<ManagedObject> ?? []).map(\.objectID))
    }
}

extension ManagedObjectContext {
    /// Saves and returns the did-save notification.
    func savedNote() throws -> Notification {
        let notes = Recorder(ManagedObjectContext.didSaveObjectsNotification, from: self) { $0 }
        try save()
        return try #require(notes.events.first)
    }
}
