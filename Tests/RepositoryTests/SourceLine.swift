import Foundation

/// What one line of Swift source says, as far as the rules of this repository ask.
struct SourceLine {
    /// The line without its comment.
    let code: String
    /// Whether it carries a comment.
    let hasComment: Bool

    init(_ line: String) {
        let start = line.range(of: "//")
        hasComment = start != nil
        code = start.map { String(line[..<$0.lowerBound]) } ?? line
    }

    /// The module that the line imports, if it is an import.
    var importedModule: String? {
        code.firstMatch(of: Self.importLine).map { String($0.output.module) }
    }

    /// Whether the line prints.
    var prints: Bool {
        code.contains(/(?<![\w.])(?:print|debugPrint|dump|puts|fputs|putchar)\(/) || code.contains(/\.standardOutput\b/)
    }

    /// Whether the line ends the program when it is reached or fails.
    var traps: Bool {
        code.contains(/\bfatalError\(/) || code.contains(/\btry!/)
    }

    nonisolated(unsafe) private static let importLine =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(?<module>\w+)/
}
