import Testing

@testable import JournalCLI

struct PlaceSuggestionTests {
    private let suggestion = PlaceSuggestion(places: ["Malibu First Point", "Rincon", "Steamer Lane", "Zuma", "北京海滩"])

    @Test(arguments: [
        ("malbu", "Malibu First Point"), ("Rinccon", "Rincon"), ("steemer", "Steamer Lane"),
        ("Steamer Land", "Steamer Lane"), ("zumma", "Zuma"), ("zmua", "Zuma"), ("Rinocn", "Rincon"),
    ])
    func `a place is found by its whole name or by a word of it`(typed: String, place: String) {
        #expect(suggestion.nearest(to: typed) == place)
    }

    @Test(arguments: ["", "x", "mal", "Teahupo'o", "lane"])
    func `nothing is suggested for what is there already, or is near nothing`(typed: String) {
        #expect(suggestion.nearest(to: typed) == nil)
    }
}
