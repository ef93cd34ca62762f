import Testing

@testable import SurfLanguage

@Suite struct TideReadingTests {
    /// The words of the lexicon for tides, of which these say neither how high it is nor whether it rises.
    static let words = Lexicon.seaWords.filter { [.tideLevel, .tideMotion, .tide].contains($0.0) }
        .flatMap { $0.1.split(separator: ",").map(String.init) }
    static let silent: Set<String> = ["turning", "neap", "spring"]

    @Test(arguments: words)
    func `every word for a tide says how high it is, or whether it rises`(word: String) {
        let reading = TideReading(word)
        #expect((reading.level != nil || reading.isRising != nil) == !Self.silent.contains(word), "\(word)")
    }

    @Test(
        arguments: [
            ("low, rising", .low, true), ("2ft dropping", nil, false), ("HIGH", .high, nil),
            ("mid incoming", .mid, true),
            ("3ft", nil, nil), ("", nil, nil), ("enchendo", nil, true),
        ] as [(String, TideReading.Level?, Bool?)])
    func `a text says the level, the motion or both`(text: String, level: TideReading.Level?, isRising: Bool?) {
        let reading = TideReading(text)
        #expect(reading.level == level)
        #expect(reading.isRising == isRising)
    }
}
