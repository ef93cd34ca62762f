import Foundation
import RegexBuilder

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
        let kinds = #/(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+/#
        let importLine = Regex {
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+/#
            Optionally { kinds }
            Capture { #/\w+/# }
        }
        return code.firstMatch(of: importLine).map { String($0.output.1) }
    }

    /// Whether the line prints. (A word boundary would not do: between letters, Unicode sees none at a full stop.)
    var prints: Bool {
        code.contains(/(?:^|[^\w.]|Swift\.)(?:print|debugPrint|dump|puts|fputs|putchar)\(/)
            || code.contains(/\.standardOutput(?:\W|$)/)
    }

    /// Whether the line ends the program when it is reached or fails.
    var traps: Bool {
        code.contains(/(?:^|\W)(?:fatalError\(|try!)/)
    }
}
