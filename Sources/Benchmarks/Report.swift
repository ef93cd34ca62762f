import Foundation

/// A row of the report.
struct ReportRow: Encodable {
    let workload: String
    let unit: String
    let ours: Double
    let baseline: Double?
    /// Our time divided by the baseline's.
    let ratio: Double?
    /// The ratio of processor times, which other load on the machine affects less.
    let processorRatio: Double?
    /// The limit for `ratio`, or for `ours` without a baseline; nil if there is none.
    let target: Double?
    let peakBytes: Int?

    /// A row without a baseline.
    init(_ workload: String, amount: Double, unit: String, target: Double?, peakBytes: Int? = nil) {
        self.workload = workload
        self.unit = unit
        self.ours = amount
        self.target = target
        self.peakBytes = peakBytes
        (baseline, ratio, processorRatio) = (nil, nil, nil)
    }

    init(_ measurement: Measurement) {
        func medians(_ value: (Measurement.Sample) -> Double) -> (ours: Double, baseline: Double) {
            (Measurement.median(measurement.ours.map(value)), Measurement.median(measurement.baseline.map(value)))
        }
        let elapsed = medians(\.elapsed)
        let processor = medians(\.processor)
        workload = measurement.name
        unit = "ms"
        ours = elapsed.ours * 1_000
        baseline = elapsed.baseline * 1_000
        ratio = elapsed.ours / elapsed.baseline
        processorRatio = processor.ours / processor.baseline
        target = measurement.target
        peakBytes = measurement.peak
    }

    var isMet: Bool { target.map { (ratio ?? ours) <= $0 } ?? true }
}

/// The report and the machine on which it was measured.
struct Report: Encodable {
    let machine: String
    let rounds: Int
    let rows: [ReportRow]

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    static var heading: String {
        column("workload", 46) + ["ours", "baseline", "ratio", "cpu", "target", "peak"].map { right($0, 11) }.joined()
    }

    /// - Parameter isJudged: Whether the line reports a missed target.
    static func line(_ row: ReportRow, isJudged: Bool) -> String {
        func ratio(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }
        let amount = { (value: Double) in String(format: "%.1f ", value) + row.unit }
        let peak = row.peakBytes.map { String(format: "%.1f MiB", Double($0) / 1_048_576) } ?? "-"
        let cells = [
            amount(row.ours), row.baseline.map(amount) ?? "-", ratio(row.ratio), ratio(row.processorRatio),
            ratio(row.target), peak,
        ]
        let verdict = isJudged && !row.isMet ? "  missed" : ""
        return column(row.workload, 46) + cells.map { right($0, 11) }.joined() + verdict
    }

    static func column(_ text: String, _ width: Int) -> String {
        text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}

/// A description of the machine.
enum Machine {
    static var line: String {
        let cpu = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = cpu.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name =
            model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first ?? "?"
        return "\(name), \(ProcessInfo.processInfo.activeProcessorCount) cores, load \(load)"
    }
}
