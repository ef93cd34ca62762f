import Foundation

/// The last `cancel` of drafts, or its undoing.
package struct DraftCancel: Equatable, Sendable {
    /// When it was done, in milliseconds since 2001-01-01T00:00:00Z.
    package let stamp: Int64
    /// The drafts' numbers, ascending.
    package let numbers: [Int]
    /// Whether the drafts are back.
    package let isUndone: Bool

    /// When it was done, in seconds since 2001-01-01T00:00:00Z.
    package var date: Double { Double(stamp) / 1000 }
}

/// Drafts that were thrown away are kept under hidden names until the next `cancel`, so that it can be taken back.
extension DraftFolder {
    /// A stamp for a command of now.
    package static func stamp(_ now: Double) -> Int64 { Int64(now * 1000) }

    /// Forgets what the last `cancel` threw away. Call it before the next one.
    package func forgetCancelled() throws(DraftError) {
        guard let folder = try existing() else { return }
        try located { () throws(SystemError) in
            for name in try folder.names() where DraftName.setAside(name) != nil || DraftName.back(name) != nil {
                try folder.remove(name)
            }
        }
    }

    /// The last `cancel`, or its undoing; nil where there was none.
    package func lastCancel() throws(DraftError) -> DraftCancel? {
        guard let folder = try existing() else { return nil }
        let names = try located { () throws(SystemError) in try folder.names() }
        let (aside, back) = (names.compactMap(DraftName.setAside), names.compactMap(DraftName.back))
        guard let stamp = (aside + back).map(\.stamp).max() else { return nil }
        let isUndone = !aside.contains { $0.stamp == stamp }
        let numbers = (isUndone ? back : aside).filter { $0.stamp == stamp }.map(\.number).sorted()
        return DraftCancel(stamp: stamp, numbers: numbers, isUndone: isUndone)
    }

    /// Takes a `cancel` back, which brings the drafts back under their numbers; or takes that back.
    /// - Throws: `.taken` where another process works on one of the drafts.
    package func undo(_ cancel: DraftCancel, now: Double) throws(DraftError) {
        let stamp = max(DraftFolder.stamp(now), cancel.stamp + 1)
        for number in cancel.numbers {
            if cancel.isUndone {
                try take(number).setAside(stamp: stamp)
                try forget(DraftName.back(number, stamp: cancel.stamp))
            } else {
                try bringBack(number, from: cancel.stamp, stamp: stamp)
            }
        }
    }

    private func bringBack(_ number: Int, from old: Int64, stamp: Int64) throws(DraftError) {
        guard let folder = try existing() else { throw .noDraft(number) }
        try located { () throws(SystemError) in
            _ = try folder.open(DraftName.back(number, stamp: stamp), O_RDWR | O_CREAT)
            try folder.link(DraftName.setAside(number, stamp: old), to: DraftName.file(number))
            try folder.remove(DraftName.setAside(number, stamp: old))
            try folder.synchronize()
        }
    }

    private func forget(_ name: String) throws(DraftError) {
        guard let folder = try existing() else { return }
        try? folder.remove(name)
    }
}
