import Foundation
import Testing

@testable import SurfLanguage

/// Lines that were written by people who had not seen the reader. One of five is never looked at: what matters is
/// whether these are understood too. `scripts/understanding` prints the figures.
struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Understanding/lines").standardizedFileURL

    private static var files: [URL] {
        get throws {
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
        }
    }

    /// What was reached, in thousandths of the lines that nobody looked at. The goal is 900 and 10.
    private static let (understood, wrong) = (745, 130)

    @Test func `of lines that nobody looked at, as many as before are understood, and no more are stored wrong`() throws
    {
        var seen: [CorpusLine.Outcome: Int] = [:]
        var unseen: [CorpusLine.Outcome: Int] = [:]
        var reasons: [Bool: [String: Int]] = [:]
        for file in try Self.files {
            var (own, hidden): ([CorpusLine.Outcome: Int], [CorpusLine.Outcome: Int]) = ([:], [:])
            for line in try CorpusLine.read(file) {
                let (outcome, why) = line.read()
                for reason in Self.reasons(outcome, why) {
                    reasons[line.isUnseen, default: [:]][reason, default: 0] += 1
                }
                if line.isUnseen {
                    hidden[outcome, default: 0] += 1
                } else {
                    own[outcome, default: 0] += 1
                    if let wanted = Self.listed, outcome == wanted { Swift.print("\(line.line)\n    \(why)") }
                }
            }
            Self.print(file.deletingPathExtension().lastPathComponent, own, hidden)
            seen.merge(own, uniquingKeysWith: +)
            unseen.merge(hidden, uniquingKeysWith: +)
        }
        Self.print("all", seen, unseen)
        Self.printReasons(reasons)
        let total = unseen.values.reduce(0, +)
        #expect(total > 400)
        #expect((unseen[.right, default: 0] + unseen[.acceptable, default: 0]) * 1000 >= Self.understood * total)
        #expect(unseen[.wrong, default: 0] * 1000 <= Self.wrong * total)
    }

    /// Which of the lines that may be looked at are printed.
    private static var listed: CorpusLine.Outcome? {
        let name = ProcessInfo.processInfo.environment["SURFJOURNAL_LINES"]
        return CorpusLine.Outcome.allCases.first { "\($0)" == name }
    }

    /// The fields that are wrong, or the kind of question, without any word of the line.
    private static func reasons(_ outcome: CorpusLine.Outcome, _ why: String) -> Set<String> {
        switch outcome {
        case .right, .acceptable: []
        case .refused: ["refused: \(why.prefix { $0 != "(" })"]
        case .wrong:
            Set(
                why.components(separatedBy: "; ").map { part in
                    let words = part.split(separator: " ")
                    let kind = words.last { ["missing", "lost", "there"].contains($0) } ?? "differs"
                    return "wrong: \(words.first ?? "") \(kind)"
                })
        }
    }

    private static func printReasons(_ reasons: [Bool: [String: Int]]) {
        guard ProcessInfo.processInfo.environment["SURFJOURNAL_UNDERSTANDING"] != nil else { return }
        for name in Set(reasons.values.flatMap(\.keys)).sorted() {
            Swift.print("\(name)  seen \(reasons[false]?[name] ?? 0)  unseen \(reasons[true]?[name] ?? 0)")
        }
    }

    private static func print(_ name: String, _ seen: [CorpusLine.Outcome: Int], _ unseen: [CorpusLine.Outcome: Int]) {
        guard ProcessInfo.processInfo.environment["SURFJOURNAL_UNDERSTANDING"] != nil else { return }
        let columns = [seen, unseen].map { counts in
            let total = max(1, counts.values.reduce(0, +))
            return CorpusLine.Outcome.allCases.map { outcome in
                "\(outcome) \((Double(counts[outcome] ?? 0) * 100 / Double(total)).decimal(1))%"
            }
            .joined(separator: "  ") + "  of \(total)"
        }
        Swift.print("\(name)\n  seen    \(columns[0])\n  unseen  \(columns[1])")
    }

}
