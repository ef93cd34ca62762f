import Foundation
import Journal

/// A file that is written beside its target and replaces it when complete.
///
/// The target is either the old file or the complete new one; a symbolic link is replaced, not followed. The new file
/// has mode 0600, because a journal is private. A file left in the folder by a killed process is removed by the next
/// one; the file of a running process is locked and stays. A stream, device or pipe is written to directly, and its
/// output cannot be undone. Used by one thread at a time. Releasing it without `commit` abandons it.
package final class OutputFile: @unchecked Sendable {
    private enum Place {
        case direct(Descriptor)
        case temporary(TemporaryFile, name: String)
        case done
    }

    /// The path as given.
    package let path: String
    private let force: Bool
    private let spared: JournalFiles?
    private var place: Place
    private var buffer: [UInt8] = []
    /// Makes control characters visible if the output is a terminal; nil otherwise.
    private var terminal: TerminalRows?

    /// The number of bytes to write at once.
    static let chunk = 1 << 18
    private static let temporaryPrefix = ".surfjournal-export-"

    /// A file for a path; `-` is standard output.
    /// - Parameters:
    ///   - force: Whether a file at the path may be replaced.
    ///   - spared: The journal in use, whose files are never replaced or written; nil if there is none.
    /// - Throws: `.exists` if there is a file and `force` is false, `.isOfJournal`, or another `OutputError`.
    package static func replacing(
        _ path: String, force: Bool, sparing spared: JournalFiles?
    ) throws(OutputError) -> OutputFile {
        let target = try OutputTarget.at(path, force: force, sparing: spared)
        do throws(SystemError) {
            return OutputFile(path, force: force, spared, try place(for: target, path))
        } catch {
            throw OutputError(error, at: path)
        }
    }

    private init(_ path: String, force: Bool, _ spared: JournalFiles?, _ place: Place) {
        self.path = path
        self.force = force
        self.spared = spared
        self.place = place
        if case .direct(let descriptor) = place, descriptor.isTerminal { terminal = TerminalRows() }
    }

    deinit {
        abandon()
    }

    /// Whether bytes go to a stream, device or pipe, where they cannot be undone.
    package var isDirect: Bool {
        if case .direct = place { true } else { false }
    }

    /// Appends bytes, which are buffered and written 256 KiB or more at a time.
    /// - Throws: `OutputError`, also for bytes buffered earlier.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        if buffer.isEmpty, bytes.count >= OutputFile.chunk { return try send(bytes) }
        buffer.append(contentsOf: bytes)
        if buffer.count >= OutputFile.chunk { try flush() }
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        try write(bytes[...])
    }

    /// Appends bytes.
    package func write(_ bytes: ArraySlice<UInt8>) throws(OutputError) {
        var failure: OutputError?
        bytes.withUnsafeBytes { raw in
            do throws(OutputError) { try write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Moves the file to its target. It is on disk when this returns.
    /// - Throws: `.exists` if another process created the target meanwhile, or another `OutputError`. The file is
    ///   abandoned then.
    package func commit() throws(OutputError) {
        do throws(OutputError) {
            try flush()
            try finish()
            place = .done
        } catch {
            abandon()
            throw error
        }
    }

    /// Moves the file to its target if there is none. A target with the same content stays.
    /// - Returns: Whether the target is new.
    /// - Throws: `.exists` if the target has other content. This file is abandoned then.
    package func commitUnlessSame() throws(OutputError) -> Bool {
        do throws(OutputError) {
            try flush()
            if try isSameAsTarget() {
                abandon()
                return false
            }
            if case .temporary(let file, let name) = place { try taking(file, name) }
            place = .done
            return true
        } catch {
            abandon()
            throw error
        }
    }

    /// Removes the unfinished file. The target stays as it was.
    package func abandon() {
        if case .temporary(let file, _) = place { file.remove() }
        place = .done
        buffer = []
    }

    // MARK: Implementation

    private static func place(for target: OutputTarget, _ path: String) throws(SystemError) -> Place {
        switch target {
        case .stream(let number): return .direct(try .inherited(number))
        case .device: return .direct(try Descriptor.open(path, O_WRONLY | O_NOCTTY))
        case .file(let folder, let name):
            let folder = try OpenFolder(folder, followsLink: true)
            TemporaryFile.removeOrphans(in: folder, prefix: temporaryPrefix)
            return .temporary(try TemporaryFile(in: folder, prefix: temporaryPrefix), name: name)
        }
    }

    private func flush() throws(OutputError) {
        guard !buffer.isEmpty else { return }
        let bytes = buffer
        buffer.removeAll(keepingCapacity: false)
        var failure: OutputError?
        bytes.withUnsafeBytes { raw in
            do throws(OutputError) { try send(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        do throws(SystemError) {
            switch place {
            case .direct(let descriptor): try write(bytes, to: descriptor)
            case .temporary(let file, _): try file.descriptor.write(bytes)
            case .done: throw SystemError(code: EBADF)
            }
        } catch {
            throw OutputError(error, at: path)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Descriptor) throws(SystemError) {
        guard let shown = terminal?.shown(bytes) else { return try descriptor.write(bytes) }
        try descriptor.write(shown[...])
    }

    private func taking(_ file: TemporaryFile, _ name: String) throws(OutputError) {
        do throws(SystemError) { try file.take(name) } catch { throw OutputError(error, at: path) }
    }

    private func isSameAsTarget() throws(OutputError) -> Bool {
        guard case .temporary(let file, let name) = place else { return false }
        do throws(SystemError) {
            let target = try file.folder.open(name, O_RDONLY | O_NONBLOCK)
            return try file.descriptor.hasSameContent(as: target)
        } catch  where error.isMissing {
            return false
        } catch {
            throw OutputError(error, at: path)
        }
    }

    private func finish() throws(OutputError) {
        // The target may have become one of the journal's files meanwhile.
        if case .temporary = place { _ = try OutputTarget.at(path, force: true, sparing: spared) }
        do throws(SystemError) {
            if case .direct(let descriptor) = place, let shown = terminal?.shown([], isLast: true) {
                try descriptor.write(shown[...])
            }
            guard case .temporary(let file, let name) = place else { return }
            if force { try file.replace(name) } else { try file.take(name) }
        } catch {
            throw OutputError(error, at: path)
        }
    }
}
