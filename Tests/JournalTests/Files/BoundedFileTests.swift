import Foundation
import Journal
import TestSupport
import Testing

struct BoundedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file of exactly the limit is read, and one byte more is too large`() throws {
        try folder.write(Array("12345".utf8), to: "small")
        let path = folder.url(of: "small").path
        #expect(try BoundedFile.bytes(at: path, atMost: 5) == Array("12345".utf8))
        #expect(throws: BoundedFile.Failure.tooLarge) { try BoundedFile.bytes(at: path, atMost: 4) }
    }
}
