import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Memory growth of a loop that fetches, changes, saves and releases, each in its own process.
@Suite(.enabled(if: ResidentSize.isKnown)) struct ResidentSizeTests {
    /// LIF-03, REF-07
    @Test func `a thousand rounds in memory do not grow the resident size`() async {
        await #expect(processExitsWith: .success) {
            let growth = try SaveLoop.growth(.memory)
            precondition(growth < SaveLoop.bound, "The size grew by \(growth) bytes.")
        }
    }

    /// LIF-03, REF-07
    @Test func `a thousand rounds on SQLite do not grow the resident size`() async {
        await #expect(processExitsWith: .success) {
            let growth = try SaveLoop.growth(.sqlite)
            precondition(growth < SaveLoop.bound, "The size grew by \(growth) bytes.")
        }
    }

    /// LIF-03
    @Test func `retaining one object per round grows the resident size`() async {
        await #expect(processExitsWith: .success) {
            let growth = try SaveLoop.growth(.memory, keepsOne: true)
            precondition(growth > 2 * SaveLoop.bound, "The size grew by \(growth) bytes alone.")
        }
    }
}

/// Rounds of fetching a few entries with long texts, changing and saving them, and releasing everything.
private enum SaveLoop {
    private static let warmUp = 200
    private static let rounds = 1_000
    private static let entries = 4
    private static let textLength = 2_048
    /// A quarter of the texts fetched after the warm-up. A retained object retains all the texts of its round.
    static let bound = (rounds - warmUp) * entries * textLength / 4

    /// The number of bytes by which the process grows after the warm-up. Each round uses a new context.
    static func growth(_ kind: StoreKind, keepsOne: Bool = false) throws -> Int {
        let stack = try Stack(kind)
        try stack.withContext { context in
            for _ in 0..<entries { Entry(context: context).location = text(0) }
            try context.save()
        }
        var kept: [Entry] = []
        var sizeAfterWarmUp = 0
        for round in 1...rounds {
            let entry = try run(round, stack)
            if keepsOne { kept.append(entry) }
            if round == warmUp { sizeAfterWarmUp = ResidentSize.bytes }
        }
        return withExtendedLifetime(kept) { ResidentSize.bytes - sizeAfterWarmUp }
    }

    /// Plays one round. Returns one of its entries.
    private static func run(_ round: Int, _ stack: Stack) throws -> Entry {
        try stack.withContext { context in
            let entries = try context.entries()
            for entry in entries { entry.location = text(round) }
            try context.save()
            return entries[0]
        }
    }

    private static func text(_ round: Int) -> String { String(repeating: "\(round % 10)", count: textLength) }
}

/// The process's resident memory, as the kernel reports it.
private enum ResidentSize {
    private static let path = "/proc/self/statm"

    static var isKnown: Bool { FileManager.default.isReadableFile(atPath: path) }

    /// The size in bytes, or 0 if the kernel does not report it.
    static var bytes: Int {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
