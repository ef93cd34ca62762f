import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Random models and edits, in this engine and in an independent implementation of the file format
/// (`Tests/StoreFormat`), which was written from the description of the format alone.
///
/// `SURFJOURNAL_FORMATS` is the number of models, edits and migrations, from `SURFJOURNAL_FORMAT_SEED` on.
@Suite struct FormatReferenceTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["SURFJOURNAL_FORMATS"].flatMap { Int($0) } ?? 60
    private static let seeds = {
        let first = environment["SURFJOURNAL_FORMAT_SEED"].flatMap { Int($0) } ?? 1
        return first..<(first + count)
    }()

    private let folder: TemporaryFolder
    private let reference: FormatReference

    init() throws {
        folder = try TemporaryFolder()
        reference = try FormatReference()
    }

    /// Runs `body` for each seed with a file of its own, and requires that questions which the format leaves open were
    /// answered the same way everywhere.
    private func forEachSeed(_ body: (Int, URL) throws -> [String]) throws {
        for seed in Self.seeds {
            let own = try TemporaryFolder()
            do {
                let found = try body(seed, own.file())
                #expect(found.isEmpty, "seed \(seed): \(found.joined(separator: "\n"))")
            } catch {
                Issue.record("seed \(seed): \(FormatReference.words(error))")
            }
        }
        let summary = try reference.ask(["do": "summary"])
        #expect((summary["inconsistent"] as? [String])?.isEmpty == true, "\(summary)")
        Figure.formats.add(Self.seeds.count)
    }

    @Test func `a new store has the tables, columns, indexes and numbers of the format`() throws {
        try forEachSeed { seed, url in
            let answer = try reference.ask(["do": "model", "seed": seed])
            let model = try ReferenceModel.make(answer["model"] as? [String: Any] ?? [:])
            let stack = try Stack(url, model: model)
            try stack.coordinator.remove(stack.store)
            return try reference.differences(["do": "compare", "file": url.path, "seed": seed])
        }
    }

    @Test func `random edits keep every value, link, order and version number`() throws {
        try play(migrating: false)
    }

    @Test func `a random migration keeps every value, link, order and version number, and renumbers entities`() throws {
        try play(migrating: true)
    }

    @Test(arguments: [true, false])
    func `a random migration of a store as Core Data leaves it keeps every value, or is refused`(isCached: Bool) throws
    {
        var refused: [Int] = []
        try forEachSeed { seed, url in
            let play = try reference.ask(["do": "play", "seed": seed, "migrate": true])
            defer { _ = try? reference.ask(["do": "end", "play": play["play"] ?? ""]) }
            let player = try ReferencePlayer(play, reference, at: url, former: .coreData(isCached: isCached))
            try player.run()
            if player.isRefused { refused.append(seed) }
            // Only the cache tells that a store whose tables and values fit is of another version. It lacks new indexes then.
            return isCached ? player.differences : player.differences.filter { !$0.hasPrefix("There is no index") }
        }
        print("refused with cache \(isCached): \(refused.count) of \(Self.seeds.count): \(refused.prefix(12))")
        if isCached { #expect(refused.count * 20 <= Self.seeds.count, "\(refused)") }
    }

    private func play(migrating: Bool) throws {
        try forEachSeed { seed, url in
            let play = try reference.ask(["do": "play", "seed": seed, "migrate": migrating])
            defer { _ = try? reference.ask(["do": "end", "play": play["play"] ?? ""]) }
            let player = try ReferencePlayer(play, reference, at: url)
            try player.run()
            return player.differences
        }
    }
}
