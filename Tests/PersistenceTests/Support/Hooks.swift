import Foundation
import Persistence

/// An ordered log of everything that happens in a context, with closures that run inside the hooks of its items.
final class Hooks: @unchecked Sendable {
    var log: [String] = []
    var willSave: (Item) -> Void = { _ in }
    var validate: (Item) throws -> Void = { _ in }
    var validateValue: (Item, inout Any?, String) throws -> Void = { _, _, _ in }
    private var observers: [any NSObjectProtocol] = []

    /// Attaches itself to `context` for the context's lifetime.
    init(_ context: ManagedObjectContext) {
        context.userInfo["hooks"] = self
        let names: [(Notification.Name, String)] = [
            (.managedObjectContextObjectsDidChange, "ObjectsDidChange"), (.managedObjectContextWillSave, "WillSave"),
            (.managedObjectContextDidSave, "DidSave"),
        ]
        observers = names.map { name, title in
            observe(name, of: context) { [weak self] in self?.note(title + Hooks.summary($0)) }
        }
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    func note(_ event: String) { log.append(event) }

    /// Returns the log and clears it.
    func take() -> [String] {
        defer { log = [] }
        return log
    }

    /// The object sets of a notification by key, with items by name.
    private static func summary(_ notification: Notification) -> String {
        let sets = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
            guard let items = value as? Set<ManagedObject> else { return "\(key)" }
            let names = items.compactMap { ($0 as? Item)?.label }.sorted()
            return names.isEmpty ? nil : "\(key):" + names.joined(separator: ",")
        }
        return sets.sorted().map { " " + $0 }.joined()
    }
}
