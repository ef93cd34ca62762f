import Foundation

/// The last `cancel` of drafts, or its undo.
package struct DraftCancel: Equatable, Sendable {
    /// When it was done, in milliseconds since 2001-01-01T00:00:00Z. Always greater than the stamp before it.
    package let stamp: Int64
    /// The numbers of the drafts, ascending.
    package let numbers: [Int]
    /// Whether the drafts have been restored.
    package let isUndone: Bool

    package init(stamp: Int64, numbers: [Int], isUndone: Bool) {
        (self.stamp, self.numbers, self.isUndone) = (stamp, numbers, isUndone)
    }

    /// When it was done, in seconds since 2001-01-01T00:00:00Z.
    package var date: Double { Double(stamp) / 1000 }

    /// The contents of the record's file: one JSON object.
    var bytes: [UInt8] {
        let record: JSONValue = [
            "stamp": JSONValue(stamp), "numbers": .array(numbers.map { JSONValue($0) }), "isUndone": .bool(isUndone),
        ]
        return record.line
    }

    /// The record in a file, or nil if `bytes` did not write it.
    init?(_ bytes: [UInt8]) {
        guard let record = try? JSONReader.value(bytes).object, let stamp: Int64 = record["stamp"]?.integer(),
            let elements = record["numbers"]?.elements, case .bool(let isUndone)? = record["isUndone"]
        else { return nil }
        let numbers: [Int] = elements.compactMap { $0.integer() }
        guard numbers.count == elements.count else { return nil }
        self.init(stamp: stamp, numbers: numbers, isUndone: isUndone)
    }
}

/// Keeps cancelled drafts under hidden names until the next `cancel`, so that `undo` can restore them.
///
/// One file records the last `cancel` and decides for all of its drafts at once: it is replaced atomically. The drafts'
/// files are renamed after it, by the same process or, if that was killed, by the next one that opens the folder.
extension DraftFolder {
    /// Cancels drafts that this process holds, all or none, and releases them. The drafts of the previous `cancel` are
    /// deleted for good.
    /// - Parameter isKept: Whether `undo` can restore them.
    /// - Throws: `.noDraft` or `.taken` if one is no longer held. No draft is cancelled then.
    package func cancel(_ drafts: [TakenDraft], now: Double, isKept: Bool = true) throws(DraftError) {
        for draft in drafts { try draft.checkHeld() }
        if drafts.isEmpty { return }
        try decide(drafts.map(\.draft.number).sorted(), isUndone: false, now: now)
        for draft in drafts { draft.end() }
        if !isKept { try forgetCancelled() }
    }

    /// The last `cancel`, or the undoing of it; nil if there was none.
    package func lastCancel() throws(DraftError) -> DraftCancel? {
        guard let folder = try existing() else { return nil }
        return try record(in: folder)
    }

    /// Restores the drafts of a `cancel` under their numbers, all or none.
    package func bringBack(_ cancel: DraftCancel, now: Double) throws(DraftError) {
        try decide(cancel.numbers, isUndone: true, now: now)
    }

    /// Deletes the drafts that the last `cancel` kept.
    private func forgetCancelled() throws(DraftError) {
        guard let folder = try existing() else { return }
        try located { () throws(SystemError) in
            let lock = try folder.lock()
            defer { withExtendedLifetime(lock) {} }
            for name in try folder.names() where DraftName.setAside(name) != nil { try folder.remove(name) }
            try folder.remove(DraftName.cancel)
        }
    }

    // MARK: The record

