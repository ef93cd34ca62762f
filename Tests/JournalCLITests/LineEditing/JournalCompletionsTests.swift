import Foundation
import Journal
import Testing

@testable import JournalCLI

struct JournalCompletionsTests {
    @Test @MainActor func `places are completed most used first, IDs newest first, drafts and jobs by name`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("completions-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("journal.sqlite")
        try Journal.create(at: url, sample: false)
        let journal = try Journal.open(url)
        for place in ["Rincon", "Malibu", "Malibu"] {
            let pad = journal.beginAdd()
            try pad.set(.location, .text(place))
            _ = try pad.save(.fail)
        }
        let known = JournalCompletions(journal: journal, zone: .gmt) { [2] }
        #expect(known.names(.place) == ["Malibu", "Rincon"])
        #expect(known.entries(startingWith: "", limit: 2).map(\.value) == ["3", "2"])
        #expect(known.entries(startingWith: "1", limit: 2) == [CompletionCandidate("1", note: "Rincon")])
        #expect(known.drafts() == [])
        #expect(known.jobs().map(\.value) == ["%2"])
    }
}
