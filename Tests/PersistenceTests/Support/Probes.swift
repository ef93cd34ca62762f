import Foundation
import Persistence
import Testing

/// Looks at an object without keeping it.
struct WeakProbe {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }

    var isAlive: Bool { object != nil }
}

extension [WeakProbe] {
    var allAlive: Bool { allSatisfy(\.isAlive) }
    var noneAlive: Bool { !contains(where: \.isAlive) }
}

/// Probes of what `make` returns, which is let go.
@inline(never)
func probes(_ make: () throws -> [AnyObject]) rethrows -> [WeakProbe] {
    try make().map(WeakProbe.init)
}

/// A probe of what `make` returns, which is let go.
@inline(never)
func probe(_ make: () throws -> AnyObject) rethrows -> WeakProbe {
    WeakProbe(try make())
}

/// Runs `body` and lets go of everything that it made.
@inline(never)
func scope<T>(_ body: () throws -> T) rethrows -> T {
    try body()
}

/// Collects what `read` makes of each notification of one name from one sender.
final class Recorder<Event>: @unchecked Sendable {
    private(set) var events: [Event] = []
    private var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name, from sender: AnyObject?, _ read: @escaping (Notification) -> Event) {
        let read = UncheckedBox(read)
        token = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { [weak self] note in
            self?.events.append(read.value(note))
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Notification {
    /// The IDs of the objects under one of the context's keys.
    func ids(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObjectID> {
        Set((userInfo?[key.rawValue] as? Set<ManagedObject> ?? []).map(\.objectID))
    }
}

extension Optional<ExitTest.Result> {
    /// Whether the process said this sentence before it ended.
    func says(_ sentence: String) -> Bool {
        guard let content = self?.standardErrorContent else { return false }
        return String(decoding: content, as: UTF8.self).contains(sentence)
    }
}
