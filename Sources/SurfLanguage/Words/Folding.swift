import Foundation

extension StringProtocol {
    /// The text in lower case and without accents, for comparing words and names.
    package var folded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        let scalars = lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
        var folded = String.UnicodeScalarView()
        for scalar in scalars where scalar.properties.generalCategory != .nonspacingMark {
            folded.append(scalar == "\u{2019}" ? "'" : scalar)
        }
        return String(folded)
    }
}
