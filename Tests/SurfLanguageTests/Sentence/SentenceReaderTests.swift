import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

private func read(
    _ words: String..., places: [String] = ["Malibu", "Rincon", "Ocean Beach"], options: Set<EntryField> = [],
    hasNotes: Bool = true
) throws(SentenceError) -> Sentence {
    var reader = SentenceReader(dates: losAngeles(), places: KnownPlaces(places))
    reader.options = options
    reader.hasNotes = hasNotes
    return try reader.read(words)
}

struct SentenceReaderTests {
    @Test func `a sentence can be written as words or as parts`() throws {
        let whole = EntryValues(
            date: try losAngeles().date("yesterday 6am"), location: "Ocean Beach", height: "4-6ft", period: "14s",
            wind: "offshore glassy", rating: 4)
        #expect(try read("yesterday 6am Ocean Beach 4-6ft 14s offshore glassy 4/5").values == whole)
        #expect(try read("yesterday 6am: Ocean Beach, 4-6ft @ 14s, offshore, glassy, ****").values == whole)
        #expect(
            try read("yesterday", "6am:", "Ocean", "Beach,", "4-6ft", "@", "14s,", "offshore,", "glassy", "****").values
                == whole)
    }

    @Test func `every value has a piece with the words from which it was read`() throws {
        let sentence = try read("yesterday 6am mailbu 3ft, hurt my knee")
        #expect(
            sentence.pieces.map { "\($0.field) \($0.text)" } == [
                "date yesterday 6am", "location mailbu", "height 3ft", "notes hurt my knee",
            ])
        #expect(sentence.typedPlace == "mailbu")
        let bytes = Array(sentence.line.utf8)
        for piece in sentence.pieces { #expect(String(decoding: bytes[piece.bytes], as: UTF8.self) == piece.text) }
    }

    @Test func `commas and colons in double quotes do not separate parts`() throws {
        let sentence = try read("\"Malibu, CA: First Point\", 4ft")
        #expect(sentence.values == EntryValues(location: "Malibu, CA: First Point", height: "4ft"))
        #expect(sentence.isNewPlace)
    }

    @Test func `a sentence that is quoted as a whole is read normally`() throws {
        #expect(
            try read("\"Malibu, 4ft, glassy\"").values == EntryValues(location: "Malibu", height: "4ft", wind: "glassy")
        )
    }

    @Test func `a quoted part after the place is a note, whatever it contains`() throws {
        #expect(try read("Malibu, 3ft, \"5ft on the sets\"").values.notes == "5ft on the sets")
    }

    @Test(arguments: ["Malibu, 3ft 7am", "Malibu, 7:00 3ft", "Malibu, offshore, 3ft at 7am", "Malibu, 1m 7h, fun"])
    func `a time at an end of a part with values is the session's`(_ line: String) throws {
        let sentence = try read(line)
        #expect(sentence.values.date == (try losAngeles().date("7am")))
        #expect(sentence.values.height != nil)
    }

    @Test(arguments: ["Malibu, low tide 6am, 3ft", "Malibu, glassy at 9, 3ft"])
    func `a time beside a tide or after a wind is asked about`(_ line: String) {
        #expect(throws: SentenceError.self) { try read(line) }
    }

    @Test(arguments: ["Surf City", "Warm Springs", "Quiet Corner", "Porto Zorbik", "Big Zorbik"])
    func `an everyday word with a capital before a name belongs to it`(_ name: String) throws {
        #expect(try read("\(name) 3ft 7am").values.location == name)
        #expect(try read("surfed \(name), 3ft").values.location == name)
    }

    @Test func `a word that may belong to a name or not is asked about, with a line for each`() {
        let error = #expect(throws: SentenceError.self) { try read("Solo Zorbik 3ft") }
        #expect(error?.lines == [#""Solo Zorbik" 3ft"#, "Zorbik 3ft, Solo"])
    }

    @Test func `a double quote inside a part is text`() throws {
        #expect(try read("Malibu, said \"wow, big\" twice").values.notes == "said \"wow, big\" twice")
    }

    @Test func `a word quoted at the prompt is not split`() throws {
        let words: [SentenceWord] = [.quoted("Malibu, CA: here"), .plain(","), .plain("4ft,"), .plain("glassy")]
        let values = try SentenceReader(dates: losAngeles()).read(words).values
        #expect(values == EntryValues(location: "Malibu, CA: here", height: "4ft", wind: "glassy"))
    }

    @Test func `an unclosed quote is refused with a suggestion that closes it`() throws {
        let error = #expect(throws: SentenceError.self) { try read("\"Malibu, 4ft") }
        #expect(error?.reason == .unclosedQuote("\"Malibu, 4ft"))
        #expect(error?.lines == ["\"Malibu, 4ft\"", "Malibu, 4ft"])
    }

    @Test func `a text with NUL is refused`() {
        #expect(throws: SentenceError(.containsNUL)) { try read("Mal\0ibu") }
    }

    @Test func `notes are refused in a journal without notes`() {
        let error = #expect(throws: SentenceError.self) { try read("Malibu, so cold", hasNotes: false) }
        #expect(error?.reason == .missingField(.notes, "so cold"))
    }

    @Test(arguments: [
        ("Malibu 4ft @ 12s", EntryField.period, "@ 12s"), ("Malibu 4ft", .location, "Malibu"),
        ("today: Malibu 4ft", .date, "today"), ("Malibu, so cold", .notes, "so cold"),
    ])
    func `a field given both by the sentence and by an option is refused`(line: String, field: EntryField, text: String)
    {
        let error = #expect(throws: SentenceError.self) { try read(line, options: [field]) }
        #expect(error?.reason == .besideOption(field, text))
    }

    @Test(arguments: [("@ 12", nil), ("@ 13", "13s"), ("3ft @ 12", "12s"), ("head high @ 12", "12s")])
    func `without a height before it, a number after an at sign is a period only above twelve`(
        text: String, period: String?
    ) {
        let found = try? read("Malibu \(text)").values.period
        #expect(found == period)
    }

    @Test(arguments: [("25m", "25m"), ("26m", nil), ("20-26m", "20-26m")])
    func `a single number of metres above twenty-five may be minutes`(text: String, height: String?) {
        let found = try? read("Malibu \(text)").values.height
        #expect(found == height)
    }

    @Test(arguments: [
        ("6-8am", 6.0, 2.0), ("6am-6", 6, 12), ("11am-1", 11, 2), ("11-1pm", 11, 2), ("1-3pm", 13, 2),
        ("10am-12", 10, 2),
    ])
    func `the end of a range of times without am or pm is the next such hour`(
        text: String, start: Double, hours: Double
    ) throws {
        let session = try read("Malibu 3ft, yesterday \(text)").values
        #expect(try session.date == losAngeles().date("yesterday 0:00") + start * 3600)
        #expect(session.duration == hours * 60)
    }

    @Test func `a sentence needs no place if an option gives it`() throws {
        #expect(try read("4ft, glassy", options: [.location]).values == EntryValues(height: "4ft", wind: "glassy"))
    }

    @Test func `of two places that differ only in case the typed one is used`() throws {
        #expect(try read("noon, 3ft", places: ["Noon", "noon"]).values.location == "noon")
    }

    @Test func `a word that begins one known name is that place, but a single letter is not`() throws {
        let places = ["K Reef", "Bells Beach", "Bo Reef", "Ocean Beach"]
        for (line, place) in [
            ("bells 3ft", "Bells Beach"), ("bo 3ft", "Bo Reef"), ("k 3ft", "k"), ("k reef 3ft", "K Reef"),
        ] {
            let sentence = try read(line, places: places)
            #expect(sentence.values.location == place, "\(line)")
            #expect(sentence.isNewPlace == (place.count == 1), "\(line)")
        }
    }

    @Test(arguments: ["OB 3ft", "surfed OB. 3ft", "chest to head at OB, offshore"])
    func `a word of capitals is a new place, whatever it means in a language in small letters`(_ line: String) throws {
        #expect(try read(line).values.location == "OB")
    }

    @Test func `a word that begins several known names is asked about, with the first nine`() throws {
        let two = #expect(throws: SentenceError.self) { try read("bells 3ft", places: ["Bells Bowl", "Bells Beach"]) }
        #expect(two?.reason == .severalPlaces(["Bells Bowl", "Bells Beach"]))
        let places = (1...12).map { "Bells \(["Bowl", "Reef", "Point"][$0 % 3]) \($0)" }
        let error = #expect(throws: SentenceError.self) { try read("bells 3ft", places: places) }
        #expect(error?.reason == .severalPlaces(Array(places.prefix(9))))
    }

    @Test func `a quoted name is compared including its punctuation`() throws {
        #expect(try !read("\"Malibu, CA\", 3ft", places: ["Malibu, CA"]).isNewPlace)
        #expect(try read("\"Malibu CA\", 3ft", places: ["Malibu, CA"]).isNewPlace)
    }

    @Test func `a typo is recognized among twenty thousand places`() throws {
        let places = (0..<20_000).map { "\(["Sunset", "Ocean", "Playa", "Secret"][$0 % 4]) Reef \($0)" } + ["Malibu"]
        let sentence = try read("mailbu 3ft", places: places)
        #expect(sentence.values.location == "Malibu" && !sentence.isNewPlace)
    }

    @Test(arguments: [
        ("malibu 3ft with 5ft sets", "malibu 3ft, \"with 5ft sets\""),
        ("malibu 2-3ft with 4ft sets, fun", "malibu 2-3ft, fun, \"with 4ft sets\""),
        ("malibu offshore turning onshore 3ft", "malibu offshore 3ft, \"turning onshore\""),
        ("malibu 4ft @ 12s SW, 2ft @ 8s NW", "malibu 4ft @ 12s SW, \"2ft @ 8s NW\""),
        ("malibu swell 4ft 12s SW and 2ft 8s NW", "malibu swell 4ft 12s SW, \"and 2ft 8s NW\""),
    ])
    func `when a value occurs twice, the suggested line has the second one as a note`(_ line: String, _ first: String) {
        let error = #expect(throws: SentenceError.self) { try read(line) }
        #expect(error?.lines.first == first)
    }

    @Test func `sunset without a place may be the place Sunset`() {
        let error = #expect(throws: SentenceError.self) { try read("Sunset yesterday 6ft") }
        #expect(error?.lines == ["\"Sunset\" yesterday 6ft", "Malibu Sunset yesterday 6ft"])
    }

    @Test func `suggestions for a future date are in the zone of the place`() throws {
        var reader = SentenceReader(dates: losAngeles(), places: KnownPlaces(["Uluwatu"]))
        reader.zone = { _ in TimeZone(identifier: "Asia/Makassar") }
        let error = #expect(throws: SentenceError.self) { try reader.read(["tomorrow 6am uluwatu 4ft"]) }
        let line = try #require(error?.lines.first)
        #expect(line.contains(" 06:00 "), "\(line)")
    }

    @Test func `a suggestion that drops one of two dates has no empty part`() throws {
        let error = #expect(throws: SentenceError.self) { try read("Malibu 3ft, 3/4, 4/5") }
        #expect(error?.lines.contains { $0.contains(", ,") } == false)
    }

    @Test func `a time is read in the zone of its place`() throws {
        var reader = SentenceReader(dates: losAngeles(), places: KnownPlaces(["Uluwatu", "Malibu"]))
        reader.zone = { $0 == "Uluwatu" ? TimeZone(identifier: "Asia/Makassar") : nil }
        #expect(
            try reader.read(["yesterday 6am uluwatu 4ft"]).values.date == losAngeles().date("2026-09-12T06:00+08:00"))
        #expect(
            try reader.read(["yesterday 6am malibu 4ft"]).values.date == losAngeles().date("2026-09-11T06:00-07:00"))
    }
}

