/// What `help` explains beside commands, a screen each.
enum HelpTopic: String, CaseIterable {
    case sentence, dates, heights, filters, drafts
    /// What the command is for; its options stand in `import --help`.
    case `import`
    /// The options of every command.
    case options

    /// The topic that the words behind `help` name first; nil where they name none.
    init?(_ words: [String]) {
        guard let topic = words.first(where: { !$0.hasPrefix("-") }).flatMap(HelpTopic.init(rawValue:)) else {
            return nil
        }
        self = topic
    }

    /// The names of all topics in a sentence.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The page in lines of at most so many columns.
    func lines(width: Int) -> [String] { page.lines(width: width) }

    private var page: HelpPage {
        switch self {
        case .sentence: Sentences.helpSentence
        case .dates: Sentences.helpDates
        case .heights: Sentences.helpHeights
        case .filters: Sentences.helpFilters
        case .drafts: Sentences.helpDrafts
        case .import: Sentences.helpImport
        case .options: Sentences.helpOptions
        }
    }
}

/// A page of help: words, and examples with what they give.
///
/// An example begins behind two blanks. What it gives stands behind it in a column of its own, or below it.
struct HelpPage {
    enum Block {
        /// A paragraph, with an empty line before it.
        case words(String)
        /// Lines of a file, behind four blanks, with an empty line before them.
        case text([String])
        /// Examples and what they give, the second at a column; with 0 each on a line of its own.
        case examples([(String, String)], column: Int)
    }

    let title: String
    let blocks: [Block]

    private static let indent = 6

    func lines(width: Int) -> [String] {
        let width = max(width, HelpPage.narrowest)
        return [title] + blocks.flatMap { lines($0, width) }
    }

    private static let narrowest = 30

    private func lines(_ block: Block, _ width: Int) -> [String] {
        switch block {
        case .words(let text): [""] + Wrapped.text(text, to: width)
        case .text(let lines): [""] + lines.map { "    " + $0 }
        case .examples(let examples, let column): [""] + examples.flatMap { lines($0, column, width) }
        }
    }

    private func lines(_ example: (String, String), _ column: Int, _ width: Int) -> [String] {
        let label = "  " + example.0
        if DisplayWidth.of(label) + 3 <= column, DisplayWidth.of(example.1) <= width - column {
            return [DisplayWidth.padded(label, to: column) + example.1]
        }
        return Wrapped.text(label, to: width)
            + Wrapping.lines("", example.1, indent: HelpPage.indent, width: width)
    }
}

extension GlobalNames {
    /// Each option of every command as it is typed, and what it does.
    static var explained: [(String, String)] {
        (HelpDump(of: SessionOptions.self)?.command.arguments ?? []).filter(\.shouldDisplay).map { argument in
            let value = argument.kind == "option" ? " \((argument.valueName ?? "value").uppercased())" : ""
            let values = argument.allValues.map { " (\($0.joined(separator: ", ")))" } ?? ""
            return (argument.spelledNames.joined(separator: ", ") + value, (argument.abstract ?? "") + values)
        }
    }
}
