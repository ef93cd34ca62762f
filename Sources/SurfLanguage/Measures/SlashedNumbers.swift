/// Two numbers separated by a slash, which may be a range.
package enum SlashedNumbers {
    /// `3/4` as `3-4`, also with a unit after it. Nil if the text is not a range, such as `4/3`, `2 1/2`, and `03/04`,
    /// which spreadsheets make out of one.
    package static func range(_ text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        guard parts.count == 2, isIn(text) else { return nil }
        let ends = [parts[0], String(parts[1].prefix { $0.isNumber || $0 == "." || $0 == "," })]
        let numbers = ends.compactMap { Double($0.replacing(",", with: ".")) }
        let hasZero = ends.contains { $0.first == "0" && $0.dropFirst().first?.isNumber == true }
        return numbers.count == 2 && numbers[0] < numbers[1] && !hasZero ? parts.joined(separator: "-") : nil
    }

    /// Whether a slash is between two digits. Blanks are ignored.
    package static func isIn(_ text: String) -> Bool {
        let bytes = text.utf8.filter { $0 != 0x20 }
        return zip(zip(bytes, bytes.dropFirst()), bytes.dropFirst(2)).contains { pair, next in
            pair.0.isDigit && pair.1 == UInt8(ascii: "/") && next.isDigit
        }
    }
}
