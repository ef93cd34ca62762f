import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import SurfLanguage

/// Single bits of a journal's file that are flipped, as by a faulty disk, memory or cable.
@Suite struct FlippedBitTests {
    private let bytes: [UInt8]
    private let sessions: [[EntryRecord]]

    init() throws {
        let good = try TemporaryJournal()
        for index in 0..<12 {
            try good.add(
                EntryValues(
                    date: Double(index) + 0.5, location: "Malibu \(index)", height: "4ft", period: "12s",
                    wind: "offshore 5kts", rating: 4, notes: String(repeating: "long and clean ", count: index)))
        }
        try good.change(3, .rating, .integer(5))
        try good.closing { journal in
            _ = try journal.delete([7])
            let store = journal.store
            let metadata = journal.coordinator.metadata(for: store)
            try journal.coordinator.writeMetadata(
                JournalMetadata.marking(metadata, samples: SampleKeys(1...5)), for: store)
        }
        sessions = try FlippedBitTests.listed(good)
        #expect(sessions[0].filter(\.sample).count == 4)
        #expect(try Journal.check(at: good.url).findings == [])
        // The whole journal in one file.
        let copy = good.folder.appendingPathComponent("whole.sqlite")
        _ = try good.closing { try $0.backUp(to: copy.path) }
        bytes = [UInt8](try Data(contentsOf: copy))
    }

    @Test func `a flipped bit changes no session, or check finds it and backup refuses the journal`() throws {
        var changed = 0
        try Mutation.play { mutation in
            let place = mutation.below(bytes.count * 8)
            changed += try flip(place) ? 1 : 0
        }
        #expect(changed > 0)
    }

    /// Flips bits in the page with the sessions.
    @Test func `a flipped bit among the sessions is found`() throws {
        let page = try #require(bytes.firstRange(of: Array("Malibu 3".utf8))).lowerBound / 4096 * 4096
        var changed = 0
        try Mutation.play(share: 2) { mutation in
            changed += try flip((page + mutation.below(4096)) * 8 + mutation.below(8)) ? 1 : 0
        }
        #expect(changed > 20)
    }

    /// - Returns: Whether the sessions are listed differently.
    private func flip(_ place: Int) throws -> Bool {
        let spoiled = try TemporaryJournal(made: false)
        var flipped = bytes
        flipped[place / 8] ^= 1 << UInt8(place % 8)
        try Data(flipped).write(to: spoiled.url)
        if let listed = try? FlippedBitTests.listed(spoiled), listed == sessions { return false }
        let report = try? Journal.check(at: spoiled.url)
        #expect(report?.findings != [], "bit \(place % 8) of byte \(place / 8) is not found")
        let copy = spoiled.folder.appendingPathComponent("copy.sqlite").path
        #expect(throws: (any Error).self, "bit \(place % 8) of byte \(place / 8) is backed up") {
            try spoiled.closing { try $0.backUp(to: copy) }
        }
        #expect(!FileManager.default.fileExists(atPath: copy))
        return true
    }

    /// The sessions by ID, and in the default order.
    private static func listed(_ place: TemporaryJournal) throws -> [[EntryRecord]] {
        let journal = try place.open()
        defer { try? journal.close() }
        return [try journal.all(EntryQuery(sort: .id)), try journal.all()]
    }
}
