/// Wraps text after a label.
enum Wrapping {
    /// Lines of at most `width` columns with the label, padded to `indent`, before the words.
    static func lines(_ label: String, _ text: String, indent: Int, width: Int) -> [String] {
        var lines: [String] = []
        var line = DisplayWidth.padded(label, to: indent)
        var isEmpty = true
        for word in text.split(separator: " ").map(String.init) {
            if !isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).map { DisplayWidth.truncated($0, to: width) }
    }
}
