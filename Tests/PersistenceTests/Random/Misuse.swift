import Persistence

/// One step of a script that uses contexts in unusual orders. An object is an index into all objects that the context
/// ever returned and that are still alive, including faults, deleted objects and objects whose rows are gone.
///
/// Printed as the Swift code that creates it.
enum Misuse: Sendable, Hashable {
    case insert(in: Int, employee: Bool)
    case set(in: Int, object: Int, value: Int)
    case relate(in: Int, employee: Int, department: Int?)
    case setMembers(in: Int, department: Int, first: Int, count: Int)
    case delete(in: Int, object: Int)
    /// Deletes one object in two contexts.
    case deleteTwice(in: Int, also: Int, object: Int)
    case refresh(in: Int, object: Int, merging: Bool)
    case refreshAll(in: Int)
    case save(in: Int, policy: Int)
    case rollback(in: Int)
    case reset(in: Int)
    /// Resets a child's parent, then saves the child.
    case resetAbove(Int)
    case undo(in: Int)
    case redo(in: Int)
    case endEvent(in: Int)
    case fetch(in: Int, employees: Bool, asFaults: Bool)
    case find(in: Int, of: Int, object: Int)
    case walk(in: Int, object: Int)
    case merge(into: Int, notification: Int)
    case obtainIDs(in: Int)
    case detect(in: Int, object: Int)
    case pass(seconds: Int)
    case staleness(in: Int, kind: Int)
    case mergeAutomatically(in: Int, Bool)
    case retain(in: Int, Bool)
    case propagateAtOnce(in: Int, Bool)
    /// Sets what an observer does in the next notification, once.
    case arm(ObserverAction, in: Int, object: Int)
    case letGo(in: Int)

    /// Something that an observer does inside a notification.
    enum ObserverAction: Int, CaseIterable, Sendable {
        case saveAgain, saveSibling, changeInWillSave, changeInDidSave, changeInDidChange, deleteInDidSave,
            undoInDidSave,
            refreshInDidChange, resetSibling
    }
}

extension Misuse {
    static func script(seed: UInt64, count: Int = 60) -> [Misuse] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { _ in step(&numbers) }
    }

    private static func step(_ numbers: inout SeededNumbers) -> Misuse {
        let (c, other) = (numbers.below(ScriptContexts.parents.count), numbers.below(ScriptContexts.parents.count))
        let (a, b) = (numbers.below(16), numbers.below(16))
        let isOn = b % 2 == 0
        switch numbers.below(100) {
        case ..<10: return .insert(in: c, employee: b % 3 > 0)
        case ..<19: return .set(in: c, object: a, value: b)
        case ..<27: return .relate(in: c, employee: a, department: b == 0 ? nil : b)
        case ..<30: return .setMembers(in: c, department: a, first: b, count: b % 4)
        case ..<36: return .delete(in: c, object: a)
        case ..<38: return .deleteTwice(in: c, also: other, object: a)
        case ..<43: return .refresh(in: c, object: a, merging: isOn)
        case ..<45: return .refreshAll(in: c)
        case ..<57: return .save(in: c, policy: b % 5)
        case ..<59: return .rollback(in: c)
        case ..<61: return .reset(in: c)
        case ..<62: return .resetAbove(c)
        case ..<68: return .undo(in: c)
        case ..<71: return .redo(in: c)
        case ..<73: return .endEvent(in: c)
        case ..<79: return .fetch(in: c, employees: isOn, asFaults: b % 3 > 0)
        case ..<82: return .find(in: c, of: other, object: a)
        case ..<84: return .walk(in: c, object: a)
        case ..<86: return .merge(into: c, notification: a)
        case ..<87: return .obtainIDs(in: c)
        case ..<88: return .detect(in: c, object: a)
        case ..<90: return .pass(seconds: b)
        case ..<91: return .staleness(in: c, kind: b % 3)
        case ..<92: return .mergeAutomatically(in: c, isOn)
        case ..<93: return .retain(in: c, isOn)
        case ..<94: return .propagateAtOnce(in: c, isOn)
        case ..<98: return .arm(ObserverAction.allCases[b % ObserverAction.allCases.count], in: c, object: a)
        default: return .letGo(in: c)
        }
    }
}
