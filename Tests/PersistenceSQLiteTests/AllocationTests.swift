import Foundation
import TestSupport
import Testing

/// Counts the allocations of a fetch, in a separate program.
@Suite struct AllocationTests {
    /// The allocations for a thousand more objects. Nil if they cannot be counted.
    private struct Counts {
        let fetching: Int
        let reading: Int

        init?(_ line: String) {
            let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            (fetching, reading) = (numbers[0], numbers[1])
        }
    }

    /// The limits for a thousand objects: one allocation each, and a few for row blocks and the file's pages.
    /// Without the optimizer, temporary allocations come on top.
    private static let bounds: (fetching: Int, reading: Int) = {
        #if DEBUG
            (10_200, 1_010)
        #else
            (1_100, 10)
        #endif
    }()

    @Test func `a fetch makes one allocation per object, and reading attributes makes none`() throws {
        let line = try output()
        guard line != "unknown" else { return }
        let counts = try #require(Counts(line))
        #expect(counts.fetching >= 1_000)
        #expect(counts.fetching <= AllocationTests.bounds.fetching)
        #expect(counts.reading <= AllocationTests.bounds.reading)
    }

    /// The output of the probe that was built beside the running tests.
    private func output() throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try BuiltProduct.url(of: "AllocationProbe")
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
