/// Wraps text for a terminal at spaces.
enum WordWrap {
    /// The text broken at spaces into lines of at most `width` columns. A longer word has its own line. With nil,
    /// nothing is broken.
    static func lines(_ text: String, to width: Int?) -> [String] {
        guard let width, DisplayWidth.of(text) > width else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > width {
                lines.append(line)
                line = String(word)
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return lines + [line]
    }

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
