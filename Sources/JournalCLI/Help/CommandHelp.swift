/// Rearranges the argument parser's help for a command: the command's own options come first, and the global ones are
/// omitted.
enum CommandHelp {
    /// The width at which the argument parser wraps nothing.
    static let unwrapped = 100_000

    /// - Parameters:
    ///   - text: Sections separated by empty lines, with titles in capitals such as `GLOBAL OPTIONS:`, not wrapped.
    ///   - width: How many columns the terminal has. Examples are never wrapped.
    static func text(_ text: String, width: Int) -> String {
        var sections = sections(text).filter { $0.first != "GLOBAL OPTIONS:" }
        guard let own = sections.firstIndex(where: { $0.first == "OPTIONS:" }) else { return text }
        let options = sections.remove(at: own).filter { !$0.hasPrefix("  --version") && !$0.hasPrefix("  -h, --help") }
        if options.count > 1 {
            let usage = sections.lastIndex { ["USAGE:", "ARGUMENTS:"].contains($0.first?.prefix { $0 != " " }) } ?? 0
            sections.insert(options, at: usage + 1)
        }
        let overview = sections[0].flatMap { $0.hasPrefix("  ") ? [$0] : wrap($0, width) }
        let lists = sections.dropFirst().map { $0.flatMap { lines($0, max(width, HelpPage.narrowest)) } }
        let wrapped = [overview] + lists + [wrap(Messages.globalsElsewhere, width)]
        return wrapped.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// A line of a list of arguments or options, wrapped to `width` columns.
    private static func lines(_ line: String, _ width: Int) -> [String] {
        if line.hasPrefix("USAGE: ") { return WordWrap.lines("USAGE:", withoutGlobals(line), indent: 7, width: width) }
        if !line.hasPrefix("  ") { return wrap(line, width) }
        if line.hasPrefix(String(repeating: " ", count: column)) { return described("", line, width) }
        guard line.count > column else { return [line] }
        return described(String(line.prefix(column)), String(line.dropFirst(column)), width)
    }

    /// An option and its description, on separate lines if the terminal is narrow.
    private static func described(_ label: String, _ description: String, _ width: Int) -> [String] {
        if width >= 60 { return WordWrap.lines(label, description, indent: column, width: width) }
        let below = WordWrap.lines("", description, indent: 6, width: width)
        return label.isEmpty ? below : [label.withoutTrailingBlanks] + below
    }

    private static func wrap(_ line: String, _ width: Int) -> [String] { WordWrap.lines(line, to: width) }

    /// What follows `USAGE:`, without the options of every command.
    private static func withoutGlobals(_ usage: String) -> String {
        let words = usage.dropFirst("USAGE: ".count).split(separator: "[", omittingEmptySubsequences: false)
        let own = words.filter { !GlobalOptions.names.contains(String($0.prefix { $0 != "]" && $0 != " " })) }
        return own.joined(separator: "[") + (own.count < words.count ? "[<options>]" : "")
    }

    /// The column at which the parser's descriptions begin.
    private static let column = 26

    /// The text's sections, which begin at a title. The lines above the first title are one section.
    private static func sections(_ text: String) -> [[String]] {
        var sections: [[String]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if isTitle(line) {
                sections[sections.count - 1] = trimmed(sections[sections.count - 1])
                sections.append([])
            }
            sections[sections.count - 1].append(line)
        }
        sections[sections.count - 1] = trimmed(sections[sections.count - 1])
        return sections.filter { !$0.isEmpty }
    }

    private static func isTitle(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
        return line[..<colon].allSatisfy { $0.isASCII && $0.isUppercase || $0 == " " } && !line.hasPrefix(" ")
    }

    private static func trimmed(_ lines: [String]) -> [String] {
        Array(lines.reversed().drop { $0.isEmpty }.reversed())
    }
}
