import Foundation
import Persistence

/// One log of everything that happens in a context, in order, and closures that run inside its items' hooks.
final class Hooks: @unchecked Sendable {
    var log: [String] = []
    var willSave: (Item) -> Void = { _ in }
    var validate: (Item) throws -> Void = { _ in }
    var validateValue: (Item, inout Any?, String) throws -> Void = { _, _, _ in }
    private var observers: [any NSObjectProtocol] = []

    /// Hangs into `context` for as long as the context lives.
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

    /// The log so far; it is empty afterwards.
    func take() -> [String] {
        defer { log = [] }
        return log
    }

    /// The notification's sets by key, items by name.
    private static func summary(_ notification: Notification) -> String {
        let sets = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
            guard let items = value as? Set<ManagedObject> else { return "\(key)" }
            let names = items.compactMap { ($0 as? Item)?.label }.sorted()
            return names.isEmpty ? nil : "\(key):" + names.joined(separator: ",")
        }
        return sets.sorted().map { " " + $0 }.joined()
    }
}
