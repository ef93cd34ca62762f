import Foundation

/// A private file of lines, oldest first, to which several processes append.
///
/// Each line is appended in one piece, so that lines of several processes do not mix. The file keeps its newest lines.
/// A symbolic link at its name is not followed. Errors of reading and writing are ignored. Use on any thread.
package struct LineFile: Sendable {
    /// The position up to which the file has been read.
    package struct Position: Equatable, Sendable {
        fileprivate var device: dev_t
        fileprivate var number: ino_t
        fileprivate var size: off_t
    }

    /// The lines after a position.
    package struct NewLines: Equatable, Sendable {
        /// The lines, newest last.
        package var lines: [String]
        /// Whether these are all the lines in the file, not only the new ones.
        package var isAll: Bool
        /// How far the file has now been read.
        package var position: Position
    }

    private let folder: String
    private let name: String
    private let limit: Int

    /// The most bytes that are read from the end of the file, and kept in it.
    fileprivate static let maxBytes: off_t = 1 << 20

    /// A longer line is not stored: it would push out the others.
    private static let maxBytesOfLine = 1 << 16

    /// The file at a path. The file and its folder, which only the owner may enter, are created with the first line.
    /// - Parameter limit: The number of lines to keep. When the file has more than twice as many, it is cut back to it.
    package init(path: String, limit: Int) {
        let url = URL(fileURLWithPath: path)
        (folder, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
        self.limit = limit
    }

    /// The lines since a position; nil if the file cannot be read.
    package func newLines(since position: Position?) -> NewLines? {
        try? OpenFolder(folder, followsLink: true).newLines(name, since: position, limit: limit)
    }

    /// Appends a line.
    /// - Returns: The lines since the position, including this one; nil if it cannot be stored.
    @discardableResult
    package func append(_ line: String, since position: Position?) -> NewLines? {
        guard line.utf8.count <= LineFile.maxBytesOfLine,
            !line.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == 0 })
        else { return nil }
        return try? appending(line, position)
    }

    private func appending(_ line: String, _ position: Position?) throws -> NewLines {
        try StagingFolder.makeParents(URL(fileURLWithPath: folder).deletingLastPathComponent())
        let folder = try OpenFolder(making: folder, mode: 0o700)
        let lock = folder.lockWithTimeout()
        defer { withExtendedLifetime(lock) {} }
        try folder.append(line, to: name)
        let newLines = try folder.newLines(name, since: position, limit: limit)
        return try folder.cut(name, to: limit, maxBytes: LineFile.maxBytes) ? folder.atEnd(newLines, name) : newLines
    }
}

extension OpenFolder {
    /// The folder's lock if it becomes free within 0.2 seconds; nil if not, or if locks are not supported.
    fileprivate func lockWithTimeout() -> Descriptor? {
        guard let lock = try? open(".", O_RDONLY | O_DIRECTORY) else { return nil }
        for _ in 0..<50 {
            switch lock.tryLock() {
            case .locked: return lock
            case .unsupported: return nil
            case .heldElsewhere: usleep(4000)
            }
        }
        return nil
    }

    fileprivate func newLines(_ name: String, since position: LineFile.Position?, limit: Int) throws
        -> LineFile.NewLines
    {
        let file = try open(name, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.kind == S_IFREG else { throw SystemError(code: EINVAL) }
        let newest = max(0, status.st_size - LineFile.maxBytes)
        let isMore = position.map { status.hasGrown(since: $0) && $0.size >= newest } ?? false
        let start = isMore ? position?.size ?? 0 : newest
        var lines = try file.bytes(from: start, to: status.st_size).split(separator: UInt8(ascii: "\n"))
        if !isMore, start > 0, !lines.isEmpty { lines.removeFirst() }
        return LineFile.NewLines(
            lines: lines.suffix(limit).map { String(decoding: $0, as: UTF8.self) }, isAll: !isMore,
            position: LineFile.Position(device: status.st_dev, number: status.st_ino, size: status.st_size))
    }

    /// Appends a line. If a killed process left an incomplete line, this one starts on a new line.
    fileprivate func append(_ line: String, to name: String) throws {
        let file = try open(name, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK)
        let status = try file.status()
        guard status.kind == S_IFREG else { throw SystemError(code: EINVAL) }
        if status.st_mode & 0o777 != 0o600 { try file.setMode(0o600) }
        let last = try file.bytes(from: max(0, status.st_size - 1), to: status.st_size).first
        let isBroken = last != nil && last != UInt8(ascii: "\n")
        let bytes = Array(((isBroken ? "\n" : "") + line + "\n").utf8)
        try file.write(bytes[...])
    }

    /// Cuts a file with too many lines back to its newest. Returns whether it did.
    fileprivate func cut(_ name: String, to limit: Int, maxBytes: off_t) throws -> Bool {
        let file = try open(name, O_RDONLY | O_NONBLOCK)
        let size = try file.status().st_size
        let lines = try file.bytes(from: max(0, size - maxBytes), to: size).split(separator: UInt8(ascii: "\n"))
        guard lines.count > 2 * limit || size > maxBytes else { return false }
        TemporaryFile.removeOrphans(in: self, prefix: "." + name + "-")
        let shorter = try TemporaryFile(in: self, prefix: "." + name + "-")
        let bytes = OpenFolder.newest(lines.suffix(limit), maxBytes: Int(maxBytes) / 2)
        do {
            try bytes.withUnsafeBytes { try shorter.descriptor.write($0) }
            try shorter.replace(name)
        } catch {
            shorter.remove()
            throw error
        }
        return true
    }

    /// The last lines, up to a total number of bytes.
    private static func newest(_ lines: ArraySlice<ArraySlice<UInt8>>, maxBytes: Int) -> [UInt8] {
        var (kept, count) = (lines.endIndex, 0)
        while kept > lines.startIndex, count + lines[kept - 1].count < maxBytes {
            kept -= 1
            count += lines[kept].count + 1
        }
        return lines[kept...].flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// The lines, with the position at the end of the file that now has the name.
    fileprivate func atEnd(_ newLines: LineFile.NewLines, _ name: String) throws -> LineFile.NewLines {
        let status = try status(name)
        var newLines = newLines
        newLines.position = LineFile.Position(device: status.st_dev, number: status.st_ino, size: status.st_size)
        return newLines
    }
}

extension stat {
    fileprivate func hasGrown(since position: LineFile.Position) -> Bool {
        st_dev == position.device && st_ino == position.number && st_size >= position.size
    }
}

extension Descriptor {
    /// The bytes in a range of the file, fewer if the file ends before.
    fileprivate func bytes(from start: off_t, to end: off_t) throws(SystemError) -> [UInt8] {
        guard end > start else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(end - start))
        var filled = 0
        while filled < bytes.count {
            let count = try checked {
                bytes.withUnsafeMutableBytes {
                    pread(number, $0.baseAddress! + filled, $0.count - filled, start + off_t(filled))
                }
            }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }
}
