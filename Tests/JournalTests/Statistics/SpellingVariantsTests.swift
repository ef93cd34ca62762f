import Testing

@testable import Journal

struct SpellingVariantsTests {
    static let pairs: [(String, String, Bool)] = [
        ("Malibu", "malibu", true), ("Malibu", "Malibu ", true), ("Teahupo'o", "Teahupoo", true),
        ("Máncora", "Mancora", true), ("Malibu", "Mailbu", true), ("Malibu", "Malibuu", true),
        ("Malibu", "Maliby", true), ("Malibu", "Mlibu", true), ("Rincon", "Lincoln", false),
        ("Second Reef 1", "Second Reef 2", false), ("Bells", "Belle", false), ("北京市场", "北京市场 ", true),
        ("Malibu", "Malibu First Point", false), ("Trestles", "Trsetles", true), ("", "!", false),
    ]

    @Test(arguments: pairs)
    func `names one change apart may be one place`(first: String, second: String, isVariant: Bool) {
        let variants = SpellingVariants([first, second])
        #expect(variants.of(0) == (isVariant ? [second] : []))
        #expect(variants.of(1) == (isVariant ? [first] : []))
    }

    @Test func `variants come in the order of the names`() {
        #expect(SpellingVariants(["Malibu", "Rincon", "malibu", "Malibú"]).of(0) == ["malibu", "Malibú"])
    }
}
