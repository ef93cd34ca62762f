import Foundation
import SurfLanguage

/// Rearranges the argument parser's help for a command: the command's own options come first, and what other pages explain,
/// such as the options of fields, is only named.
enum CommandHelp {
    /// The width at which the argument parser wraps nothing.
    static let unwrapped = 100_000

    /// - Parameters:
    ///   - text: Sections separated by empty lines, with titles in capitals such as `GLOBAL OPTIONS:`, not wrapped.
    ///   - command: The command.
    ///   - action: What the command is to do, if the help is about that alone.
    ///   - width: How many columns the terminal has. Examples are never wrapped.
    static func text(_ text: String, of command: String, _ action: CommandAction?, width: Int) -> String {
        var sections = sections(action?.help(command, ofCommand: text) ?? text).filter { $0.first != "GLOBAL OPTIONS:" }
            .map(withoutFields)
        guard let own = sections.firstIndex(where: { $0.first == "OPTIONS:" }) else { return text }
        let options = sections.remove(at: own).filter { !$0.hasPrefix("  --version") && !$0.hasPrefix("  -h, --help") }
        if options.count > 1 {
            let usage = sections.lastIndex { ["USAGE:", "ARGUMENTS:"].contains($0.first?.prefix { $0 != " " }) } ?? 0
            sections.insert(options, at: usage + 1)
        }
        let overview = sections[0].flatMap { $0.hasPrefix("  ") ? [$0] : wrap($0, width) }
        let lists = sections.dropFirst().map { $0.flatMap { lines($0, max(width, HelpPage.narrowest)) } }
        let wrapped = [overview] + lists + [elsewhere(command, action, sections, width)]
        return wrapped.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// The line that says where more is. It is not broken inside a command.
    private static func elsewhere(_ command: String, _ action: CommandAction?, _ sections: [[String]], _ width: Int)
        -> [String]
    {
        let fields: [HelpTopic] = sections.contains { $0.contains(fieldLine) } ? [.fields] : []
        let filters: [HelpTopic] = sections.contains { $0.first == "FILTER:" } ? [.filters] : []
        let topics = (HelpTopic.of(command) + fields + filters + [.options]).map(\.rawValue)
        let actions = (Commands.command(command)?.actions ?? []).map { "\(command) \($0.name)" }
        let text = Messages.helpElsewhere((action == nil ? actions : [command]) + topics)
        return wrap(text, width).map { $0.replacing("\u{A0}", with: " ") }
    }

    // MARK: Options

    /// The options in a help, each with its first name and its lines.
    static func options(in text: String) -> [(name: String, lines: [String])] {
        sections(text).flatMap { options(Array($0.dropFirst())) }
    }

    private static func options(_ lines: [String]) -> [(name: String, lines: [String])] {
        lines.reduce(into: []) { options, line in
            if line.hasPrefix("  -") {
                let names = line.split { $0 == " " || $0 == "," }
                options.append((String(names.first { $0.hasPrefix("--") } ?? names[0]), [line]))
            } else if !options.isEmpty {
                options[options.count - 1].lines.append(line)
            }
        }
    }

    /// A section in which one line stands for the options of all fields.
    private static func withoutFields(_ section: [String]) -> [String] {
        let options = options(Array(section.dropFirst()))
        guard fieldFlags.isSubset(of: options.map(\.name)) else { return section }
        let others = options.filter { !fieldFlags.contains($0.name) }
        return [section[0], fieldLine] + others.flatMap(\.lines)
    }

    private static let fieldFlags = Set(EntryField.allCases.map(\.flag))

    private static let fieldLine =
        "  --<field> <value>".padding(toLength: column, withPad: " ", startingAt: 0) + Messages.fieldsElsewhere

    // MARK: Lines

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
