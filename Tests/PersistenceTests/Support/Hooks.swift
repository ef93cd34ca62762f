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

/// Observes a notification of one context.
@discardableResult
func observe(
    _ name: Notification.Name, of context: ManagedObjectContext, _ body: @escaping @Sendable (Notification) -> Void
) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: context, queue: nil, using: body)
}

/// Runs `body` while a notification of the context is observed by `observer`.
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

/// Runs `body` with the right to use all of the contexts.
func using<T>(_ contexts: ManagedObjectContext..., run body: () throws -> T) throws -> T {
    try using(contexts[...], body)
}

private func using<T>(_ contexts: ArraySlice<ManagedObjectContext>, _ body: () throws -> T) rethrows -> T {
    guard let first = contexts.first else { return try body() }
    return try first.performAndWait { try using(contexts.dropFirst(), body) }
}

extension ManagedObjectContext {
    /// Saved items with these names, whose notes are "s0", realized.
    func savedItems(_ names: String...) throws -> [Item] {
        let items = names.map { name in
            let item = Item(context: self)
            item.name = name
            item.note = "s0"
            return item
        }
        try save()
        return items
    }

    /// The item with this ID in this context.
    func item(_ id: ManagedObjectID) throws -> Item {
        guard let item = try existingObject(with: id) as? Item else { throw PersistenceError(.coreData, "No item.") }
        return item
    }

    /// The names of all items as a fetch shows them, sorted.
    func itemNames() throws -> [String] {
        try fetch(FetchRequest<Item>(entityName: "Item")).map { $0.name ?? "-" }.sorted()
    }
}

extension Stack {
    /// Runs `body` with a new private context, on its queue.
    func inContext(_ body: (ManagedObjectContext) throws -> Void) throws {
        let context = context()
        try context.performAndWait { try body(context) }
    }
}

/// Carries a value that is used by one thread at a time.
final class Handed<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension ManagedObjectContext {
    /// `perform` without waiting, for asynchronous functions too.
    func enqueue(_ block: @escaping @Sendable () -> Void) { perform(block) }
}
