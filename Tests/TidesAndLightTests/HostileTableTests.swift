import Foundation
import SurfLanguage
import TestSupport
import Testing

@testable import TidesAndLight

extension LibtcdTests {
    /// Whatever the bytes are, they are a table or an error.
    @Suite struct HostileTableTests {
        private let valid: [UInt8]

        init() throws {
            valid = try MadeTable([.init(name: "Port"), .init(name: "Bay", reference: 0, later: 130, highFactor: 2)])
                .bytes
        }

        @Test func `bytes of another format are not a table`() {
            for text in ["", "[VERSION", "SQLite format 3", "PK\u{3}\u{4}"] {
                #expect(throws: TideTableError.notATable) { try TideTable(Array(text.utf8)) }
            }
        }

        @Test func `a table cut anywhere is damaged`() {
            for length in [9, 100, 1_400, 4_095, 4_096, 4_099, 4_100, 20_000, 70_000, valid.count - 1] {
                #expect(throws: TideTableError.self, "\(length)") { try TideTable(Array(valid.prefix(length))) }
            }
            #expect(throws: TideTableError.damaged("END OF FILE")) { try TideTable(valid + [0]) }
        }

        @Test func `a changed header is noticed`() throws {
            var bytes = valid
            bytes[1_000] ^= 1
            #expect(throws: TideTableError.self) { try TideTable(bytes) }
            #expect(throws: TideTableError.version(1)) {
                try TideTable(changed("[MAJOR REV] = 2", to: "[MAJOR REV] = 1"))
            }
        }

        @Test(arguments: [
            "[NUMBER OF YEARS] = 10", "[CONSTITUENTS] = 2", "[NUMBER OF RECORDS] = 2", "[SPEED BITS] = ",
            "[TZFILE BITS] = 10", "[COUNTRY SIZE] = 50", "[LATITUDE SCALE] = 100000", "[HEADER SIZE] = 4096",
            "[RECORD SIZE BITS] = 16", "[TIME BITS] = 13",
        ])
        func `a header with an impossible number is refused or read without harm`(line: String) throws {
            let name = line.prefix { $0 != "]" }
            for number in ["0", "-1", "1", "33", "255", "256", "65537", "2147483647", "99999999999999999999", "x", ""] {
                read(changed(String(name) + "] = ", to: "\(name)] = \(number)\n["))
            }
        }

        @Test func `a table with changed bytes and a right checksum is refused or read without harm`() throws {
            Mutation.play { mutation in
                var bytes = valid
                for _ in 0...mutation.below(8) {
                    let inRecords = mutation.below(3) > 0
                    let place = inRecords ? bytes.count - 1 - mutation.below(400) : mutation.below(bytes.count)
                    bytes[place] = UInt8(mutation.below(256))
                }
                read(signed(bytes))
            }
        }

        /// Reads all that a table has, if it is one.
        private func read(_ bytes: [UInt8]) {
            guard let table = try? TideTable(bytes) else { return }
            _ = try? table.names()
            for number in 0..<min(table.count, 10) {
                guard let station = (try? table.station(number)).flatMap(\.self) else { continue }
                var predictor = TidePredictor(station, in: table)
                let start = UTCYear.start(table.years.lowerBound) + 86_400
                _ = predictor.extremes(in: start..<start + 5 * 86_400)
                _ = predictor.state(at: start + 4_000, day: start..<start + 86_400)
            }
            if let place = Coordinates(latitude: -30, longitude: 150) { _ = try? table.nearest(to: place) }
        }

        /// The table with another line in its header, and the right checksum.
        private func changed(_ line: String, to other: String) -> [UInt8] {
            let data = Data(valid)
            guard let range = data.range(of: Data(line.utf8)) else { return valid }
            let header = data[..<range.lowerBound] + Data(other.utf8) + data[range.upperBound...].prefix(1_500)
            let cut = Array(header.prefix(4_096))
            return signed(cut + Array(repeating: 0, count: 4_096 - cut.count) + valid[4_096...])
        }

        private func signed(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            let sum = CRC32.of(bytes.prefix(4_096))
            for index in 0..<4 { bytes[4_096 + index] = UInt8(sum >> UInt32(24 - 8 * index) & 255) }
            return bytes
        }
    }
}
