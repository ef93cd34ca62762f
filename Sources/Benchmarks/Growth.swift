import Foundation

/// The engine's workloads and the program's commands at sizes that grow tenfold. The exponent of a workload is 1 if its
/// time grows tenfold too. More than linear is a growth of more than 11 times, and of more than 1.1 times the baseline's.
struct Growth {
    /// One workload at all sizes, in order.
    private struct Line {
        let workload: String
        var ours: [Double] = []
        /// Empty for a command, which has no baseline.
        var baseline: [Double] = []
        /// The peak memory of a command at the largest size, in bytes.
        var peak: Int?

        /// What is wrong with the line; nil if nothing is.
        var verdict: String? {
            let isFlat = CommandWorkloads.flat.contains(workload)
            if isFlat, let first = ours.first, let last = ours.last, last > first * Growth.flatLimit {
                return "not flat"
            }
            for (step, growth) in Growth.growths(ours).enumerated() where growth > Growth.limit(of: step, baseline) {
                return "more than linear"
            }
            return peak ?? 0 > Growth.memoryLimit ? "too much memory" : nil
        }
    }

    /// The highest growth from one size to the next: 11 times the time for 10 times the objects. If the baseline grows
    /// more, as SQLite's B-trees do, 1.1 times its growth.
    private static func limit(of step: Int, _ baseline: [Double]) -> Double {
        let growths = growths(baseline)
        return 1.1 * max(10, step < growths.count ? growths[step] : 10)
    }

    /// How much longer a command whose time must not depend on the size may take at the largest size than at the smallest.
    private static let flatLimit = 1.5
    private static let memoryLimit = 64 << 20

    private let sizes: [Int]
    private var lines: [Line] = []

    /// - Parameter smallest: The first of three sizes.
    init(from smallest: Int) {
        sizes = [1, 10, 100].map { $0 * smallest }
    }

    /// Commands are measured first: a child's peak includes the memory of the parent process.
    mutating func measure(_ options: Options) throws {
        for run in [CommandWorkloads.run, ObjectWorkloads.run] {
            for size in sizes {
                var options = options
                (options.objects, options.entries) = (size, size)
                try run(options) { row in add(row) }
            }
        }
    }

    private mutating func add(_ row: ReportRow) {
        guard row.unit == "ms" else { return }
        let workload = row.workload.split(separator: ":").dropLast().joined(separator: ":")
        if !lines.contains(where: { $0.workload == workload }) { lines.append(Line(workload: workload)) }
        for index in lines.indices where lines[index].workload == workload {
            lines[index].ours.append(row.ours)
            if let baseline = row.baseline {
                lines[index].baseline.append(baseline)
            } else {
                lines[index].peak = row.peakBytes
            }
        }
    }

    /// The table: for each workload its times and its exponents, the exponents of its baseline, and a command's peak
    /// memory at the largest size.
    var table: [String] {
        let heading =
            Report.column("workload", 40)
            + (sizes.map { "\($0)" } + ["exponents", "baseline", "peak"]).map { Report.right($0, 13) }.joined()
        return [heading]
            + lines.map { line in
                let cells =
                    line.ours.map { String(format: "%.1f ms", $0) }
                    + [line.ours, line.baseline].map { times in
                        Growth.exponents(times).map { String(format: "%.2f", $0) }.joined(separator: " ")
                    } + [line.peak.map { String(format: "%.1f MiB", Double($0) / 1_048_576) } ?? ""]
                return Report.column(line.workload, 40) + cells.map { Report.right($0, 13) }.joined()
                    + (line.verdict.map { "  " + $0 } ?? "")
            }
    }

    private static func growths(_ times: [Double]) -> [Double] { zip(times, times.dropFirst()).map { $1 / $0 } }

    private static func exponents(_ times: [Double]) -> [Double] { growths(times).map { log10($0) } }
}
