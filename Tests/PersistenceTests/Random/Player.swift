import Foundation
import Persistence
import PersistenceSQLite
import PersistenceTestSupport

/// A difference between the engine and the model.
struct Disagreement: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Plays scripts on the engine and on a naive model, and compares both after each step.
///
/// Every registered object of the `ScriptContexts` is retained, except by `drop`, so the model knows exactly which objects are
/// registered. Where a row may come from a cache, the model accepts every version from the newest that the coordinator
/// has read to the newest that is stored.
final class Player {
    let contexts: [ManagedObjectContext]
    var models: [ContextModel]
    var handles: [[Record: ManagedObject]]
    /// The objects that contexts had when their current events began.
    var eventHandles: [[Record: ManagedObject]]
    var ledger = Ledger()
    /// The first entry of the ledger that each coordinator may still return, by record.
    var oldest: [[Record: Int]] = [[:], [:]]
    var kinds: [Record: RecordKind] = [:]
    var ids: [Record: ManagedObjectID] = [:]
    var records: [ManagedObjectID: Record] = [:]
    /// Records that a child inserted again under a permanent ID without knowing how often they were written, until they
    /// are written. Undo and redo of such an insertion continue to use that ID.
    var broughtBack: Set<Record> = []
    /// Every department that each employee ever had, in any context.
    var everDepartments: [Record: Set<Record>] = [:]
    var notifications: [SavedChanges] = []
    /// The contexts whose own changes the current step saved.
    var savedFrom: Set<Int> = []
    /// Whether the current step may read cached rows despite the staleness interval. A save bases conflicting objects
    /// on the rows that it read.
    private var mayReadCache = false
    private let stacks: [Stack]

    init(_ kind: StoreKind) throws {
        let own = try ScriptContexts(kind)
        stacks = own.stacks
        contexts = own.contexts
        models = ScriptContexts.parents.indices.map {
            ContextModel(parent: ScriptContexts.parents[$0], coordinator: own.coordinator(of: $0))
        }
        handles = contexts.map { _ in [:] }
        eventHandles = handles
    }

    /// Plays a script from beginning to end.
    /// - Throws: A `Disagreement` after the first step in which engine and model differ.
    static func play(_ script: [Operation], on kind: StoreKind, _ watch: (Int) -> Void = { _ in }) throws {
        let player = try Player(kind)
        for context in player.contexts { context.lock() }
        defer { player.finish() }
        for (index, operation) in script.enumerated() {
            watch(index)
            do {
                try player.step(operation)
            } catch {
                throw Disagreement("step \(index), \(operation): \(error)")
            }
        }
    }

    /// Releases all objects while the contexts are retained.
    private func finish() {
        for index in contexts.indices.reversed() {
            handles[index] = [:]
            eventHandles[index] = [:]
            models[index].forgetUndo()
            contexts[index].reset()
        }
        for context in contexts.reversed() { context.unlock() }
    }

    /// Plays one step and compares everything afterwards.
    func step(_ operation: Operation) throws {
        let before = departmentsAboveChildren()
        mayReadCache = operation.isSave
        try perform(operation)
        noteDepartments(before)
        try compareAll()
    }

    private func perform(_ operation: Operation) throws {
        switch operation {
        case .insertDepartment(let c, let value): try insert(.department, value, in: c)
        case .insertEmployee(let c, let value): try insert(.employee, value, in: c)
        case .set(let c, let object, let field, let value): try set(object, field, .text("v\(value)"), in: c)
        case .clear(let c, let object, let field): try set(object, field, .absent, in: c)
        case .relate(let c, let employee, let department): try relate(employee, to: department, in: c)
        case .unrelate(let c, let employee): try relate(employee, to: nil, in: c)
        case .setMembers(let c, let department, let first, let count):
            try setMembers(of: department, first, count, in: c)
        case .delete(let c, let object): try delete(object, in: c)
        case .endEvent(let c): try endEvent(c)
        case .save(let c, let policy): try save(c, MergePolicyType.allCases[policy])
        case .rollback(let c): try rollback(c)
        case .reset(let c): reset(c)
        case .undo(let c): try undo(c)
        case .redo(let c): try redo(c)
        case .read(let c, let object): try read(object, in: c)
        case .readMembers(let c, let department): try readMembers(of: department, in: c)
        case .find(let c, let record): try find(record, in: c)
        case .existing(let c, let record): try existing(record, in: c)
        case .refresh(let c, let object, let merging): try refresh(object, merging: merging, in: c)
        case .refreshAll(let c): refreshAll(c)
        case .fetch(let c, let query): try fetch(query, in: c)
        case .obtainIDs(let c): try obtainIDs(c)
        case .detect(let c, let object): detect(object, in: c)
        case .merge(let c, let notification): try merge(notification, into: c)
        case .drop(let c): try drop(c)
        case .staleness(let c, let isNone):
            contexts[c].stalenessInterval = isNone ? 0 : -1
        }
    }

