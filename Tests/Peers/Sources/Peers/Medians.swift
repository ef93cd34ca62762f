/// The median times of workloads.
struct Medians {
    let rounds: Int
    private(set) var milliseconds: [String: Double] = [:]

    init(rounds: Int) { self.rounds = rounds }

    /// Runs a workload once as a warm-up, then `rounds` times.
    mutating func measure(_ name: String, prepare: () throws -> Void = {}, _ body: () throws -> Int) throws {
        var times: [Double] = []
        for round in 0...rounds {
            try prepare()
            let start = ContinuousClock.now
            let sum = try body()
            let time = start.duration(to: .now) / .milliseconds(1)
            precondition(sum > 0, "\(name) did nothing")
            if round > 0 { times.append(time) }
        }
        milliseconds["Graph: " + name] = times.sorted()[times.count / 2]
    }
}
