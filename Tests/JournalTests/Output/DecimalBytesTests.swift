import Testing

@testable import Journal
@testable import SurfLanguage

struct DecimalBytesTests {
    @Test(arguments: [1.524, 0.000_01, 2.0, 3.25, 0.1 + 0.2])
    func `a stored number is read back from its shortest decimal`(stored: Double) {
        var bytes: [UInt8] = []
        bytes.append(number: stored)
        #expect(NumberText(.metres, units: .metres).number(String(decoding: bytes, as: UTF8.self)) == stored)
    }

    /// Compared with Swift's own conversion, for scattered numbers and at changes of the number of digits.
    @Test(arguments: [1, 10, 100, 1_000, 10_000])
    func `a number is written as its shortest decimal`(scale: Int) {
        let edges = [0, 1, 9, 10, 99, 100, 999, 1_001, 12_345, 99_999, 100_000_000_000, 99_999_999_999_999]
        let scattered = (1...2_000).map { $0 * 2_654_435_761_987 % [1_000, 1_000_000, 1_000_000_000_000][$0 % 3] }
        for numerator in edges + scattered {
            let decimal = Double(numerator) / Double(scale)
            for stored in [decimal, -decimal, decimal.nextUp, decimal.nextDown] where stored != stored.rounded() {
                var bytes: [UInt8] = []
                bytes.append(number: stored)
                #expect(String(decoding: bytes, as: UTF8.self) == "\(stored)")
            }
        }
    }
}