    /// Replaces the record, which is the decision. If a step after it fails, the next process repeats it.
    private func decide(_ numbers: [Int], isUndone: Bool, now: Double) throws(DraftError) {
        guard let folder = try existing() else { throw .noDraft(numbers.first ?? 0) }
        let lock = try located { () throws(SystemError) in try folder.lock() }
        defer { withExtendedLifetime(lock) {} }
        let stamp = max(Int64(now * 1000), (try record(in: folder)?.stamp ?? 0) + 1)
        let cancel = DraftCancel(stamp: stamp, numbers: numbers, isUndone: isUndone)
        do throws(DraftError) {
            try write(cancel, in: folder)
        } catch {
            throw try record(in: folder) == cancel ? .uncertain(url) : error
        }
        do throws(SystemError) { try folder.carryOut(cancel) } catch { return }
    }

    private func write(_ cancel: DraftCancel, in folder: OpenFolder) throws(DraftError) {
        try located { () throws(SystemError) in
            TemporaryFile.removeOrphans(in: folder, prefix: DraftName.temporaryPrefix)
            let file = try TemporaryFile(in: folder, prefix: DraftName.temporaryPrefix)
            do throws(SystemError) {
                try file.descriptor.write(cancel.bytes[...])
                try file.replace(DraftName.cancel)
            } catch {
                file.remove()
                throw error
            }
        }
    }

    /// Finishes the renames that the record requires, if a killed process left some undone.
    func complete(in folder: OpenFolder) throws(DraftError) {
        guard let cancel = try record(in: folder),
            try located({ () throws(SystemError) in try folder.isPending(cancel) })
        else { return }
        let lock = try located { () throws(SystemError) in try folder.lock() }
        defer { withExtendedLifetime(lock) {} }
        guard let cancel = try record(in: folder) else { return }
        try located { () throws(SystemError) in try folder.carryOut(cancel) }
    }

    /// The record's contents. A folder of an earlier version has no record; its file names are used instead.
    private func record(in folder: OpenFolder) throws(DraftError) -> DraftCancel? {
        let path = url.appendingPathComponent(DraftName.cancel)
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try folder.open(DraftName.cancel, O_RDONLY | O_NONBLOCK | O_NOCTTY).read(
                atMost: DraftFile.sizeLimit)
        } catch {
            guard error.isMissing else { throw DraftError(error, at: path) }
            return try located { () throws(SystemError) in try folder.cancelOfNames() }
        }
        guard let cancel = bytes.flatMap(DraftCancel.init) else { throw .damaged(path) }
        return cancel
    }
}

extension OpenFolder {
    /// Whether a file still has to be renamed or removed for a `cancel`.
    fileprivate func isPending(_ cancel: DraftCancel) throws(SystemError) -> Bool {
        let numbers = Set(cancel.numbers)
        return try names().contains { name in
            if let aside = DraftName.setAside(name) { return cancel.isUndone || !numbers.contains(aside.number) }
            return !cancel.isUndone && DraftName.number(ofFile: name).map(numbers.contains) == true
        }
    }

    /// Renames and removes files as a `cancel` requires. The caller holds the folder's lock.
    fileprivate func carryOut(_ cancel: DraftCancel) throws(SystemError) {
        let (names, numbers) = (Set(try names()), Set(cancel.numbers))
        for name in names {
            if let number = DraftName.number(ofFile: name) {
                guard !cancel.isUndone, numbers.contains(number) else { continue }
                try rename(name, to: DraftName.setAside(number, stamp: cancel.stamp))
            } else if let aside = DraftName.setAside(name) {
                if !numbers.contains(aside.number) {
                    try remove(name)
                } else if cancel.isUndone, !names.contains(DraftName.file(aside.number)) {
                    try rename(name, to: DraftName.file(aside.number))
                }
            }
        }
        try synchronize()
    }

    /// The last `cancel`, from the names of the files that it kept; nil if there are none.
    fileprivate func cancelOfNames() throws(SystemError) -> DraftCancel? {
        let aside = try names().compactMap(DraftName.setAside)
        guard let stamp = aside.map(\.stamp).max() else { return nil }
        let numbers = aside.filter { $0.stamp == stamp }.map(\.number).sorted()
        return DraftCancel(stamp: stamp, numbers: numbers, isUndone: false)
    }
}
