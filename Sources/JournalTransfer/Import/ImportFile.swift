import Foundation
import Journal

/// The bytes of an imported file. They are read twice, so that the whole file is checked before anything is written.
///
/// A regular file is read in place. A pipe or standard input is copied to an unnamed private file as it is read, so
/// that memory does not grow with it. Used by one thread at a time.
package final class ImportFile {
    private static let chunk = 1 << 18

    /// The path as given.
    package let path: String
    private let input: Descriptor
    /// A copy of a stream for the second read; nil for a regular file.
    private let spool: Descriptor?
    private var status: stat
    private var isSecondTime = false
    /// Unpacks a compressed file as it is read.
    private var gunzip: Gunzip?
    private var buffer = [UInt8](repeating: 0, count: ImportFile.chunk)
    /// The number of bytes read in this pass.
    private(set) var position = 0

    /// Opens a file; `-` is standard input.
    package static func open(_ path: String) throws(ImportError) -> ImportFile {
        do throws(SystemError) {
            let input = path == "-" ? try Descriptor.inherited(STDIN_FILENO) : try Descriptor.open(path, O_RDONLY)
            return try ImportFile(path, input)
        } catch {
            throw error.code == EISDIR ? .isFolder : .unreadable(error.detail)
        }
    }

    private init(_ path: String, _ input: Descriptor) throws(SystemError) {
        (self.path, self.input) = (path, input)
        status = try input.status()
        if status.kind == S_IFDIR { throw SystemError(code: EISDIR) }
        let isSeekable = status.kind == S_IFREG && lseek(input.number, 0, SEEK_CUR) == 0
        spool = isSeekable ? nil : try ImportFile.spool()
    }

    /// The size in bytes; nil for a stream that has not ended.
    package var size: Int? { spool == nil || isSecondTime ? Int(status.st_size) : nil }

    /// The next bytes, unpacked if the file is compressed; empty at the end.
    func read(_ cancel: CancelToken) throws(ImportError) -> ArraySlice<UInt8> {
        let isAtBeginning = position == 0
        if gunzip == nil {
            let bytes = try readPacked(cancel)
            guard isAtBeginning, Gunzip.recognizes(bytes) else { return bytes }
            gunzip = try Gunzip()
            gunzip?.append(bytes)
        }
        guard let gunzip else { return [] }
        while true {
            let unpacked = try gunzip.next()
            if !unpacked.isEmpty { return unpacked }
            let bytes = try readPacked(cancel)
            if bytes.isEmpty {
                try gunzip.finish()
                return []
            }
            gunzip.append(bytes)
        }
    }

    /// The rest of the file, unpacked; nil if it has more bytes than `limit` with `first`, the bytes that were read before.
    func readAll(after first: ArraySlice<UInt8>, atMost limit: Int) throws(ImportError) -> [UInt8]? {
        var bytes = Array(first)
        while bytes.count <= limit {
            let more = try read(CancelToken())
            if more.isEmpty { return bytes }
            bytes += more
        }
        return nil
    }

    /// The next bytes as in the file.
    private func readPacked(_ cancel: CancelToken) throws(ImportError) -> ArraySlice<UInt8> {
        do throws(SystemError) {
            let source = isSecondTime ? spool ?? input : input
            if spool != nil, !isSecondTime { try wait(for: source, cancel) }
            if cancel.isCancelled { throw SystemError(code: ECANCELED) }
            let count = try checked { Foundation.read(source.number, &buffer, buffer.count) }
            position += count
            if let spool, !isSecondTime { try spool.write(buffer[..<count]) }
            return buffer[..<count]
        } catch {
            throw error.code == ECANCELED ? .cancelled : .unreadable(error.detail)
        }
    }

    /// Goes back to the beginning, to read the bytes again.
    package func rewind() throws(ImportError) {
        do throws(SystemError) {
            let source = spool ?? input
            let now = try source.status()
            if spool == nil, !now.isUnchanged(since: status) {
                throw SystemError(code: ESTALE)
            }
            status = now
            try checked { lseek(source.number, 0, SEEK_SET) }
        } catch {
            throw error.code == ESTALE ? .changed : .unreadable(error.detail)
        }
        (isSecondTime, position, gunzip) = (true, 0, nil)
    }

    /// Goes back to the beginning, to read the file in another way. Reads the rest of a stream first.
    /// - Returns: false if the file has more than `limit` bytes, or cannot be read again.
    package func startsAgain(atMost limit: Int) -> Bool {
        do throws(ImportError) {
            while spool != nil, !isSecondTime, position <= limit {
                if try readPacked(CancelToken()).isEmpty { break }
            }
            if position > limit { return false }
            try rewind()
        } catch {
            return false
        }
        return size.map { $0 <= limit } ?? false
    }

    /// Waits for bytes or the end of a stream, checking every 50 ms for cancellation.
    private func wait(for source: Descriptor, _ cancel: CancelToken) throws(SystemError) {
        while !cancel.isCancelled {
            var request = pollfd(fd: source.number, events: Int16(POLLIN), revents: 0)
            if try checked({ poll(&request, 1, 50) }) > 0 { return }
        }
    }

    /// A private file that disappears with this process, however it ends.
    private static func spool() throws(SystemError) -> Descriptor {
        let folder = try OpenFolder(FileManager.default.temporaryDirectory.path, followsLink: true)
        let file = try TemporaryFile(in: folder, prefix: ".surfjournal-import-")
        file.remove()
        return file.descriptor
    }
}
