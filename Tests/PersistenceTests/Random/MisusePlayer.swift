import Foundation
import Persistence
import PersistenceSQLite
import PersistenceTestSupport

/// Plays scripts in unusual orders. No model predicts the result: nothing may crash, the invariants hold after each
/// step, errors are the engine's own, and the stored rows are consistent in the end.
final class MisusePlayer {
    private let stacks: [Stack]
    private let contexts: [ManagedObjectContext]
    private var handles: [[ManagedObject]]
    private var notifications: [SavedChanges] = []
    private var actions: [(context: Int, action: Misuse.ObserverAction, object: Int)] = []
    private var observers: [any NSObjectProtocol] = []
    private var nextValue = 0

    init(_ kind: StoreKind) throws {
        let own = try ScriptContexts(kind)
        stacks = own.stacks
        contexts = own.contexts
        handles = contexts.map { _ in [] }
    }

    static func play(_ script: [Misuse], on kind: StoreKind, _ watch: (Int) -> Void = { _ in }) throws {
        let player = try MisusePlayer(kind)
        for context in player.contexts { context.lock() }
        player.observe()
        defer { player.finish() }
        for (index, step) in script.enumerated() {
            watch(index)
            do {
                try player.perform(step)
                for context in player.contexts { context.checkInvariants() }
            } catch {
                throw Disagreement("step \(index), \(step): \(error)")
            }
        }
        try player.checkStored()
    }

    private func finish() {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        for index in contexts.indices.reversed() {
            handles[index] = []
            contexts[index].reset()
        }
        for context in contexts.reversed() { context.unlock() }
    }

    // MARK: Steps

    private func perform(_ step: Misuse) throws {
        switch step {
        case .insert(let c, let isEmployee): insert(isEmployee, in: c)
        case .set(let c, let object, _): change(object, in: c)
        case .relate(let c, let employee, let department): relate(employee, department, in: c)
        case .setMembers(let c, let department, let first, let count): setMembers(department, first, count, in: c)
        case .delete(let c, let object): pick(object, in: c).map { contexts[c].delete($0) }
        case .deleteTwice(let c, let also, let object): deleteTwice(object, c, also)
        case .refresh(let c, let object, let merging):
            pick(object, in: c).map { contexts[c].refresh($0, mergeChanges: merging) }
        case .refreshAll(let c): contexts[c].refreshAllObjects()
        case .save(let c, let policy): try save(c, MergePolicyType.allCases[policy])
        case .rollback(let c): contexts[c].rollback()
        case .reset(let c): contexts[c].reset()
        case .resetAbove(let c):
            contexts[c].parent?.reset()
            try save(c, .error)
        case .undo(let c): contexts[c].undo()
        case .redo(let c): contexts[c].redo()
        case .endEvent(let c): contexts[c].processPendingChanges()
        case .fetch(let c, let employees, let asFaults): try fetch(employees, asFaults, in: c)
        case .find(let c, let other, let object):
            if let id = pick(object, in: other)?.objectID { keep([contexts[c].object(with: id)], in: c) }
        case .walk(let c, let object): walk(object, in: c)
        case .merge(let c, let notification):
            if !notifications.isEmpty { contexts[c].mergeChanges(notifications[notification % notifications.count]) }
        case .obtainIDs(let c): try contexts[c].obtainPermanentIDs(for: Array(contexts[c].insertedObjects))
        case .detect(let c, let object): pick(object, in: c).map { contexts[c].detectConflicts(for: $0) }
        case .pass(let seconds): for stack in stacks { stack.clock.advance(by: Double(seconds)) }
        case .staleness(let c, let kind):
            contexts[c].stalenessInterval = [-1, 5, 0][kind]
        case .mergeAutomatically(let c, let isOn): contexts[c].automaticallyMergesChangesFromParent = isOn
        case .retain(let c, let isOn): contexts[c].retainsRegisteredObjects = isOn
        case .propagateAtOnce(let c, let isOn): contexts[c].propagatesDeletesAtEndOfEvent = isOn
        case .arm(let action, let c, let object): actions.append((c, action, object))
        case .letGo(let c): handles[c] = []
        }
    }

    /// An object that a context has returned and that is still alive.
    private func pick(_ position: Int, _ entity: String? = nil, in c: Int) -> ManagedObject? {
        handles[c].removeAll { $0.managedObjectContext !== contexts[c] }
        let candidates = handles[c].filter { entity == nil || $0.entity.name == entity }
        return candidates.isEmpty ? nil : candidates[position % candidates.count]
    }

    private func keep(_ objects: [ManagedObject], in c: Int) {
        let known = Set(handles[c])
        handles[c] += objects.filter { !known.contains($0) }
    }

    private func freshValue() -> String {
        nextValue += 1
        return "v\(nextValue)"
    }

    private func insert(_ isEmployee: Bool, in c: Int) {
        let object: ManagedObject = isEmployee ? Employee(context: contexts[c]) : Department(context: contexts[c])
        keep([object], in: c)
        change(handles[c].count - 1, in: c)
    }

    private func change(_ object: Int, in c: Int) {
        guard let object = pick(object, in: c) else { return }
        object.setValue(freshValue(), forKey: object is Employee ? "firstName" : "name")
    }

