/// Shortens a failing script and simplifies its steps.
func shrink(_ script: [Operation], stillFails: ([Operation]) -> Bool) -> [Operation] {
    simplified(shortened(script, stillFails: stillFails), stillFails: stillFails)
}

/// Removes runs of steps, then single steps, while the script still fails.
func shortened<Step>(_ script: [Step], stillFails: ([Step]) -> Bool) -> [Step] {
    var script = script
    var length = max(1, script.count / 2)
    while true {
        var start = 0
        var hasShrunk = false
        while start < script.count {
            var candidate = script
            candidate.removeSubrange(start..<min(start + length, script.count))
            if stillFails(candidate) {
                script = candidate
                hasShrunk = true
            } else {
                start += length
            }
        }
        if length > 1 { length /= 2 } else if !hasShrunk { return script }
    }
}

/// Makes the numbers in the steps smaller while the script still fails.
private func simplified(_ script: [Operation], stillFails: ([Operation]) -> Bool) -> [Operation] {
    var script = script
    for index in script.indices {
        for simpler in script[index].simpler {
            var candidate = script
            candidate[index] = simpler
            if stillFails(candidate) {
                script = candidate
                break
            }
        }
    }
    return script
}

extension Operation {
    /// Simpler steps of the same kind, simplest first.
    fileprivate var simpler: [Operation] {
        switch self {
        case .set(let c, let object, _, let value): [.set(in: c, object: object, field: 0, value: value)]
        case .save(let c, let policy) where policy > 0: [.save(in: c, policy: 0)]
        case .fetch(let c, let query): Query.simpler(query).map { .fetch(in: c, query: $0) }
        case .setMembers(let c, let department, let first, let count) where count > 0:
            (0..<count).map { .setMembers(in: c, department: department, first: first, count: $0) }
        default: []
        }
    }
}

extension Query {
    fileprivate static func simpler(_ query: Query) -> [Query] {
        var plain = Query()
        plain.ofEmployees = query.ofEmployees
        plain.realized = query.realized
        var all = query
        all.condition = .all
        return [plain, all]
    }
}
