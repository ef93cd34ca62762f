/// Wraps text for a terminal.
enum Wrapped {
    /// The text broken at spaces into lines of at most `width` columns. A longer word has its own line. With nil,
    /// nothing is broken.
    static func text(_ text: String, to width: Int?) -> [String] {
        guard let width, DisplayWidth.of(text) > width else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > width {
                lines.append(line)
                line = String(word)
            } else {
                line += line.isEmpty && lines.isEmpty == false ? String(word) : (line.isEmpty ? "" : " ") + word
            }
        }
        return lines + [line]
    }
}
