import Foundation

/// The lines of a script: of a file, or of what standard input is connected to.
///
/// The lines are UTF-8, with or without a return before the newline; the last one needs no newline. Use on the main thread.
final class ScriptLineSource: LineSource {
    /// Why a script ended before its last line.
    enum Failure: Error, Equatable {
        /// It cannot be read; the system's error number.
        case unreadable(Int32)
        /// The line is no UTF-8 text.
        case notUTF8
        /// The line has more bytes than `ScriptLine.sizeLimit`.
        case lineTooLong
    }

    /// What the script is called: a file's path as it was given, or `stdin`.
    let name: String
    /// The number of the line that was read last, from 1.
    private(set) var lineNumber = 0
    /// Why the script ended early; nil where it did not.
    private(set) var failure: Failure?

    private let descriptor: Int32
    private let isOwned: Bool
    /// What was read, of which the first `used` bytes were lines already.
    private var pending: [UInt8] = []
    private var used = 0
    private var isAtEnd = false

    /// The script that standard input is connected to.
    init() {
        (name, descriptor, isOwned) = ("stdin", STDIN_FILENO, false)
    }

    /// The script in a file.
    /// - Throws: `.unreadable` where there is no such file, or only a folder.
    init(path: String) throws(Failure) {
        let number = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .unreadable(path.utf8.contains(0) ? EINVAL : errno) }
        (name, descriptor, isOwned) = (path, number, true)
        do { pending = try ScriptLineSource.block(of: number) } catch {
            close(number)
            throw error
        }
        isAtEnd = pending.isEmpty
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Where the line that was read last stands, as `stdin:3`.
    var place: String { "\(name):\(lineNumber)" }

    func readLine(_ prompt: LinePrompt) -> LineEvent {
        do throws(Failure) {
            guard var line = try nextLine() else { return .endOfInput }
            lineNumber += 1
            if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
            return .line(text)
        } catch {
            // A line that could not be read whole is the one that the script ended at.
            if error != .notUTF8 { lineNumber += 1 }
            (failure, isAtEnd, pending, used) = (error, true, [], 0)
            return .endOfInput
        }
    }

    private func nextLine() throws(Failure) -> ArraySlice<UInt8>? {
        var searched = used
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                return try taken(to: end, skipping: 1)
            }
            if isAtEnd { return used == pending.count ? nil : try taken(to: pending.count) }
            if pending.count - used > ScriptLine.sizeLimit { throw .lineTooLong }
            pending.removeFirst(used)
            (used, searched) = (0, pending.count)
            MainQueue.wait(forInput: descriptor)
            let block = try ScriptLineSource.block(of: descriptor)
            isAtEnd = block.isEmpty
            pending += block
        }
    }

    private func taken(to end: Int, skipping count: Int = 0) throws(Failure) -> ArraySlice<UInt8> {
        if end - used > ScriptLine.sizeLimit { throw .lineTooLong }
        defer { used = end + count }
        return pending[used..<end]
    }

    private static func block(of descriptor: Int32) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes[..<count]) }
            if errno != EINTR { throw .unreadable(errno) }
        }
    }
}
