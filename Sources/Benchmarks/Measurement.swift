import Foundation

/// A workload whose runs alternate between our side and the baseline.
struct Measurement {
    let name: String
    /// The highest acceptable ratio; nil if there is no target.
    let target: Double?
    private(set) var ours: [Sample] = []
    private(set) var baseline: [Sample] = []
    /// The peak memory of our side, in bytes; nil if another process did the work and was not measured.
    var peak: Int?

    /// The cost of one run.
    struct Sample {
        /// The elapsed time, in seconds.
        var elapsed: Double
        /// The processor time of all threads, in seconds.
        var processor: Double
        /// The peak memory, in bytes, if the run was a separate process.
        var peak: Int?
    }

    init(_ name: String, target: Double?) {
        self.name = name
        self.target = target
    }

    /// Runs both sides once as a warm-up, then `rounds` times in turns. Each side returns a checksum, and the two must
    /// agree.
    /// - Parameter prepare: Runs before each side and is not measured.
    mutating func run(
        rounds: Int, prepare: () throws -> Void = {}, ours: () throws -> Int, baseline: () throws -> Int
    ) throws {
        for round in 0...rounds {
            try prepare()
            ResidentMemory.resetPeak()
            let first = try Measurement.timed(ours)
            let peak = ResidentMemory.peak
            try prepare()
            let second = try Measurement.timed(baseline)
            check(first.checksum, second.checksum)
            if round == 0 { continue }
            self.ours.append(first.sample)
            self.baseline.append(second.sample)
            self.peak = max(self.peak ?? 0, peak)
        }
    }

    /// The same for programs: each side returns the cost of its process and a checksum of its output.
    mutating func runPrograms(
        rounds: Int, ours: () throws -> (sample: Sample, checksum: Int),
        baseline: () throws -> (sample: Sample, checksum: Int)
    ) throws {
        for round in 0...rounds {
            let first = try ours()
            let second = try baseline()
            check(first.checksum, second.checksum)
            if round == 0 { continue }
            self.ours.append(first.sample)
            self.baseline.append(second.sample)
        }
        peak = self.ours.compactMap(\.peak).max()
    }

    private func check(_ first: Int, _ second: Int) {
        precondition(first == second, "\(name): the two sides do not agree (\(first) and \(second)).")
    }

    private static func timed(_ body: () throws -> Int) rethrows -> (sample: Sample, checksum: Int) {
        let processor = ProcessorTime.now
        let start = ContinuousClock.now
        let checksum = try body()
        let elapsed = start.duration(to: .now) / .seconds(1)
        return (Sample(elapsed: elapsed, processor: ProcessorTime.now - processor), checksum)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// The processor time used by all threads of this process, in seconds.
enum ProcessorTime {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// The resident memory of this process, as reported by the kernel.
enum ResidentMemory {
    /// The peak since `resetPeak()`, in bytes; 0 if the kernel does not report it.
    static var peak: Int { field("VmHWM:") }

    static func resetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    /// The memory in use, in bytes.
    static var current: Int { field("VmRSS:") }

    private static func field(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1_024
    }
}
