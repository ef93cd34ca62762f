import Foundation
import Persistence

/// The write-ahead log next to a database, read without SQLite, which would checkpoint or delete it.
///
/// As in SQLite's recovery, frames count up to the end of the last complete transaction.
/// Source: sqlite.org/fileformat2.html, "The Write-Ahead Log".
struct WriteAheadLog {
    private(set) var pageSize = 0
    /// Distinguishes this log from the previous one in the same file.
    private(set) var salts: [UInt8] = []
    private(set) var transactionCount = 0
    /// The pages in the log, and the database's number of pages with it.
    private(set) var pages: Set<UInt32> = []
    private(set) var pageCount: UInt32 = 0
    /// The lowest and highest change counter in the log's versions of the first page.
    private(set) var changeCounters: ClosedRange<UInt32>?
    /// The marks of the states that the log belongs to: the one that its first marked transaction replaced, and those that
    /// its transactions set; empty if none of them set one.
    private(set) var marks: Set<[UInt8]> = []
    /// Whether the header was changed after frames were written.
    private(set) var isHeaderDamaged = false

    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let magic: UInt32 = 0x377F_0682

    /// - Complexity: reads the whole log, one page at a time.
    /// - Throws: `openFailed` when the log cannot be read.
    init(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let reason = errno
            if reason == ENOENT { return }
            throw StoreErrors.system(reason, .openFailed, "“\((path as NSString).lastPathComponent)” cannot be read.")
        }
        defer { try? file.close() }
        do {
            try readHeader(file)
        } catch {
            throw PersistenceError(
                .openFailed, "“\((path as NSString).lastPathComponent)” cannot be read.", underlying: error)
        }
    }

    /// Whether a file's first bytes are those of a log. Zeros and truncated bytes count too: they remain when a
    /// header was not completely written to disk.
    static func isLog(_ start: [UInt8]) -> Bool {
        let first = withUnsafeBytes(of: magic.bigEndian) { Array($0) }
        let whole = start.count < 4 ? start : Array(start[..<3]) + [start[3] & ~1]
        return start.allSatisfy { $0 == 0 } || first.starts(with: whole)
    }

    private mutating func readHeader(_ file: FileHandle) throws {
        let header = try WriteAheadLog.bytes(WriteAheadLog.headerSize, of: file)
        guard header.count == WriteAheadLog.headerSize, header.number(at: 0) & ~1 == WriteAheadLog.magic else { return }
        pageSize = Int(header.number(at: 8))
        salts = Array(header[16..<24])
        var sum = LogChecksum(isBigEndian: header.number(at: 0) & 1 == 1)
        sum.add(header[..<24])
        guard sum.isEqual(to: header[24..<32]), pageSize >= 512, pageSize <= 65536 else {
            let frame = try WriteAheadLog.bytes(WriteAheadLog.frameHeaderSize, of: file)
            isHeaderDamaged = frame.count == WriteAheadLog.frameHeaderSize && Array(frame[8..<16]) == salts
            return
        }
        try readFrames(file, sum)
    }

    private mutating func readFrames(_ file: FileHandle, _ sum: LogChecksum) throws {
        var sum = sum
        var transaction: [Frame] = []
        while true {
            let frame = try WriteAheadLog.bytes(WriteAheadLog.frameHeaderSize + pageSize, of: file)
            guard frame.count == WriteAheadLog.frameHeaderSize + pageSize, Array(frame[8..<16]) == salts else { return }
            sum.add(frame[..<8])
            sum.add(frame[WriteAheadLog.frameHeaderSize...])
            guard sum.isEqual(to: frame[16..<24]) else { return }
            transaction.append(Frame(frame, headerSize: WriteAheadLog.frameHeaderSize))
            if frame.number(at: 4) > 0 {
                commit(transaction, pageCount: frame.number(at: 4))
                transaction = []
            }
        }
    }

    private mutating func commit(_ frames: [Frame], pageCount: UInt32) {
        transactionCount += 1
        self.pageCount = pageCount
        for frame in frames {
            pages.insert(frame.page)
            frame.changeCounter.map { note(changeCounter: $0) }
            frame.mark.map { note($0) }
        }
    }

    private mutating func note(changeCounter: UInt32) {
        let (lowest, highest) = (changeCounters?.lowerBound ?? .max, changeCounters?.upperBound ?? 0)
        changeCounters = min(lowest, changeCounter)...max(highest, changeCounter)
    }

    private mutating func note(_ link: StoreStateMark.Link) {
        if marks.isEmpty { marks.insert(link.before) }
        marks.insert(link.mark)
    }

    /// Fewer bytes at the end of the file.
    private static func bytes(_ count: Int, of file: FileHandle) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let read = try file.read(upToCount: count - bytes.count), !read.isEmpty {
            bytes += read
        }
        return bytes
    }
}

/// What a log's version of one page says about the states of the database.
private struct Frame {
    let page: UInt32
    /// The change counter; nil for any page but the first.
    let changeCounter: UInt32?
    /// Nil for any page but that of the state's mark.
    let mark: StoreStateMark.Link?

    init(_ bytes: [UInt8], headerSize: Int) {
        page = bytes.number(at: 0)
        changeCounter = page == 1 ? bytes.number(at: headerSize + 24) : nil
        mark = StoreStateMark.Link(page: bytes[headerSize...])
    }
}

/// The cumulative checksum of a log's header and frames.
private struct LogChecksum {
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var (first, second) = sums
        bytes.withUnsafeBytes { raw in
            for index in stride(from: 0, to: raw.count & ~7, by: 8) {
                let low = raw.loadUnaligned(fromByteOffset: index, as: UInt32.self)
                let high = raw.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self)
                first &+= (isBigEndian ? UInt32(bigEndian: low) : UInt32(littleEndian: low)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: high) : UInt32(littleEndian: high)) &+ first
            }
        }
        sums = (first, second)
    }

    func isEqual(to bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(bytes)
        return bytes.number(at: 0) == sums.0 && bytes.number(at: 4) == sums.1
    }
}
