/// Rearranges the argument parser's help for a command: the command's own options come first, and the global ones are
/// omitted.
enum CommandHelp {
    /// - Parameter text: Sections separated by empty lines, with titles in capitals such as `GLOBAL OPTIONS:`.
    static func text(_ text: String) -> String {
        var sections = sections(text).filter { $0.first != "GLOBAL OPTIONS:" }
        guard let own = sections.firstIndex(where: { $0.first == "OPTIONS:" }) else { return text }
        let options = sections.remove(at: own).filter { !$0.contains("--version") && !$0.contains("-h, --help") }
        if options.count > 1 {
            let behind = sections.lastIndex { ["USAGE:", "ARGUMENTS:"].contains($0.first?.prefix { $0 != " " }) } ?? 0
            sections.insert(options, at: behind + 1)
        }
        return (sections + [[Sentences.globalsElsewhere]]).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

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
