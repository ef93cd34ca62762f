import Foundation
import Testing

/// The articles of the documentation.
@Suite struct ArticlesTests {
    static let articles = Repository.files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }

    /// The lines of the programs from which samples are taken, without indentation.
    static let programs = Repository.files.filter { path in
        path.hasSuffix(".swift") && (path.hasPrefix("Tests/Persistence") || path.hasPrefix("Examples/"))
    }

    @Test func `there are articles`() {
        #expect(Self.articles.count > 5)
    }

    @Test(arguments: articles)
    func `every sample occurs in a test or an example, in order`(path: String) throws {
        let programs = try Self.programs.map { try Repository.lines(of: $0).map(trimmed) }
        for sample in samples(try Repository.lines(of: path)) {
            #expect(programs.contains { holds($0, sample) }, "\(path): \(sample.first ?? "")")
        }
    }

    @Test func `a sample with a line that occurs nowhere would be found`() {
        #expect(
            samples(["```swift", "let a = 1", "", "  b()", "```", "text", "```", "x", "```"]) == [["let a = 1", "b()"]])
        #expect(holds(["a", "b", "c"], ["a", "c"]))
        #expect(!holds(["a", "b", "c"], ["a", "x"]))
        #expect(!holds(["a", "b", "c"], ["c", "a"]))
    }

    /// The Swift blocks of an article, without empty lines and indentation.
    private func samples(_ lines: [String]) -> [[String]] {
        var samples: [[String]] = []
        var current: [String]?
        for line in lines {
            if line.hasPrefix("```") {
                if let ended = current { samples.append(ended) }
                current = current == nil && line == "```swift" ? [] : nil
            } else if !trimmed(line).isEmpty {
                current?.append(trimmed(line))
            }
        }
        return samples
    }

    private func holds(_ program: [String], _ sample: [String]) -> Bool {
        var rest = program[...]
        for line in sample {
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }

    private func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
}