    // MARK: Choosing

    /// The object at an index among those of a kind that exist and are not deleted.
    func pick(_ position: Int, _ kind: RecordKind?, in c: Int) -> Record? {
        let candidates = models[c].objects.filter { $0.value.isAlive && (kind == nil || $0.value.kind == kind) }.keys
            .sorted()
        return candidates.isEmpty ? nil : candidates[position % candidates.count]
    }

    /// The contexts through which this one reads, nearest first.
    func ancestors(of c: Int) -> [Int] {
        models[c].parent.map { [$0] + ancestors(of: $0) } ?? []
    }

    /// The contexts that read through this one, at any depth.
    func descendants(of c: Int) -> [Int] {
        contexts.indices.filter { ancestors(of: $0).contains(c) }
    }

    // MARK: What a context shows

    enum Source { case row(Row), gone, store }

    /// Where a context reads a record: from the nearest ancestor that has realized it, or from the store.
    func source(of record: Record, above c: Int) -> Source {
        for index in ancestors(of: c) {
            guard let object = models[index].objects[record] else { continue }
            if object.pending == .deleted { return .gone }
            if !object.isFault, !object.isGone { return .row(object.visible) }
        }
        return .store
    }

    /// The department of an employee as the context has it now.
    func shownDepartment(of employee: Record, in c: Int) -> Record? {
        if let object = models[c].objects[employee] {
            if !object.isAlive { return nil }
            if !object.isFault { return object.visible.department }
        }
        switch source(of: employee, above: c) {
        case .row(let row): return row.department
        case .gone: return nil
        case .store: return ledger.current(employee)?.row?.department
        }
    }

    /// Whether other contexts changed the department's employees while this context may have loaded them.
    func isVague(_ department: Record, in c: Int) -> Bool {
        models[c].vague.contains { everDepartments[$0]?.contains(department) ?? false }
    }

    /// The departments of employees in contexts that have children.
    private func departmentsAboveChildren() -> [Int: [Record: Record]] {
        let employees = kinds.keys.filter { kinds[$0] == .employee }
        return Dictionary(
            uniqueKeysWithValues: Set(ScriptContexts.parents.compactMap { $0 }).map { c in
                (
                    c,
                    Dictionary(
                        uniqueKeysWithValues: employees.compactMap { e in shownDepartment(of: e, in: c).map { (e, $0) }
                        })
                )
            })
    }

    /// Marks employees whose department a step changed as vague in the contexts that read through the changed one.
    private func noteDepartments(_ before: [Int: [Record: Record]]) {
        for model in models {
            for (record, object) in model.objects {
                if let department = object.visible.department {
                    everDepartments[record, default: []].insert(department)
                }
            }
        }
        for (c, after) in departmentsAboveChildren() {
            let changed = kinds.keys.filter { before[c]?[$0] != after[$0] }
            for child in descendants(of: c) where !savedFrom.contains(child) { models[child].vague.formUnion(changed) }
        }
        savedFrom = []
    }

    /// Whether a context must now read the newest stored rows.
    func readsNewest(_ c: Int) -> Bool {
        let root = ancestors(of: c).last ?? c
        return !mayReadCache && contexts[root].stalenessInterval == 0
    }
}
