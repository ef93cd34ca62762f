import Journal
import SurfLanguage

/// The characters that pictures are drawn with: blocks and shades, or ASCII alone.
struct Glyphs: Equatable, Sendable {
    let isUnicode: Bool

    /// Unicode, unless ASCII is asked for, the terminal is dumb, or the locale names another encoding.
    init(environment: [String: String], ascii: Bool) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        let locale = names.first { !$0.isEmpty }?.lowercased() ?? "utf-8"
        let isUTF8 = locale.contains("utf-8") || locale.contains("utf8")
        isUnicode = !ascii && isUTF8 && environment["TERM"] != "dumb"
    }

    init(isUnicode: Bool) { self.isUnicode = isUnicode }

    /// A bar of a part of `width` columns; anything above nothing is seen.
    func bar(_ part: Double, _ width: Int) -> String {
        guard part > 0, width > 0 else { return "" }
        guard isUnicode else { return String(repeating: "#", count: max(1, Int((part * Double(width)).rounded()))) }
        let eighths = max(1, min(Int((part * Double(width) * 8).rounded()), width * 8))
        let rest = Array(" ▏▎▍▌▋▊▉")[eighths % 8]
        return String(repeating: "█", count: eighths / 8) + (eighths % 8 == 0 ? "" : String(rest))
    }

    /// A column for each number, as high as it is beside the highest; ASCII has digits, 9 for the highest.
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

    /// A shade for a level of 0...4; ASCII has digits for the levels above 0.
    func shade(_ level: Int) -> Character {
        Array(isUnicode ? "·░▒▓█" : ".1234")[max(0, min(level, 4))]
    }

    /// Corner, side and floor of axes.
    var axis: (corner: String, side: String, floor: String) {
        isUnicode ? ("└", "│", "─") : ("+", "|", "-")
    }

    /// A line in these characters: ASCII has no stars, degrees and ellipses of ours.
    func line(_ text: String) -> String {
        isUnicode ? text : String(text.map { ["…": "~", "★": "*", "°": "d", "½": "+"][$0] ?? $0 })
    }
}
