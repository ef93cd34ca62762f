import Persistence
import PersistenceTestSupport

/// One step with the record of a `CommitPlay`, in the context at an index.
enum CommitStep: Sendable, Hashable {
    /// Takes hold of the object without reading it, or lets go of it.
    case hold(in: Int), release(in: Int)
    case read(in: Int), set(in: Int), save(in: Int)
    case refresh(in: Int, merging: Bool)
    /// Merges the last commit of the other context.
    case merge(into: Int)
    /// Another context, on the same coordinator or on another, saves a change.
    case commit(elsewhere: Bool)
}

/// Plays scripts with one record in a root context and three generations of children, while other contexts commit
/// changes of it, and compares each save with a naive model: it conflicts if and only if somebody else has committed a
/// change since the values were read on which any of its changes is based.
final class CommitPlay {
    static let generations = 3

    /// What a context has of the record. `seen` counts the commits of others that its values contain, or, with changes,
    /// that the values contained on which the changes are based.
    private struct Known {
        var seen = 0
        var isChanged = false
    }

    private let stacks: [Stack]
    private let chain: ContextChain
    private let others: [ManagedObjectContext]
    private let id: ManagedObjectID
    /// What each context of the chain has read. Nil if it has not.
    private var known: [Known?]
    private var held: [Entry?]
    private var commits = 0
    private var lastValue = 0
    private var stored = "0"

    private init(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        stacks = kind == .sqlite ? [stack, try Stack(beside: stack)] : [stack, stack]
        id = try stack.savedEntry(location: "0")
        chain = ContextChain(stack.context(), generations: CommitPlay.generations)
        for context in chain.all { context.undoManager = nil }
        others = stacks.map { $0.context() }
        known = chain.all.map { _ in nil }
        held = chain.all.map { _ in nil }
    }

    static func play(_ script: [CommitStep], on kind: StoreKind, _ watch: (Int) -> Void) throws {
        let player = try CommitPlay(kind)
        // What another coordinator wrote is seen only by who reads it again.
        if script.contains(.commit(elsewhere: true)) { player.chain.root.stalenessInterval = 0 }
        try player.chain.use {
            for (index, step) in script.enumerated() {
                watch(index)
                do { try player.perform(step) } catch { throw Disagreement("step \(index), \(step): \(error)") }
            }
            player.held = []
        }
    }

    private func perform(_ step: CommitStep) throws {
        switch step {
        case .hold(let c): held[c] = entry(in: c)
        case .release(let c): release(c)
        case .read(let c): read(c)
        case .set(let c): set(c)
        case .save(0): try saveRoot()
        case .save(let c): try saveChild(c)
        case .refresh(let c, let merging): refresh(c, merging: merging)
        case .merge(let c): merge(c)
        case .commit(let elsewhere): try commit(in: others[elsewhere ? 1 : 0])
        }
    }

    private func entry(in c: Int) -> Entry { held[c] ?? chain.all[c].entry(id) }

    /// Without changes, nobody has the object then.
    private func release(_ c: Int) {
        held[c] = nil
        if known[c]?.isChanged != true { known[c] = nil }
    }

    private func read(_ c: Int) {
        let entry = entry(in: c)
        _ = entry.location
        held[c] = entry
        if known[c] == nil { known[c] = Known(seen: seenAbove(c)) }
    }

    private func set(_ c: Int) {
        read(c)
        lastValue += 1
        held[c]?.location = "\(lastValue)"
        known[c]?.isChanged = true
    }

    /// The commits in the values that a context would read now.
    private func seenAbove(_ c: Int) -> Int {
        c == 0 ? commits : known[c - 1]?.seen ?? seenAbove(c - 1)
    }

    private func saveChild(_ c: Int) throws {
        try chain.all[c].save()
        guard let saved = known[c], saved.isChanged else { return }
        known[c]?.isChanged = false
        known[c - 1] = Known(seen: min(saved.seen, known[c - 1]?.seen ?? saved.seen), isChanged: true)
        if held[c] == nil { known[c] = nil }
    }

    private func saveRoot() throws {
        guard let saved = known[0], saved.isChanged else { return try chain.root.save() }
        let value = entry(in: 0).location ?? ""
        let error = persistenceError { try chain.root.save() }
        let isConflict = saved.seen < commits
        guard error?.code == (isConflict ? .merge : nil) else {
            throw Disagreement("saw \(saved.seen) of \(commits) commits, and the save's error is \(error as Any)")
        }
        if !isConflict {
            stored = value
            known[0]?.isChanged = false
            if held[0] == nil { known[0] = nil }
        }
        try checkStore()
    }

    private func refresh(_ c: Int, merging: Bool) {
        guard let entry = held[c] ?? (known[c] == nil ? nil : entry(in: c)) else { return }
        chain.all[c].refresh(entry, mergeChanges: merging)
        if merging { noteMerge(c) } else { known[c] = nil }
    }

    private func merge(_ c: Int) {
        var saved = SavedChanges()
        saved.updated = [id]
        chain.all[c].mergeChanges(saved)
        noteMerge(c)
    }

    /// Changes remain, on newer values; other values are read again when they are needed.
    private func noteMerge(_ c: Int) {
        known[c] = known[c]?.isChanged == true ? Known(seen: seenAbove(c), isChanged: true) : nil
    }

    private func commit(in other: ManagedObjectContext) throws {
        lastValue += 1
        try other.performAndWait {
            let entry = other.entry(id)
            other.stalenessInterval = 0
            other.refresh(entry, mergeChanges: false)
            entry.location = "c\(lastValue)"
            try other.save()
        }
        commits += 1
        stored = "c\(lastValue)"
    }

    private func checkStore() throws {
        let found = try stacks[1].coordinator.stored()
        guard found == [stored] else { throw Disagreement("\(found) is stored, not \(stored)") }
    }
}

extension CommitPlay {
    /// A script from a seed. The young contexts change more, the root saves more.
    static func script(seed: UInt64) -> [CommitStep] {
        var numbers = SeededNumbers(seed: seed)
        let depth = 1 + numbers.below(generations)
        let isAlone = numbers.below(2) == 0
        return (0..<40).map { _ in
            let c = numbers.below(depth + 1)
            switch numbers.below(100) {
            case ..<8: return .hold(in: c)
            case ..<20: return .release(in: c)
            case ..<30: return .read(in: c)
            case ..<48: return .set(in: numbers.below(2) == 0 ? depth : c)
            case ..<70: return .save(in: c)
            case ..<78: return .refresh(in: c, merging: numbers.below(3) > 0)
            case ..<84: return .merge(into: c)
            default: return .commit(elsewhere: !isAlone && numbers.below(2) == 0)
            }
        }
    }
}
