import PersistenceTestSupport

/// Random scripts from a seed. The same seed gives the same script on every platform.
struct RandomScript {
    /// The operations that a script prefers.
    enum Preference: String, Sendable, CaseIterable { case anything, undo }

    private var numbers: SeededNumbers
    private var nextValue = 10
    private let preference: Preference

    private init(seed: UInt64, preference: Preference) {
        numbers = SeededNumbers(seed: seed)
        self.preference = preference
    }

    static func operations(seed: UInt64, preference: Preference = .anything, count: Int = 40) -> [Operation] {
        var script = RandomScript(seed: seed, preference: preference)
        return script.operations(count)
    }

    /// Scripts with few contexts test relationships better, those with many contexts test conflicts.
    /// The result of an undo can be predicted only when no other context writes.
    private mutating func operations(_ count: Int) -> [Operation] {
        let contextSets =
            switch preference {
            case .anything: [[0], [0, 2], [0, 1], [0, 4], [0, 2, 3], [0, 1, 2], [0, 1, 2, 3, 4], [1, 4]]
            case .undo: [[0], [0], [0, 2], [0, 2, 3]]
            }
        let contexts = contextSets[below(contextSets.count)]
        return (0..<count).map { _ in operation(in: contexts[below(contexts.count)]) }
    }

    private mutating func below(_ bound: Int) -> Int { numbers.below(bound) }

    private mutating func value() -> Int {
        nextValue += 1
        return nextValue
    }

    private mutating func operation(in c: Int) -> Operation {
        if preference == .undo, let step = undoing(in: c) { return step }
        let (a, b) = (below(12), below(12))
        switch below(100) {
        case ..<5: return .insertDepartment(in: c, value: value())
        case ..<14: return .insertEmployee(in: c, value: value())
        case ..<23: return .set(in: c, object: a, field: b, value: value())
        case ..<25: return .clear(in: c, object: a, field: b)
        case ..<34: return .relate(in: c, employee: a, department: b)
        case ..<36: return .unrelate(in: c, employee: a)
        case ..<39: return .setMembers(in: c, department: a, first: b, count: below(4))
        case ..<43: return .delete(in: c, object: a)
        case ..<46: return .endEvent(in: c)
        case ..<60: return .save(in: c, policy: below(5))
        case ..<62: return .rollback(in: c)
        case ..<63: return .reset(in: c)
        case ..<66: return .undo(in: c)
        case ..<68: return .redo(in: c)
        case ..<72: return .read(in: c, object: a)
        case ..<74: return .readMembers(in: c, department: a)
        case ..<77: return .find(in: c, record: a)
        case ..<79: return .existing(in: c, record: a)
        case ..<82: return .refresh(in: c, object: a, merging: b % 2 == 0)
        case ..<83: return .refreshAll(in: c)
        case ..<91: return .fetch(in: c, query: query())
        case ..<93: return .obtainIDs(in: c)
        case ..<95: return .detect(in: c, object: a)
        case ..<97: return .merge(into: c, notification: a)
        case ..<98: return .staleness(in: c, isNone: b % 2 == 0)
        default: return .drop(in: c)
        }
    }

    /// Undoes, redoes or saves in four of ten cases.
    private mutating func undoing(in c: Int) -> Operation? {
        switch below(10) {
        case ..<2: .undo(in: c)
        case 2: .redo(in: c)
        case 3: .save(in: c, policy: 0)
        default: nil
        }
    }

    private mutating func query() -> Query {
        var query = Query()
        query.ofEmployees = below(3) > 0
        switch below(6) {
        case 0: query.condition = .atLeast(10 + below(30))
        case 1: query.condition = .isAbsent
        case 2: query.condition = .member(of: below(5) == 0 ? nil : below(12))
        default: break
        }
        if below(2) == 0 { query.ascending = below(2) == 0 }
        if below(4) == 0 { query.limit = 1 + below(3) }
        if below(5) == 0 { query.offset = below(3) }
        query.realized = below(2) == 0
        return query
    }
}
