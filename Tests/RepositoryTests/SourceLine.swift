import Foundation
import RegexBuilder

/// One line of Swift source, as far as the repository's rules need it.
struct SourceLine {
    /// The line without its comment.
    let code: String
    /// Whether the line has a comment.
    let hasComment: Bool

    init(_ line: String) {
        let start = line.range(of: "//")
        hasComment = start != nil
        code = start.map { String(line[..<$0.lowerBound]) } ?? line
    }

    /// The imported module if the line is an import.
    var importedModule: String? {
        guard code.contains("import") else { return nil }
        let kinds = #/(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+/#
        let importLine = Regex {
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+/#
            Optionally { kinds }
            Capture { #/\w+/# }
        }
        return code.firstMatch(of: importLine).map { String($0.output.1) }
    }

    /// Whether the line prints. (A word boundary would not work: Unicode has none at a full stop between letters.)
    var prints: Bool {
        // Most lines need no regular expression, which is slow in a debug build.
        guard ["rint(", "dump(", "puts(", "putchar(", ".standardOutput"].contains(where: code.contains) else {
            return false
        }
        return code.contains(/(?:^|[^\w.]|Swift\.)(?:print|debugPrint|dump|puts|fputs|putchar)\(/)
            || code.contains(/\.standardOutput(?:\W|$)/)
    }

    /// Whether the line contains a call or expression that can trap.
    var traps: Bool {
        guard code.contains("fatalError(") || code.contains("try!") else { return false }
        return code.contains(/(?:^|\W)(?:fatalError\(|try!)/)
    }
}
