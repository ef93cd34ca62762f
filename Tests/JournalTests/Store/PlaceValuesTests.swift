import Testing

@testable import Journal

struct PlaceValuesTests {
    @Test func `places are compared without case and accents, and each has one zone`() throws {
        var zones = PlaceValues<String>()
        try zones.set("America/Mexico_City", of: "M\u{e1}ncora")
        try zones.set("America/Lima", of: "mancora")
        #expect(zones["MANCORA"] == "America/Lima")
        #expect(PlaceValues<String>(zones.stored).stored == zones.stored)
        try zones.set(nil, of: "Mancora")
        #expect(zones.isEmpty)
    }

    @Test func `at most 2,000 places have a zone, and their zones can still be changed`() throws {
        var zones = PlaceValues<String>()
        for number in 1...2_000 { try zones.set("Europe/Lisbon", of: "Place \(number)") }
        #expect(throws: JournalError.self) { try zones.set("Europe/Lisbon", of: "Another") }
        try zones.set("Europe/Paris", of: "place 7")
        #expect(zones["Place 7"] == "Europe/Paris")
        #expect(zones.all.count == 2_000)
    }
}
