import Foundation

/// The samples of Swift in articles and doc comments, and the programs that they are part of.
enum Samples {
    /// The lines of a program, without indentation.
    struct Program: Sendable {
        let path: String
        let lines: [String]
    }

    /// The tests of the engine and the examples, which contain the samples.
    static let programs: [Program] = Repository.files.filter { path in
        path.hasSuffix(".swift") && (path.hasPrefix("Tests/Persistence") || path.hasPrefix("Examples/"))
    }
    .map { path in
        Program(path: path, lines: ((try? Repository.lines(of: path)) ?? []).map(trimmed).filter { !$0.isEmpty })
    }

    /// The samples in a text, each as its lines without indentation and empty lines.
    static func samples(in lines: [String]) -> [[String]] {
        var samples: [[String]] = []
        var current: [String]?
        for line in lines.map(trimmed) {
            if line.hasPrefix("```") {
                if let ended = current { samples.append(ended) }
                current = current == nil && line == "```swift" ? [] : nil
            } else if !line.isEmpty {
                current?.append(line)
            }
        }
        return samples
    }

    /// The text of the doc comments in a Swift file.
    static func comments(in lines: [String]) -> [String] {
        lines.map(trimmed).filter { $0.hasPrefix("///") }.map { String($0.dropFirst(3)) }
    }

    /// Whether the program has the lines in this order, possibly with others between them.
    static func hasInOrder(_ program: [String], _ sample: [String]) -> Bool {
        var rest = program[...]
        for line in sample {
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }

    /// Whether the program has the lines one after the other, apart from lines that check the result.
    static func hasTogether(_ program: [String], _ sample: [String]) -> Bool {
        let program = program.filter { !$0.hasPrefix("#expect(") }
        guard let first = sample.first else { return true }
        return program.indices.contains { start in
            program[start] == first && program[start...].starts(with: sample)
        }
    }

    private static func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
}
