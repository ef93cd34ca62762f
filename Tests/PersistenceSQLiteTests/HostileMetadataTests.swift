import Foundation
import TestSupport
import Testing

@testable import PersistenceSQLite

/// Hostile metadata is either read or reported as damaged, and never takes much more memory than its bytes.
@Suite struct HostileMetadataTests {
    private static let list: [String: any Sendable] = [
        "NSStoreType": "SQLite", "Samples": "1-5000", "Größe 波": 3.5, "Count": -7, "Many": 70_000, "Flag": true,
        "Hashes": ["JournalEntry": Data([1, 2, 3]), "Nested": ["a", ["b": "c"]] as [any Sendable]]
            as [String: any Sendable],
        "When": Date(timeIntervalSinceReferenceDate: 12.5),
    ]

    @Test func `a corrupted property list is read or reported as damaged`() throws {
        let good = [UInt8](try PropertyListSerialization.data(fromPropertyList: Self.list, format: .binary, options: 0))
        let read = try #require(try BinaryPropertyList.value(of: good) as? [String: any Sendable])
        #expect(Set(read.keys) == Set(Self.list.keys))
        #expect(read["Samples"] as? String == "1-5000" && read["Count"] as? Int == -7)
        Mutation.play { mutation in
            var bytes = good
            if mutation.below(2) == 0 { bytes = mutation.spoiled(bytes) }
            // The trailer at the end holds the offsets of everything else.
            for _ in 0..<mutation.below(4) where !bytes.isEmpty {
                bytes[max(0, bytes.count - 1 - mutation.below(64))] = UInt8(mutation.below(256))
            }
            guard let value = try? BinaryPropertyList.value(of: bytes) else { return }
            #expect(Self.size(value) < 1 << 20)
        }
    }

    /// The number of values in a value, and of bytes in its texts. A damaged date may be too large for a description.
    private static func size(_ value: Any) -> Int {
        switch value {
        case let values as [String: any Sendable]: values.reduce(1) { $0 + $1.key.utf8.count + size($1.value) }
        case let values as [any Sendable]: values.reduce(1) { $0 + size($1) }
        case let text as String: text.utf8.count
        case let bytes as Data: bytes.count
        default: 1
        }
    }
}
