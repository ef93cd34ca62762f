import Foundation

/// The README and the pages it links to, as tests read them: blocks of commands with their output.
enum Readme {
    /// A command and the output that the README shows for it.
    struct Step: Sendable {
        let command: String
        var output: [String]
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// In reading order.
    private static let pages = [
        "README", "docs/prompt", "docs/filters", "docs/import", "docs/statistics", "docs/engine",
    ]

    /// The text of all pages.
    static let text = Result {
        try pages.map { try String(contentsOf: root.appendingPathComponent($0 + ".md"), encoding: .utf8) }.joined(
            separator: "\n")
    }

    /// The lines of the fenced blocks.
    static func blocks() throws -> [[String]] {
        let parts = try text.get().components(separatedBy: "\n```")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            Array(parts[index].components(separatedBy: "\n").dropFirst())
        }
    }

    /// The commands of all blocks except the one at the prompt, in reading order.
    static func steps() throws -> [Step] {
        try blocks().filter { !$0.contains { $0.hasPrefix("surf> ") } }.flatMap(steps)
    }

    /// The block that shows the prompt.
    static func session() throws -> [String] {
        try blocks().first { $0.contains { $0.hasPrefix("surf> ") } } ?? []
    }

    private static func steps(_ block: [String]) -> [Step] {
        var steps: [Step] = []
        for line in block where !line.isEmpty {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), output: []))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(line)
            }
        }
        return steps
    }

    /// The inline code in the text.
    static func inlineCode() throws -> [String] {
        let parts = try text.get().components(separatedBy: "```")
        let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
        return prose.matches(of: /`([^`]+)`/).map { String($0.1).replacing("\n", with: " ") }
    }
}
