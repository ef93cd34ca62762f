/// The topics of `help` other than commands. Each fits on a screen.
enum HelpTopic: String, CaseIterable {
    case sentence, dates, heights
    /// The options of all fields.
    case fields
    case filters, drafts
    /// How a spreadsheet is imported. The options are in `import --help`.
    case `import`
    /// The options of every command.
    case options

    /// The first topic that the words after `help` name, or nil.
    init?(_ words: [String]) {
        guard let topic = words.first(where: { !$0.hasPrefix("-") }).flatMap(HelpTopic.init(rawValue:)) else {
            return nil
        }
        self = topic
    }

    /// The names of all topics, separated by commas.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The pages to read next to the help of a command.
    static func of(_ command: String) -> [HelpTopic] {
        switch command {
        case "add": [.sentence, .dates, .heights]
        case "edit", "drafts", "save", "cancel": [.drafts]
        case "import": [.import]
        default: []
        }
    }

    /// The page, wrapped to `width` columns. An example stays on one line, so that it can be copied.
    func lines(width: Int) -> [String] {
        let page =
            switch self {
            case .sentence: Messages.helpSentence
            case .dates: Messages.helpDates
            case .heights: Messages.helpHeights
            case .fields: Messages.helpFields
            case .filters: Messages.helpFilters
            case .drafts: Messages.helpDrafts
            case .import: Messages.helpImport
            case .options: Messages.helpOptions
            }
        return page.lines(width: width)
    }
}

/// A page of help with paragraphs and examples.
///
/// Examples are indented by two spaces. Each example's result is in a column of its own or on the line below.
struct HelpPage {
    enum Block {
        /// A paragraph, preceded by an empty line.
        case words(String)
        /// Lines of a file, indented by four spaces and preceded by an empty line.
        case text([String])
        /// Examples and their results. The results begin at the column, or on lines of their own if it is 0.
        case examples([(String, String)], column: Int)
    }

    let title: String
    let blocks: [Block]

    private static let indent = 6

    func lines(width: Int) -> [String] {
        let width = max(width, HelpPage.narrowest)
        return [title] + blocks.flatMap { lines($0, width) }
    }

    /// Text is not wrapped to fewer columns than this.
    static let narrowest = 30

    private func lines(_ block: Block, _ width: Int) -> [String] {
        switch block {
        case .words(let text): [""] + WordWrap.lines(text, to: width)
        case .text(let lines): [""] + lines.map { "    " + $0 }
        case .examples(let examples, let column): [""] + examples.flatMap { lines($0, column, width) }
        }
    }

    private func lines(_ example: (String, String), _ column: Int, _ width: Int) -> [String] {
        let label = "  " + example.0
        if DisplayWidth.of(label) + 3 <= column, DisplayWidth.of(example.1) <= width - column {
            return [DisplayWidth.padded(label, to: column) + example.1]
        }
        return [label]
            + WordWrap.lines("", example.1, indent: HelpPage.indent, width: width)
    }
}

extension GlobalOptions {
    /// Each option as it is typed, and its description.
    static var explained: [(String, String)] {
        HelpDump.options(of: GlobalOptions.self).filter(\.shouldDisplay).map { argument in
            let value = argument.kind == "option" ? " \((argument.valueName ?? "value").uppercased())" : ""
            let values = argument.allValues.map { " (\($0.joined(separator: ", ")))" } ?? ""
            return (argument.spelledNames.joined(separator: ", ") + value, (argument.abstract ?? "") + values)
        }
    }
}
