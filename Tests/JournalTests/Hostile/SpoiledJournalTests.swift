import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import SurfLanguage

/// Journals with randomly damaged files: opening, reading, adding and checking return a value or throw an error.
@Suite struct SpoiledJournalTests {
    private let good: TemporaryJournal
    private let bytes: [UInt8]

    init() throws {
        good = try TemporaryJournal()
        for index in 0..<20 {
            try good.add(EntryValues(date: Double(index), location: "Malibu \(index)", height: "4ft", rating: 4))
        }
        bytes = [UInt8](try Data(contentsOf: good.url))
    }

    @Test func `a journal with changed bytes never traps, and its damage is reported`() throws {
        try Mutation.play(share: 2) { mutation in
            var spoiled = bytes
            for _ in 0...mutation.below(12) { spoiled[place(&mutation)] = UInt8(mutation.below(256)) }
            try use(spoiled)
        }
    }

    @Test func `a truncated journal, or one with inserted bytes, never traps`() throws {
        try Mutation.play(share: 8) { mutation in
            let length = mutation.below(bytes.count)
            try use(
                Array(bytes.prefix(length))
                    + (mutation.below(2) == 0 ? [] : mutation.spoiled(Array(bytes.dropFirst(length)))))
        }
    }

    /// Half of the changes are at the header, the schema and the starts of pages.
    private func place(_ mutation: inout Mutation) -> Int {
        let page = mutation.below(bytes.count / 4096) * 4096
        return mutation.below(2) == 0 ? min(bytes.count - 1, page + mutation.below(128)) : mutation.below(bytes.count)
    }

    private func use(_ bytes: [UInt8]) throws {
        let temporary = try TemporaryJournal(made: false)
        try Data(bytes).write(to: temporary.url)
        let report = try? Journal.check(at: temporary.url)
        guard let journal = try? temporary.open() else { return }
        let records = try? journal.all(EntryQuery(sort: .id))
        if let report, report.findings.isEmpty, let records { #expect(records.count == report.entryCount) }
        _ = try? journal.newest()
        let pad = journal.beginAdd()
        try pad.set(.location, .text("Rincon"))
        guard let saved = try? pad.save(.fail).record, let records else { return }
        #expect(!records.contains { $0.id == saved.id })
    }
}
