import TestSupport
import Testing

@testable import SurfLanguage

/// Every word of the lexicon means the same wherever it is read: in a sentence, as an option or a cell, as the number
/// of a stored text, and for `like`.
struct AgreementTests {
    private static let sentences = SentenceReader(dates: losAngeles(), units: .feet, places: KnownPlaces(["Malibu"]))
    private static let options = FieldReader(dates: losAngeles(), units: .feet, height: .feet)

    /// All names of a term, with accents lost as in the lexicon.
    private static func names(_ accepts: (Term) -> Bool) -> [String] {
        (Lexicon.seaWords + Lexicon.numberWords).filter { accepts($0.0) }
            .flatMap { $0.1.split(separator: ",").map(String.init) }
    }

    private func sentence(_ text: String, _ field: EntryField) -> FieldValue? {
        (try? Self.sentences.read(["Malibu, \(text)"]))?.values[field]
    }

    static let lengths: [(String, Unit)] = [Unit.feet, .metres, .centimetres].flatMap { unit in
        unit.definition.names.split(separator: ",").map { (String($0), unit) }
    }

    @Test(arguments: lengths)
    func `a height is as high in a sentence, an option, and a stored text`(name: String, unit: Unit) throws {
        let number = unit == .centimetres ? 150.0 : 2
        let feet = unit.converted(number, to: .feet)
        for blank in [" ", "", "\u{A0}", "\u{202F}", "\u{2009}"] where !blank.isEmpty || name.utf8.count < 4 {
            let text = "\(Int(number))\(blank)\(name)"
            let option = try Self.options.value(of: .height, text)
            #expect(option == .text(text))
            #expect(sentence(text, .height) == .text(text), "\(text)")
            let range = try #require(MeasureText.range(.height, in: text), "\(text)")
            #expect(abs(range.lowerBound - feet) < 1e-9 && range.lowerBound == range.upperBound, "\(text)")
            #expect(MeasureText.wholeRange(.height, text, units: .metres) == range)
        }
        #expect(NumberText(.metres, units: .feet).number("\(Int(number)) \(name)") == unit.metres(number))
    }

    @Test(arguments: ["2½ft", "2 1/2 ft", "2½ ft", "2½’", "2½′", "2.5 pies", "2,5ft"])
    func `a height with a fraction or a mark of feet has its number`(text: String) throws {
        #expect(try Self.options.value(of: .height, text) == .text(text))
        let range = try #require(MeasureText.range(.height, in: text))
        #expect(range == 2.5...2.5)
    }

    @Test(arguments: ["2 metrosx", "3 whatever", "12 quux", "4-6 blubb"])
    func `a number before a word that nobody knows stays as typed, and has no number`(text: String) throws {
        #expect(try Self.options.value(of: .height, text) == .text(text))
        #expect(MeasureText.range(.height, in: text) == nil)
    }

    @Test(arguments: ["2", "2-3", "3+", "4 to 6"])
    func `a unit is added where nothing follows the number`(text: String) throws {
        guard case .text(let kept) = try Self.options.value(of: .height, text) else { throw FieldError.empty(.height) }
        #expect(kept.contains("ft") && MeasureText.range(.height, in: kept) == MeasureText.range(.height, in: text))
    }

    @Test(arguments: Unit.seconds.definition.names.split(separator: ",").map(String.init))
    func `a period has its seconds everywhere`(name: String) throws {
        let text = "14 \(name)"
        #expect(MeasureText.range(.period, in: text) == 14...14)
        #expect(sentence(text, .period) != nil, "\(text)")
        #expect(try Self.options.value(of: .period, text) == sentence(text, .period))
    }

    @Test(
        arguments: [Unit.knots, .milesPerHour, .kilometresPerHour, .metresPerSecond].flatMap { unit in
            unit.definition.names.split(separator: ",").map { (String($0), unit) }
        })
    func `a wind has its knots everywhere`(name: String, unit: Unit) throws {
        let text = "15 \(name)"
        let range = try #require(MeasureText.range(.wind, in: text), "\(text)")
        #expect(abs(range.lowerBound - unit.converted(15, to: .knots)) < 1e-9)
        #expect(sentence(text, .wind) == .text(text), "\(text)")
    }

    @Test(arguments: names { if case .windSide = $0 { true } else if case .surface = $0 { true } else { false } })
    func `a wind's word that a sentence knows has a kind`(name: String) {
        #expect(WindReading(name).kind != nil, "\(name)")
        #expect(sentence(name, .wind) != nil, "\(name)")
    }

    @Test func `strong says nothing about the side of a wind`() {
        #expect(WindReading("strong sideshore").kind == WindSide.cross.kind)
        #expect(WindReading("strong").kind == nil)
    }

    @Test(arguments: names { if case .compass = $0 { true } else { false } })
    func `a compass point is the same for winds, swells and filters`(name: String) throws {
        let point = try #require(CompassPoint(name), "\(name)")
        #expect(WindReading("\(name) 10kts").from == point.degrees)
        let swell = try Self.options.value(of: .swellDirection, name)
        #expect(swell == .number(point.degrees))
    }

    @Test(arguments: names { if case .waterline = $0 { true } else { false } })
    func `a height in words has feet`(name: String) throws {
        #expect(MeasureText.range(.height, in: name) != nil, "\(name)")
        #expect(sentence(name, .height) != nil, "\(name)")
    }

    @Test(arguments: names { if case .body = $0 { true } else { false } })
    func `a part of the body is a height`(name: String) {
        #expect(MeasureText.range(.height, in: "\(name) high") != nil, "\(name)")
        #expect(sentence("\(name) high", .height) != nil, "\(name)")
    }

    @Test(arguments: names { $0 == .crowd } + names { $0 == .people }.map { "12 \($0)" })
    func `a crowd in a sentence is one as an option`(name: String) throws {
        #expect(sentence(name, .crowd) == .text(name), "\(name)")
        #expect(try Self.options.value(of: .crowd, name) == .text(name))
    }

    @Test(arguments: names { $0 == .tide } + names { $0 == .tideLevel }.map { "tide \($0)" })
    func `a tide in a sentence is one as an option`(name: String) throws {
        let option = try Self.options.value(of: .tide, name)
        #expect(sentence(name, .tide) == option, "\(name)")
    }

    @Test(arguments: names { if case .number = $0 { true } else { false } })
    func `a number in words counts like digits`(name: String) throws {
        let line = TokenLine(plain: name)
        let number = try #require(Grammar(line: line, units: nil, order: nil).number(0, line.tokens.count))
        guard number.value > 1, number.end == line.tokens.count else { return }
        #expect(sentence("\(name) waves", .waves) == .integer(Int16(number.value)), "\(name)")
    }
}
