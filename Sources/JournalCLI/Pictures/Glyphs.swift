/// The characters to draw with: blocks and shades, or only ASCII.
struct Glyphs: Equatable, Sendable {
    let isUnicode: Bool

    /// Unicode, unless ASCII is requested, the terminal is dumb, or the locale names another encoding.
    init(environment: [String: String], ascii: Bool) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        let locale = names.first { !$0.isEmpty }?.lowercased() ?? "utf-8"
        let isUTF8 = locale.contains("utf-8") || locale.contains("utf8")
        isUnicode = !ascii && isUTF8 && environment["TERM"] != "dumb"
    }

    init(isUnicode: Bool) { self.isUnicode = isUnicode }

    /// A bar for a fraction of `width` columns. Every fraction above 0 is visible.
    func bar(_ part: Double, _ width: Int) -> String {
        guard part > 0, width > 0 else { return "" }
        guard isUnicode else { return String(repeating: "#", count: max(1, Int((part * Double(width)).rounded()))) }
        let eighths = max(1, min(Int((part * Double(width) * 8).rounded()), width * 8))
        let rest = Array(" ▏▎▍▌▋▊▉")[eighths % 8]
        return String(repeating: "█", count: eighths / 8) + (eighths % 8 == 0 ? "" : String(rest))
    }

    /// A column per number, with its height relative to the largest. In ASCII a digit per number, 9 for the largest.
    func sparkline(_ numbers: [Int]) -> String {
        let most = numbers.max() ?? 0
        let steps = Array(isUnicode ? "▁▂▃▄▅▆▇█" : "123456789")
        return String(
            numbers.map { number in
                guard number > 0, most > 0 else { return isUnicode ? "·" : "." }
                let level = (Double(number) / Double(most) * Double(steps.count)).rounded(.up)
                return steps[max(1, min(Int(level), steps.count)) - 1]
            })
    }

    /// The shade for a level from 0 to 4. In ASCII levels above 0 are digits.
    func shade(_ level: Int) -> Character {
        Array(isUnicode ? "·░▒▓█" : ".1234")[max(0, min(level, 4))]
    }

    /// The corner, vertical and horizontal characters of axes.
    var axis: (corner: String, side: String, floor: String) {
        isUnicode ? ("└", "│", "─") : ("+", "|", "-")
    }

    /// The line in these characters. In ASCII, stars, degree signs and ellipses are replaced.
    func line(_ text: String) -> String {
        isUnicode ? text : String(text.map { ["…": "~", "★": "*", "°": "d", "½": "+"][$0] ?? $0 })
    }
}
