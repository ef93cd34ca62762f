import Foundation

/// The engine's workloads at sizes that grow tenfold. The exponent of a workload is 1 if its time grows tenfold too.
struct Growth {
    /// One workload at all sizes, in order.
    private struct Line {
        let workload: String
        var ours: [Double] = []
        var baseline: [Double] = []
    }

    /// The highest exponent that counts as linear: 11 times the time for 10 times the objects.
    private static let limit = log10(11.0)

    private let sizes: [Int]
    private var lines: [Line] = []

    /// - Parameter smallest: The first of three sizes.
    init(from smallest: Int) {
        sizes = [1, 10, 100].map { $0 * smallest }
    }

    mutating func measure(_ options: Options) throws {
        for size in sizes {
            var options = options
            (options.objects, options.entries) = (size, size)
            try ObjectWorkloads.run(options) { row in add(row) }
        }
    }

    private mutating func add(_ row: ReportRow) {
        guard let baseline = row.baseline else { return }
        let workload = row.workload.split(separator: ":").dropLast().joined(separator: ":")
        if !lines.contains(where: { $0.workload == workload }) { lines.append(Line(workload: workload)) }
        for index in lines.indices where lines[index].workload == workload {
            lines[index].ours.append(row.ours)
            lines[index].baseline.append(baseline)
        }
    }

    /// The table: for each workload its times and its exponents, and the exponents of its baseline.
    var table: [String] {
        let heading =
            Report.column("workload", 40)
            + (sizes.map { "\($0)" } + ["exponents", "baseline"]).map { Report.right($0, 13) }.joined()
        return [heading]
            + lines.map { line in
                let cells =
                    line.ours.map { String(format: "%.1f ms", $0) }
                    + [line.ours, line.baseline].map { times in
                        Growth.exponents(times).map { String(format: "%.2f", $0) }.joined(separator: " ")
                    }
                let isLinear = Growth.exponents(line.ours).allSatisfy { $0 <= Growth.limit }
                return Report.column(line.workload, 40) + cells.map { Report.right($0, 13) }.joined()
                    + (isLinear ? "" : "  more than linear")
            }
    }

    private static func exponents(_ times: [Double]) -> [Double] {
        zip(times, times.dropFirst()).map { log10($1 / $0) }
    }
}
