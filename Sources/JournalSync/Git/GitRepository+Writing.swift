import Foundation
import Journal

/// Making commits.
extension GitRepository {
    package struct Change: Equatable, Sendable {
        package let path: String
        /// The new bytes; nil removes the file.
        package let bytes: [UInt8]?

        package init(path: String, bytes: [UInt8]?) { (self.path, self.bytes) = (path, bytes) }
    }

    private static let outgoing = "refs/surfjournal/outgoing"

    /// Makes a commit on a parent, or the first one. It is not pushed, and is kept until the next one is made.
    /// - Parameters:
    ///   - parents: The commit whose files are changed first; none for a first commit.
    ///   - seconds: Since 1970, limited to the years 1970 to 2099, because git refuses others.
    ///   - next: The next changed file; nil at the end. One file at a time is in memory.
    package func commit(
        parents: [String], author: String, message: String, seconds: Double,
        _ next: () throws(GitError) -> Change?
    ) throws(GitError) -> String {
        for parent in parents { try requireID(parent) }
        var head: [UInt8]? = GitRepository.header(parents, author, message, seconds)
        var isDone = false
        var answer: [UInt8] = []
        let end = try git.run(
            ["fast-import", "--quiet", "--force", "--done", "--date-format=raw"], in: path,
            input: { () throws(GitError) in
                if let first = head {
                    head = nil
                    return first
                }
                if isDone { return nil }
                if let change = try next() { return try GitRepository.bytes(of: change) }
                isDone = true
                return Array("get-mark :1\ndone\n".utf8)
            }, output: { answer += $0.prefix(1_000) })
        guard end.status == 0 else {
            removeReports()
            if end.errors.saysLocalDiskIsFull { throw .diskFull }
            throw .failed(command: "fast-import", status: end.status, line: end.errors.line)
        }
        return try id(answer, "fast-import")
    }

    private static func header(_ parents: [String], _ author: String, _ message: String, _ seconds: Double) -> [UInt8] {
        let time = Int(min(max(seconds.isNaN ? 0 : seconds, 0), 4_102_444_799))
        let unusable: Set<Unicode.Scalar> = ["<", ">", "\\", "\""]
        let scalars = author.unicodeScalars.filter { !unusable.contains($0) && !TerminalSafe.isControl($0) }.prefix(100)
        let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        let person = "\(name.isEmpty ? "surfjournal" : name) <surfjournal@localhost> \(time) +0000"
        var text = "commit \(outgoing)\nmark :1\nauthor \(person)\ncommitter \(person)\n"
        text += "data \(message.utf8.count)\n\(message)\n"
        if parents.isEmpty { text = "reset \(outgoing)\n\n" + text }
        for (index, parent) in parents.enumerated() { text += "\(index == 0 ? "from" : "merge") \(parent)\n" }
        return Array(text.utf8)
    }

    private static func bytes(of change: Change) throws(GitError) -> [UInt8] {
        // A quotation mark at the start of a path would begin a quoted one.
        guard try plain(Array(change.path.utf8), mode: "100644").first != "\"" else {
            throw .badTree(path: GitMessages.cleaned(change.path))
        }
        guard let bytes = change.bytes else { return Array("D \(change.path)\n".utf8) }
        return Array("M 100644 inline \(change.path)\ndata \(bytes.count)\n".utf8) + bytes + [0x0A]
    }
}