    private func relate(_ employee: Int, _ department: Int?, in c: Int) {
        guard let employee = pick(employee, "Employee", in: c) else { return }
        employee.setValue(department.flatMap { pick($0, "Department", in: c) }, forKey: "department")
    }

    private func setMembers(_ department: Int, _ first: Int, _ count: Int, in c: Int) {
        guard let department = pick(department, "Department", in: c) else { return }
        let members = (0..<count).compactMap { pick(first + $0, "Employee", in: c) }
        department.setValue(Set(members), forKey: "employees")
    }

    private func deleteTwice(_ object: Int, _ c: Int, _ other: Int) {
        guard let object = pick(object, in: c) else { return }
        let copy = contexts[other].object(with: object.objectID)
        keep([copy], in: other)
        contexts[c].delete(object)
        contexts[other].delete(copy)
    }

    private func fetch(_ employees: Bool, _ asFaults: Bool, in c: Int) throws {
        let request = FetchRequest<ManagedObject>(entityName: employees ? "Employee" : "Department")
        request.returnsObjectsAsFaults = asFaults
        request.sortDescriptors = [FetchSortDescriptor(key: employees ? "firstName" : "name", ascending: true)]
        let objects = try contexts[c].fetch(request)
        keep(objects, in: c)
        guard objects.allSatisfy({ !$0.isDeleted }) else { throw Disagreement("fetched a deleted object") }
        guard try contexts[c].count(for: request) == objects.count else { throw Disagreement("counts others") }
    }

    private func walk(_ object: Int, in c: Int) {
        guard let object = pick(object, in: c) else { return }
        if let department = object as? Department {
            keep(department.employees.sorted { ($0.firstName ?? "") < ($1.firstName ?? "") }, in: c)
        } else if let department = (object as? Employee)?.department {
            keep([department], in: c)
        }
    }

    private func save(_ c: Int, _ policy: MergePolicyType) throws {
        contexts[c].mergePolicy = MergePolicy(merge: policy)
        do {
            try contexts[c].save()
        } catch let error as PersistenceError {
            guard error.code == .merge || error.code == .inaccessibleObject else { throw error }
        }
    }

    // MARK: Inside notifications

    private func observe() {
        let center = NotificationCenter.default
        for (c, context) in contexts.enumerated() {
            let player = Handed(self)
            for name in [
                Notification.Name.managedObjectContextWillSave, .managedObjectContextDidSave,
                .managedObjectContextObjectsDidChange,
            ] {
                observers.append(
                    center.addObserver(forName: name, object: context, queue: nil) { player.value.heard($0, c) })
            }
        }
    }

    private func heard(_ notification: Notification, _ c: Int) {
        if let saved = SavedChanges(notification) { notifications.append(saved) }
        guard let index = actions.firstIndex(where: { $0.context == c && $0.action.name == notification.name }) else {
            return
        }
        let action = actions.remove(at: index)
        let sibling = (c + 1) % contexts.count
        switch action.action {
        case .saveAgain:
            change(action.object, in: c)
            try? contexts[c].save()
        case .saveSibling: try? contexts[1 - min(c, 1)].save()
        case .changeInWillSave, .changeInDidSave, .changeInDidChange: change(action.object, in: c)
        case .deleteInDidSave: pick(action.object, in: c).map { contexts[c].delete($0) }
        case .undoInDidSave: contexts[c].undo()
        case .refreshInDidChange: pick(action.object, in: c).map { contexts[c].refresh($0, mergeChanges: true) }
        case .resetSibling: if contexts[c].parent == nil, c != 0 { contexts[sibling].reset() }
        }
    }

    // MARK: In the end

    /// Expects that, read afresh through each coordinator, departments and employees refer to each other.
    private func checkStored() throws {
        var shown: [[String]] = []
        for stack in stacks {
            let reader = stack.context()
            reader.stalenessInterval = 0
            try reader.performAndWait { shown.append(try rows(in: reader)) }
        }
        guard Set(shown).count == 1 else { throw Disagreement("the coordinators show \(shown)") }
    }

    private func rows(in reader: ManagedObjectContext) throws -> [String] {
        let employees = try reader.fetch(FetchRequest<Employee>(entityName: "Employee"))
        let departments = try reader.fetch(FetchRequest<Department>(entityName: "Department"))
        for employee in employees {
            guard let department = employee.department else { continue }
            guard department.employees.contains(employee), departments.contains(department) else {
                throw Disagreement("\(employee) is in \(department), which does not have it")
            }
        }
        for department in departments where !department.employees.allSatisfy({ $0.department === department }) {
            throw Disagreement("\(department) has employees of others")
        }
        let lines = employees.map { "\($0.firstName ?? "-") in \($0.department?.name ?? "-")" }
        return (lines + departments.map { $0.name ?? "-" }).sorted()
    }
}

extension Misuse.ObserverAction {
    fileprivate var name: Notification.Name {
        switch self {
        case .changeInWillSave: .managedObjectContextWillSave
        case .changeInDidChange, .refreshInDidChange: .managedObjectContextObjectsDidChange
        default: .managedObjectContextDidSave
        }
    }
}
