/// A height relative to a surfer's body, in feet of the wave's face.
package struct BodyHeight: Equatable, Sendable {
    /// The name in `help heights`.
    package let name: String
    package let feet: ClosedRange<Double>

    /// All heights from the lowest to the highest. A `+` extends one to the top of the next.
    package static let all: [BodyHeight] = [
        BodyHeight("flat", 0...0), BodyHeight("ankle", 0...1), BodyHeight("knee", 1...2),
        BodyHeight("thigh", 1.5...2.5),
        BodyHeight("waist", 2...3), BodyHeight("stomach", 2.5...3.5), BodyHeight("chest", 3...4),
        BodyHeight("shoulder", 4...5), BodyHeight("head high", 5...6), BodyHeight("overhead", 6...8),
        BodyHeight("double overhead", 10...12), BodyHeight("triple overhead", 15...18),
    ]

    private init(_ name: String, _ feet: ClosedRange<Double>) { (self.name, self.feet) = (name, feet) }

    /// The next height above that does not overlap: after knee comes waist.
    static func above(_ index: Int) -> BodyHeight {
        all[(index + 1)...].first { $0.feet.lowerBound >= all[index].feet.upperBound } ?? all[all.count - 1]
    }
}

extension Grammar {
    /// The range of faces in feet given by the first spoken height of the line, or nil.
    func spokenFeet() -> ClosedRange<Double>? {
        for start in tokens.indices {
            if let feet = spokenFeet(start, tokens.count) { return feet }
        }
        return nil
    }

    /// Whether the line is a height or a period and nothing else.
    func isWhole(_ kind: MeasureKind) -> Bool {
        switch kind {
        case .height: height(at: 0, before: tokens.count)?.end == tokens.count
        case .period: period(at: 0, before: tokens.count)?.end == tokens.count
        case .wind, .people: false
        }
    }

    private func spokenFeet(_ start: Int, _ end: Int) -> ClosedRange<Double>? {
        guard let first = spokenLevel(start, end) else { return nil }
        var (low, high) = (first.feet.lowerBound, first.feet.upperBound)
        var (index, stop) = (first.index, first.end)
        if let mark = rangeMark(stop, end), let second = spokenLevel(mark, end) {
            low = min(low, second.feet.lowerBound)
            high = max(high, second.feet.upperBound)
            (index, stop) = (second.index, second.end)
        }
        if isSymbol(stop, end, "+") { high = max(high, BodyHeight.above(index).feet.upperBound) }
        return low...high
    }

    private func spokenLevel(_ start: Int, _ end: Int) -> (index: Int, feet: ClosedRange<Double>, end: Int)? {
        let start = skip(start, end, .barely) ?? start
        if let number = decimal(start, end), isWord(number.end, end, "x"), let over = waterline(number.end + 1, end) {
            let index = number.value >= 3 ? 11 : number.value >= 2 ? 10 : 9
            return (index, BodyHeight.all[index].feet, over)
        }
        let found = match(start, end) { term -> Int? in
            switch term {
            case .body(let index), .waterline(let index): index
            default: nil
            }
        }
        return found.map { ($0.value, BodyHeight.all[$0.value].feet, afterHigh($0.end, end) ?? $0.end) }
    }
}
