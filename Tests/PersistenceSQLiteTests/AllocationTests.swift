import Foundation
import TestSupport
import Testing

/// What a fetch allocates, counted in a program of its own.
@Suite struct AllocationTests {
    /// The allocations of a thousand more objects; nil where they cannot be counted.
    private struct Counts {
        let fetching: Int
        let reading: Int

        init?(_ line: String) {
            let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            (fetching, reading) = (numbers[0], numbers[1])
        }
    }

    /// What a thousand objects may take: one allocation each, and a few for the blocks of their rows and pages of the file.
    /// Without the optimizer, temporary ones come to that.
    private static let bounds: (fetching: Int, reading: Int) = {
        #if DEBUG
            (10_200, 1_010)
        #else
            (1_100, 10)
        #endif
    }()

    @Test func `a fetch allocates one block of memory for each object, and reading its attributes none`() throws {
        let line = try output()
        guard line != "unknown" else { return }
        let counts = try #require(Counts(line))
        #expect(counts.fetching >= 1_000)
        #expect(counts.fetching <= AllocationTests.bounds.fetching)
        #expect(counts.reading <= AllocationTests.bounds.reading)
    }

    /// What the probe beside the running tests prints.
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
