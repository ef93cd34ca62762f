import Persistence
import Testing

/// One combination of what each of two contexts did to a row, the merge policy, and the level of the conflict.
struct MergeCase: Sendable, CustomTestStringConvertible {
    enum Here: String, CaseIterable { case nothing, marked, name, note, both, delete }
    enum There: String, CaseIterable { case nothing, name, note, both, delete }
    enum Level: String, CaseIterable { case cache, store }

    let here: Here
    let there: There
    let policy: MergePolicyType
    let level: Level

    var testDescription: String { "here \(here), there \(there), \(policy), \(level)" }

    static let all: [MergeCase] = Here.allCases.flatMap { here in
        There.allCases.flatMap { there in
            MergePolicyType.allCases.flatMap { policy in
                Level.allCases.map { MergeCase(here: here, there: there, policy: policy, level: $0) }
            }
        }
    }

    /// Name and note. Nil if the row is deleted.
    typealias Values = [String]?

    var theirs: Values {
        switch there {
        case .nothing: ["n0", "s0"]
        case .name: ["n1", "s0"]
        case .note: ["n0", "s1"]
        case .both: ["n1", "s1"]
        case .delete: nil
        }
    }

    /// The values in this context before its save.
    var ours: Values {
        switch here {
        case .nothing, .marked: ["n0", "s0"]
        case .name: ["n2", "s0"]
        case .note: ["n0", "s2"]
        case .both: ["n2", "s2"]
        case .delete: nil
        }
    }

    var isConflict: Bool { here != .nothing && there != .nothing && !(here == .delete && there == .delete) }

    var fails: Bool { isConflict && policy == .error }

    /// The values in the store after the save.
    var stored: Values {
        if here == .nothing || fails { return theirs }
        if !isConflict { return here == .delete || there == .delete ? nil : ours }
        switch policy {
        case .error, .rollback: return theirs
        case .overwrite: return here == .marked ? theirs : ours
        case .mergeByPropertyStoreTrump: return merged { base, ours, theirs in theirs != base ? theirs : ours }
        case .mergeByPropertyObjectTrump: return merged { base, ours, theirs in ours != base ? ours : theirs }
        }
    }

    /// The values in this context after the save.
    var shown: Values { here == .nothing || fails ? ours : stored }

    private func merged(_ choose: (String, String, String) -> String) -> Values {
        let objectWins = policy == .mergeByPropertyObjectTrump && here != .marked
        guard let ours else { return objectWins ? nil : theirs }
        guard let theirs else { return objectWins ? ours : nil }
        return [choose("n0", ours[0], theirs[0]), choose("s0", ours[1], theirs[1])]
    }
}

extension MergeCase.Here {
    func act(on item: Item) {
        switch self {
        case .nothing: break
        case .marked: item.managedObjectContext?.detectConflicts(for: item)
        case .name: item.name = "n2"
        case .note: item.note = "s2"
        case .both: (item.name, item.note) = ("n2", "s2")
        case .delete: item.managedObjectContext?.delete(item)
        }
    }
}

extension MergeCase.There {
    func act(on item: Item) throws {
        guard let context = item.managedObjectContext else { return }
        switch self {
        case .nothing: return
        case .name: item.name = "n1"
        case .note: item.note = "s1"
        case .both: (item.name, item.note) = ("n1", "s1")
        case .delete: context.delete(item)
        }
        try context.save()
    }
}
