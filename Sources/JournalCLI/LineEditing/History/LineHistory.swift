import Foundation
import Journal

/// The command lines that a person typed, in this session and others.
///
/// A line that starts with a space is not kept, nor one that is the same as the last. They are kept in a private file as
/// far as that can be written; where it cannot, they last as long as the session. Use on the main thread.
final class LineHistory {
    /// What is new about the lines that can be called back.
    enum Change: Equatable {
        /// More lines, the newest last.
        case more([String])
        /// These lines and no others.
        case other([String])
    }

    private let file: LineFile?
    private var mark: LineFile.Mark?
    private var last: String?

    /// A history in a file; with nil, in memory alone.
    init(path: String?, limit: Int) {
        file = path.map { LineFile(path: $0, limit: limit) }
    }

    /// The file of the user's history: `$XDG_STATE_HOME/surfjournal/history`, which is in `~/.local/state` where the
    /// variable is unset or relative; nil where nothing says which user's it is.
    static func path(_ environment: [String: String]) -> String? {
        OwnFolder.state(environment).map { $0 + "/history" }
    }

    /// What other sessions typed since the last time; at first, all that was ever typed and kept.
    func linesOfOthers() -> Change? {
        guard let news = file?.news(since: mark), news.mark != mark else { return nil }
        return take(news)
    }

    /// Keeps a line, in its composed form.
    /// - Returns: what can be called back besides; nil where the line is not kept.
    func add(_ line: String) -> Change? {
        let line = line.precomposedStringWithCanonicalMapping
        guard !line.isEmpty, line.utf8.first != UInt8(ascii: " "), !line.isSame(as: last) else { return nil }
        guard let news = file?.append(line, since: mark) else {
            last = line
            return .more([line])
        }
        return take(news)
    }

    private func take(_ news: LineFile.News) -> Change {
        mark = news.mark
        last = news.lines.last ?? last
        return news.isAll ? .other(news.lines) : .more(news.lines)
    }
}

extension String {
    /// Whether the two are the same bytes, and not merely the same characters.
    fileprivate func isSame(as other: String?) -> Bool { other.map { $0.utf8.elementsEqual(utf8) } ?? false }
}
