import Foundation
import Journal

/// The command lines typed at this prompt and others.
///
/// Lines that start with a space and repetitions of the last line are not kept. The history is stored in a private
/// file. If the file cannot be written, the lines are kept in memory until the prompt ends. Use it on the main thread.
final class LineHistory {
    /// A change of the history.
    enum Change: Equatable {
        /// Additional lines, newest last.
        case more([String])
        /// These lines replace all others.
        case other([String])
    }

    private let file: LineFile?
    private var position: LineFile.Position?
    private var last: String?

    /// A history stored in a file, or only in memory if the path is nil.
    init(path: String?, limit: Int) {
        file = path.map { LineFile(path: $0, limit: limit) }
    }

    /// The path of the user's history, `$XDG_STATE_HOME/surfjournal/history`. The directory is `~/.local/state` if the
    /// variable is unset or relative. Nil if the environment does not determine the user's directory.
    static func path(_ environment: [String: String]) -> String? {
        OwnFolder.state(environment).map { $0 + "/history" }
    }

    /// The lines typed at other prompts since the last call. The first call returns the whole stored history.
    func linesOfOthers() -> Change? {
        guard let newLines = file?.newLines(since: position), newLines.position != position else { return nil }
        return take(newLines)
    }

    /// Keeps a line in its composed form (NFC).
    /// - Returns: The change of the history, or nil if the line is not kept.
    func add(_ line: String) -> Change? {
        let line = line.precomposedStringWithCanonicalMapping
        guard !line.isEmpty, line.utf8.first != UInt8(ascii: " "), !line.isSame(as: last) else { return nil }
        guard let newLines = file?.append(line, since: position) else {
            last = line
            return .more([line])
        }
        return take(newLines)
    }

    private func take(_ newLines: LineFile.NewLines) -> Change {
        position = newLines.position
        last = newLines.lines.last ?? last
        return newLines.isAll ? .other(newLines.lines) : .more(newLines.lines)
    }
}

extension String {
    /// Whether the two are equal byte for byte, not only by canonical equivalence.
    fileprivate func isSame(as other: String?) -> Bool { other.map { $0.utf8.elementsEqual(utf8) } ?? false }
}
