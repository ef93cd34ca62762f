import Foundation

/// What earlier versions of the program kept in the folder of drafts: a file `d3.json` for a draft, `.cancelled-STAMP-3`
/// for a cancelled one, and `.cancel`, the record of the last `cancel` or its undo. They renamed files after they had
/// written the record, so the record decides. Empty files show which numbers were used or open.
struct EarlierDraftFiles {
    private static let record = ".cancel"

    /// The rows that the store gets for them, in order of number.
    private(set) var rows: [DraftRow] = []
    /// The numbers of drafts whose files cannot be read. They stay as they are.
    private(set) var unreadable: [Int] = []
    /// The highest number that was used.
    private var highestNumber = 0
    /// The names that have no use once the rows are in the store.
    private var names: [String] = []

    /// Reads the files. Changes nothing.
    init(in folder: OpenFolder) throws(SystemError) {
        var files: [(name: String, number: Int, stamp: Int64)] = []
        for name in try folder.names() {
            if let number = Int(of: name, "d", ".json") {
                files.append((name, number, .max))
            } else if let (stamp, number) = EarlierDraftFiles.cancelled(name) {
                files.append((name, number, stamp))
            } else if let number = Int(of: name, ".last-", "") ?? Int(of: name, ".d", ".lock") {
                names.append(name)
                highestNumber = max(highestNumber, number)
            } else if name == EarlierDraftFiles.record {
                names.append(name)
            }
        }
        highestNumber = max(highestNumber, files.map(\.number).max() ?? 0)
        let cancel = try Cancel(files.map { ($0.stamp, $0.number) }, in: folder)
        // Of several files of a draft, the one under its own name counts.
        for file in files.sorted(by: { ($0.number, $1.stamp) < ($1.number, $0.stamp) }) {
            guard let bytes = EarlierDraftFiles.bytes(file.name, in: folder) else {
                if file.stamp == .max { unreadable.append(file.number) }
                continue
            }
            names.append(file.name)
            let isKept = file.stamp == .max || cancel.numbers.contains(file.number)
            if isKept, rows.last?.number != file.number { rows.append(cancel.row(file.number, Data(bytes))) }
        }
    }

    /// Whether there is nothing of an earlier version.
    var isEmpty: Bool { names.isEmpty && unreadable.isEmpty }

    /// Moves everything into the store. If it is interrupted anywhere, the next call completes it: a draft is in the
    /// store before its file is removed, and is recognised by its content.
    /// - Parameter lastTransaction: The number of the journal's last transaction until a date.
    static func takeOver(
        from folder: OpenFolder, into store: DraftStore, _ lastTransaction: (Double?) throws -> Int64?
    ) throws {
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        let old = try EarlierDraftFiles(in: folder)
        try store.write { try old.insert(into: $0, lastTransaction) }
        TemporaryFile.removeOrphans(in: folder, prefix: ".new-")
        for name in old.names { try folder.remove(name) }
        try folder.synchronize()
    }

    /// Drafts keep their numbers, except those that the store has given to others.
    private func insert(into store: DraftTransaction, _ lastTransaction: (Double?) throws -> Int64?) throws {
        let (known, used) = (Set(try store.rows().map(\.content)), try store.highestNumber())
        var new = rows.filter { !known.contains($0.content) }
        for index in new.indices {
            guard let stamp = new[index].stamp else { continue }
            new[index].transaction = try lastTransaction(Double(stamp) / 1000) ?? 0
        }
        for row in new where row.number > used { try store.insert(row) }
        if try store.highestNumber() < highestNumber {
            try store.insert(DraftRow(number: highestNumber, content: Data()))
            try store.delete([highestNumber])
        }
        for var row in new where row.number <= used {
            row.number = try store.highestNumber() + 1
            try store.insert(row)
        }
    }

    /// The bytes of a draft's file; nil if no version of the program wrote it so, or it cannot be read.
    private static func bytes(_ name: String, in folder: OpenFolder) -> [UInt8]? {
        guard let file = try? folder.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY),
            (try? file.status().kind) == S_IFREG
        else { return nil }
        return try? file.read(atMost: EntryEdit.sizeLimit)
    }

    /// The stamp and the number of a cancelled draft; nil for another name.
    private static func cancelled(_ name: String) -> (stamp: Int64, number: Int)? {
        guard let dash = name.lastIndex(of: "-"), let number = Int(of: String(name[dash...]), "-", ""),
            let stamp = Int(of: String(name[..<dash]), ".cancelled-", "")
        else { return nil }
        return (Int64(stamp), number)
    }
}

extension EarlierDraftFiles {
    /// The last `cancel`, or its undo.
    private struct Cancel {
        private(set) var numbers: Set<Int> = []
        private var stamp: Int64?
        private var isUndone = false

        /// Reads the record. Without one, or if it is damaged, the names of the kept files decide.
        init(_ files: [(stamp: Int64, number: Int)], in folder: OpenFolder) throws(SystemError) {
            let kept = files.filter { $0.stamp < .max }
            stamp = kept.map(\.stamp).max()
            numbers = Set(kept.filter { $0.stamp == stamp }.map(\.number))
            do throws(SystemError) {
                let file = try folder.open(EarlierDraftFiles.record, O_RDONLY | O_NONBLOCK | O_NOCTTY)
                read(try file.read(atMost: EntryEdit.sizeLimit) ?? [])
            } catch {
                if !error.isMissing { throw error }
            }
        }

        private mutating func read(_ bytes: [UInt8]) {
            guard let record = try? JSONReader.value(bytes).object, let stamp: Int64 = record["stamp"]?.integer(),
                let elements = record["numbers"]?.elements, case .bool(let isUndone)? = record["isUndone"]
            else { return }
            (self.stamp, self.isUndone, numbers) = (stamp, isUndone, Set(elements.compactMap { $0.integer() }))
        }

        /// The row of a draft.
        func row(_ number: Int, _ content: Data) -> DraftRow {
            let isOwn = numbers.contains(number)
            return DraftRow(
                number: number, content: content, stamp: isOwn ? stamp : nil, isCancelled: isOwn && !isUndone)
        }
    }
}

extension Int {
    /// The number between a prefix and a suffix; nil for another name. It has no leading zeros and at most 15 digits.
    init?(of name: String, _ prefix: String, _ suffix: String) {
        guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(suffix) else { return nil }
        let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        guard (1...15).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy(\.isDigit),
            let number = Int(String(Substring(digits)))
        else { return nil }
        self = number
    }
}
