import TestSupport
import Testing

@testable import SurfLanguage

/// Days of three numbers, as columns of dates have them.
struct NumericDayTests {
    @Test func `a day of three numbers is read as the forms of dates read it`() throws {
        var random = SplitMix(state: 20)
        for _ in 0..<3_000 {
            let separator = ["/", ".", "-", " "].randomElement(using: &random) ?? "/"
            let numbers = (0..<3).map { _ in Self.number(&random) }
            let text = numbers.joined(separator: separator)
            guard let pieces = NumericDay.pieces(text) else { continue }
            #expect(pieces == Grammar(line: TokenLine(plain: text), units: nil, order: nil).wholeDate(), "\(text)")
        }
    }

    private static func number(_ random: inout SplitMix) -> String {
        let number = Int.random(in: 0...[40, 99, 2_100].randomElement(using: &random)!, using: &random)
        return number < 10 && Bool.random(using: &random) ? "0\(number)" : "\(number)"
    }

    @Test(arguments: ["3/14/2019", "14/3/19", "14.3.2019", "03.04.1998"])
    func `the usual forms are read from their bytes`(text: String) {
        #expect(NumericDay.pieces(text) != nil)
    }

    @Test(arguments: [
        "", "3/14", "3/14/201", "2019/3/14", "3/14/2019 7:30", "3-14-2019", "123/4/2019", "3//2019", "a/b/2019",
    ])
    func `every other text is left to the forms of dates`(text: String) {
        #expect(NumericDay.pieces(text) == nil)
    }
}
