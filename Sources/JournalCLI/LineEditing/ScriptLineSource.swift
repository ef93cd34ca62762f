import Foundation

/// The lines of a script in a file or on standard input.
///
/// Lines are UTF-8 and end with LF or CRLF; the last one may lack its end. Use it on the main thread.
final class ScriptLineSource: LineSource {
    /// Why a script ended before its last line.
    enum Failure: Error, Equatable {
        /// The script cannot be read. The value is the system's error number.
        case unreadable(Int32)
        /// The line is not valid UTF-8.
        case notUTF8
        /// The line has more bytes than `ScriptLine.sizeLimit`.
        case lineTooLong
    }

    /// The script's name: a file's path as it was given, or `stdin`.
    let name: String
    /// The number of the line read last, from 1.
    private(set) var lineNumber = 0
    /// Why the script ended early, or nil.
    private(set) var failure: Failure?

    private let descriptor: Int32
    private let isOwned: Bool
    /// Bytes that were read. The first `used` of them have been returned as lines.
    private var pending: [UInt8] = []
    private var used = 0
    private var isAtEnd = false

    /// The script on standard input.
    init() {
        (name, descriptor, isOwned) = ("stdin", STDIN_FILENO, false)
    }

    /// The script in a file.
    /// - Throws: `.unreadable` if the file does not exist or is a directory.
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

    /// The position of the line read last, such as `stdin:3`.
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
            // A line that could not be read completely counts as the last one.
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
