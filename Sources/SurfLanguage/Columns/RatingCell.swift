/// Reads the ratings of tables: on any scale, with halves, in stars or in the words of forecasts.
enum RatingCell {
    /// The stars in a cell, perhaps a fraction of one. Nil if it is not a rating, or out of range.
    /// - Parameter scale: The highest number of the column; nil if unknown.
    static func stars(_ cell: String, scale: Int?) -> Double? {
        let stars = words[cell.folded] ?? number(cell, scale: scale) ?? signs(cell)
        return stars.flatMap { $0 > 0 && $0 <= 5 ? $0 : nil }
    }

    /// The whole stars for a number of them, in one to five.
    static func whole(_ stars: Double) -> Int { max(1, Int(stars.rounded())) }

    /// `3`, `3.5`, `7/10`, `3 1/2`.
    private static func number(_ cell: String, scale: Int?) -> Double? {
        let text = NumberText.withPoint(cell)
        if NumberText.isBare(text), let number = Double(text) {
            guard let scale, scale != 5 else { return number }
            return number / Double(scale) * 5
        }
        let parts = text.split(separator: "/").map { String($0).trimmingBlanks() }
        guard parts.count == 2, scales.contains(parts[1]), NumberText.isBare(parts[0]), let part = Double(parts[0]),
            let whole = Double(parts[1])
        else { return nil }
        return part / whole * 5
    }

    private static let scales: Set<String> = ["5", "10", "100"]

    /// `****`, `***½`, `***1/2`, `★★★☆☆`, `1/2`.
    private static func signs(_ cell: String) -> Double? {
        var rest = cell.replacing("\u{FE0F}", with: "")[...]
        let count = rest.prefix { filled.contains($0) }.count
        rest = rest.dropFirst(count).drop { empty.contains($0) || $0 == " " }
        if rest.isEmpty { return count > 0 ? Double(count) : nil }
        return halves.contains(String(rest)) ? Double(count) + 0.5 : nil
    }

    private static let filled: Set<Character> = ["*", "★", "⭐", "🌟"]
    private static let empty: Set<Character> = ["☆", "✩"]
    private static let halves: Set<String> = ["½", "1/2", "+", "⯨"]

    /// Words for the quality of waves, as forecasts and diaries use them.
    private static let words: [String: Double] = {
        let levels: [(Double, String)] = [
            (1, "very poor,terrible,awful,flat,horrible,pesimo,pessimo,muy malo,muito ruim,nul,tres mauvais,mies"),
            (2, "poor,bad,malo,mala,fraco,fraca,ruim,mau,mauvais,schlecht,flojo,meh"), (2.5, "poor to fair"),
            (
                3,
                "fair,ok,okay,average,regular,razoavel,mediano,moyen,mittel,normal,mas o menos,mais ou menos,maessig,massig"
            ),
            (3.5, "fair to good"), (4, "good,bueno,buena,bom,boa,bon,gut,bien"),
            (4.5, "very good,good to epic,muy bueno,muy bien,muito bom,muito boa,tres bon,sehr gut"),
            (
                5,
                "epic,excellent,excelente,firing,perfect,perfecto,perfeito,parfait,perfekt,super,amazing,epico,incrivel"
            ),
        ]
        var words: [String: Double] = [:]
        for (stars, names) in levels { for name in names.split(separator: ",") { words[String(name)] = stars } }
        return words
    }()
}
