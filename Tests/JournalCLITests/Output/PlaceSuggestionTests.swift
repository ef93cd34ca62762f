import Testing

@testable import JournalCLI

struct PlaceSuggestionTests {
    private let suggestion = PlaceSuggestion(places: ["Malibu First Point", "Rincon", "Steamer Lane", "Zuma", "北京海滩"])

    @Test(arguments: [
        ("malbu", "Malibu First Point"), ("Rinccon", "Rincon"), ("steemer", "Steamer Lane"),
        ("Steamer Land", "Steamer Lane"), ("zumma", "Zuma"), ("zmua", "Zuma"), ("Rinocn", "Rincon"),
    ])
    func `a place is suggested by its whole name or by one of its words`(typed: String, place: String) {
        #expect(suggestion.nearest(to: typed) == place)
    }

    @Test(arguments: ["", "x", "mal", "Teahupo'o", "lane"])
    func `nothing is suggested for an existing place, or for a text unlike every place`(typed: String) {
        #expect(suggestion.nearest(to: typed) == nil)
    }
}
