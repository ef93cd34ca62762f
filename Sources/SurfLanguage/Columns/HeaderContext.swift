/// What a header means beside the other headers of its table.
package enum HeaderContext {
    /// Whether a direction without further words, after these headers, is the wind's. False if it is the swell's, nil if no
    /// header tells.
    package static func isOfWind(after names: ArraySlice<String>) -> Bool? {
        for name in names.reversed() {
            guard let words = ColumnMeaning.words(of: name) else { continue }
            if words.contains(.wind) { return true }
            if !words.isDisjoint(with: [.swell, .wave, .period]) { return false }
        }
        return nil
    }

    /// Whether there are a `Min` and a `Max` without further words.
    package static func haveBothEnds(_ names: [String]) -> Bool {
        let words = names.map { ColumnMeaning.words(of: $0) }
        return words.contains([.low]) && words.contains([.high])
    }

    /// Whether a cell is a number and nothing else.
    package static func isNumber(_ cell: String) -> Bool { Double(NumberText.withPoint(cell)) != nil }
}