/// Lines that nobody would write: each gives a value or an error, quickly.
struct RandomLinesTests {
    private static let words: [String] = {
        let terms = Lexicon.timeWords + Lexicon.numberWords + Lexicon.seaWords + Lexicon.functionWords
        let phrases = terms.flatMap { $0.1.split(separator: ",").map(String.init) }
        return phrases + [
            "4ft", "4-6ft", "14s", "@", "4/5", "8/10", "****", "☆", ",", ";", ":", " - ", "\"", "6'2", "7:30", "0730",
            "1h30",
            "31/10", "12.9.", "2026-11-19", "malibu", "Ocean Beach", "Trestles 2", "90", "1,5m", "(", "…", "🏄", "é",
            "°", "+",
            "ﬁ", "\u{301}", "٣", "½", ".", "..", "T", "99999999999999999999", "-",
        ]
    }()

    private static let reader = SentenceReader(
        dates: losAngeles(),
        places: KnownPlaces(["Malibu", "Ocean Beach", "Ocean Beach Noriega", "Sunset Point", "Flat Rock"]))

    @Test func `random words of the grammar never crash, and every stored value has a piece`() {
        var random = SplitMix(state: 19)
        for _ in 0..<3_000 {
            let count = Int(random.next() % 12) + 1
            let line = (0..<count).map { _ in Self.words[Int(random.next() % UInt64(Self.words.count))] }
                .joined(separator: random.next() % 5 == 0 ? "" : " ")
            do throws(SentenceError) {
                let sentence = try Self.reader.read([line])
                let told = Set(sentence.pieces.map(\.field))
                let stored = EntryField.allCases.filter { sentence.values[$0] != nil && $0 != .duration }
                #expect(told.isSuperset(of: stored), "\(line)")
                if let rating = sentence.values.rating { #expect((1...5).contains(rating)) }
                if let date = sentence.values.date { #expect(date <= Self.reader.dates.now, "\(line)") }
                #expect(sentence.values.location?.isEmpty == false)
            } catch {
                for suggested in error.lines { #expect(Self.reader.understands(suggested), "\(line): \(suggested)") }
            }
        }
    }

    /// A rule that looks at the word before a number, or after it, finds none at the ends of a line.
    @Test(arguments: ["45 min", "2 horas", "7", "3ft", "2019"])
    func `a line may begin and end with any word beside a number`(number: String) {
        for word in Self.words where !word.contains(" ") && word != "\"" {
            for line in ["\(word) \(number)", "\(number) \(word)"] {
                let sentence = try? Self.reader.read([line])
                #expect(sentence?.line ?? line == line)
            }
        }
    }
}
