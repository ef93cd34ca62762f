import Testing

@testable import Journal
@testable import JournalInsight

struct SpellingVariantsTests {
    static let pairs: [(String, String, Bool)] = [
        ("Malibu", "malibu", true), ("Malibu", "Malibu ", true), ("Teahupo'o", "Teahupoo", true),
        ("Máncora", "Mancora", true), ("Malibu", "Mailbu", true), ("Malibu", "Malibuu", true),
        ("Malibu", "Maliby", true), ("Malibu", "Mlibu", true), ("Rincon", "Lincoln", false),
        ("Second Reef 1", "Second Reef 2", false), ("Bells", "Belle", false), ("北京市场", "北京市场 ", true),
        ("Malibu", "Malibu First Point", false), ("Trestles", "Trsetles", true), ("", "!", false),
    ]

    @Test(arguments: pairs)
    func `two names that differ by one change may be the same place`(first: String, second: String, isVariant: Bool) {
        let variants = SpellingVariants([first, second])
        #expect(variants.of(0) == (isVariant ? [second] : []))
        #expect(variants.of(1) == (isVariant ? [first] : []))
    }

    @Test func `variants are in the order of the names`() {
        #expect(SpellingVariants(["Malibu", "Rincon", "malibu", "Malibú"]).of(0) == ["malibu", "Malibú"])
    }

    /// Sets of names that are hard to compare quickly.
    enum Names: CaseIterable {
        case numbered, oneLetterApart, sameLetters, random

        func make(_ count: Int) -> [String] {
            var numbers = SystemRandomNumberGenerator()
            return (0..<count).map { index in
                switch self {
                case .numbered: return "Second Reef \(index)"
                case .oneLetterApart: return "First Point \(Character(Unicode.Scalar(0xAC00 + UInt32(index))!))"
                case .sameLetters: return "Malibu" + String(repeating: "!", count: index)
                case .random:
                    return String((0..<12).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &numbers)! })
                }
            }
        }
    }

    @Test(arguments: Names.allCases)
    func `the number of comparisons grows only linearly with the names`(names: Names) {
        let (few, many) = (SpellingVariants(names.make(500)), SpellingVariants(names.make(2_000)))
        #expect(many.comparisons <= 8 * few.comparisons + 100)
        #expect(many.comparisons <= 2_000 * 100)
    }

    @Test func `of many variants only the likeliest are returned`() {
        for names in [Names.oneLetterApart.make(300), Names.sameLetters.make(300)] {
            let variants = SpellingVariants(names)
            #expect(variants.of(0) == Array(names[1...SpellingVariants.limit]))
            #expect(variants.of(299) == Array(names[..<SpellingVariants.limit]))
        }
    }

    @Test func `a change of any one letter is found`() {
        let name = "Honolua Bay"
        let letters = Array("Honolua Bay")
        for index in letters.indices where letters[index] != " " {
            var (changed, longer, shorter) = (letters, letters, letters)
            changed[index] = "x"
            longer.insert("x", at: index)
            shorter.remove(at: index)
            for other in [changed, longer, shorter].map({ String($0) }) {
                #expect(SpellingVariants([name, other]).of(0) == [other])
            }
        }
    }
}
