import Testing

@testable import Journal

struct SampleKeysTests {
    @Test(arguments: ["", "7", "1-5000", "1-5000,5003", "2,4,6-9", "1-9223372036854775807"])
    func `a set is read back from its text`(text: String) throws {
        #expect(try #require(SampleKeys(text)).text == text)
    }

    @Test func `adjacent ranges are joined`() throws {
        #expect(try #require(SampleKeys("1-2,3,4-6")).text == "1-6")
    }

    @Test(arguments: [
        ",", "1,", "0", "-1", "5-4", "1-2-3", "3,2", "1-4,4", "a", "1 ", "+1", "1-", "9223372036854775808", "1,,2", "١",
    ])
    func `an invalid text is not a set`(text: String) {
        #expect(SampleKeys(text) == nil)
    }

    @Test func `a set contains its keys and no others`() throws {
        let keys = try #require(SampleKeys("2-4,7,9-10"))
        #expect((0...11).filter { keys.contains($0) } == [2, 3, 4, 7, 9, 10])
        #expect(!SampleKeys().contains(1))
    }
}
