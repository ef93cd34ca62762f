import Testing

@testable import Journal

struct PlaceTextsTests {
    @Test func `places are compared without case and accents, and each has one zone`() throws {
        var zones = PlaceTexts()
        try zones.set("America/Mexico_City", of: "M\u{e1}ncora")
        try zones.set("America/Lima", of: "mancora")
        #expect(zones.text(of: "MANCORA") == "America/Lima")
        #expect(PlaceTexts(zones.stored) == zones)
        try zones.set(nil, of: "Mancora")
        #expect(zones.isEmpty)
    }

    @Test func `at most 2,000 places have a zone, and their zones can still be changed`() throws {
        var zones = PlaceTexts()
        for number in 1...2_000 { try zones.set("Europe/Lisbon", of: "Place \(number)") }
        #expect(throws: JournalError.self) { try zones.set("Europe/Lisbon", of: "Another") }
        try zones.set("Europe/Paris", of: "place 7")
        #expect(zones.text(of: "Place 7") == "Europe/Paris")
        #expect(zones.all.count == 2_000)
    }
}
