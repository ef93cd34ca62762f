// Ratings: `4/5`, `3 stars`, `★★★½`.

extension Grammar {
    func rating(at start: Int, before end: Int) -> Reading? {
        if start < end, tokens[start].kind == .stars { return stars(start, end) }
        let from = skip(start, end, .label(.field(.rating))).map { afterLabel($0, end) }
        guard let number = number(from ?? start, end) else { return nil }
        if let scale = scale(number.end, end) {
            return scored(start, scale.end, number.value, of: scale.value)
        }
        if number.end < end, tokens[number.end].kind == .stars, tokens[number.end].text.count == 1 {
            return scored(start, number.end + 1, number.value, of: 5)
        }
        let (value, stop) = withScore(number, end)
        if let unit = unit(stop, end), unit.value == .stars { return scored(start, unit.end, value, of: 5) }
        return from == nil ? nil : scored(start, number.end, number.value, of: 5)
    }

    /// `3 1/2`, `1½`.
    func withScore(_ number: (value: Double, end: Int), _ end: Int) -> (value: Double, end: Int) {
        if isSymbol(number.end, end, "½") { return (number.value + 0.5, number.end + 1) }
        guard let part = digits(number.end, end), isSymbol(number.end + 1, end, "/"),
            let whole = digits(number.end + 2, end), part < whole
        else { return number }
        return (number.value + Double(part) / Double(whole), number.end + 3)
    }

    private func stars(_ start: Int, _ end: Int) -> Reading {
        let stop = tokens[start..<end].firstIndex { $0.kind != .stars } ?? end
        let count = tokens[start..<stop].reduce(0) { $0 + $1.text.count { !"☆✩".contains($0) } }
        if isSymbol(stop, end, "½"), isGlued(stop, end) { return scored(start, stop + 1, Double(count) + 0.5, of: 5) }
        return scored(start, stop, Double(count), of: 5)
    }

    /// `/5`, ` / 10`, ` out of 5`.
    private func scale(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        let after = isSymbol(start, end, "/") ? start + 1 : skip(start, end, .starsOutOf)
        guard let after, let scale = digits(after, end), scale == 5 || scale == 10 else { return nil }
        guard !isSymbol(after + 1, end, "/"), unit(after + 1, end)?.value.isLength != true else { return nil }
        let stop = unit(after + 1, end).flatMap { $0.value == .stars ? $0.end : nil } ?? after + 1
        return (scale, stop)
    }

    private func scored(_ start: Int, _ end: Int, _ number: Double, of scale: Int) -> Reading {
        let stars = scale == 10 ? number / 2 : number
        if stars != stars.rounded(), (1...5).contains(stars) {
            var error = SentenceError(
                .unclear(text(start..<end), couldBe: [.rating]), at: start..<end, isQuestion: true)
            error.lines = [stars.rounded(.down), stars.rounded(.up)].map {
                replacing(start..<end, with: "\(Int($0)) stars")
            }
            return Reading(end: end, meaning: .refusal(error))
        }
        guard (1...5).contains(stars) else { return refused(start, end, .rating) }
        return Reading(end: end, meaning: .fieldMatches([FieldMatch(.rating, .integer(Int16(stars)), start..<end)]))
    }

    /// The line with other text in place of some tokens.
    func replacing(_ range: Range<Int>, with text: String) -> String {
        guard let first = tokens[range].first, let last = tokens[range].last else { return line.text }
        var bytes = Array(line.text.utf8)
        bytes.replaceSubrange(first.range.lowerBound..<last.range.upperBound, with: Array(text.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }
}
