/// Workloads that are measured alternately with a baseline on the same data.
protocol ComparedWorkloads {
    var options: Options { get }
}

extension ComparedWorkloads {
    /// Measures both sides, which must give the same number.
    func measured(
        _ name: String, target: Double?, prepare: () throws -> Void = {}, ours: () throws -> Int,
        baseline: () throws -> Int
    ) throws -> ReportRow {
        var measurement = Measurement(name, target: target)
        try measurement.run(rounds: options.rounds, prepare: prepare, ours: ours, baseline: baseline)
        return ReportRow(measurement)
    }
}
