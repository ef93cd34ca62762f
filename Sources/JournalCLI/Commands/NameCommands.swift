import ArgumentParser
import Journal
import JournalInsight
import SurfLanguage

struct BoardsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "boards", abstract: "List boards and when each is best, or rename them.",
        discussion: """
            Lists your boards, most used first, followed by their median ratings by height and period. The column \
            'also' shows similar names, which may be the same board.

              surfjournal boards
              surfjournal boards --last 1y
              surfjournal boards --location malibu --json
              surfjournal boards rename '9 noserider' "9'2 noserider"
            """)

    @Argument(help: ArgumentHelp("What to do: rename OLD NEW.", valueName: "words")) var words: [String] = []
    @Flag(help: "Show what 'rename' would change, without changing it.") var dryRun = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows
    static let operandKinds = NameKind.board.operands

    func run(in context: CommandContext) throws {
        try NameWords(.board, words, filter, picture, globals, isDryRun: dryRun).run(context)
    }
}

struct TagsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "tags", abstract: "List the #tags in your notes, or rename them.",
        discussion: """
            A word of the notes that begins with # is a tag, such as #dawnie or #learned-to-duckdive. It may contain \
            letters, digits, _ and -, and must contain a letter: #1 is not a tag. Case and accents do not matter.

              surfjournal add 'malibu 3ft #dawnie'
              surfjournal tags
              surfjournal tags --last 1y --json
              surfjournal tags rename dawnie dawnpatrol
              surfjournal list --tag dawnpatrol
            """)

    @Argument(help: ArgumentHelp("What to do: rename OLD NEW.", valueName: "words")) var words: [String] = []
    @Flag(help: "Show what 'rename' would change, without changing it.") var dryRun = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows
    static let operandKinds = NameKind.mention(.tag).operands

    func run(in context: CommandContext) throws {
        try NameWords(.mention(.tag), words, filter, picture, globals, isDryRun: dryRun).run(context)
    }
}

struct PeopleCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "people", abstract: "List the @people in your notes, or rename them.",
        discussion: """
            A word of the notes that begins with @ and a letter is a person, such as @ana or @big-wave-dave. Case and \
            accents do not matter.

              surfjournal add 'malibu 3ft with @ana and @ben'
              surfjournal people
              surfjournal people --location malibu --json
              surfjournal people rename ana ana-maria
              surfjournal list --with ana --with ben
            """)

    @Argument(help: ArgumentHelp("What to do: rename OLD NEW.", valueName: "words")) var words: [String] = []
    @Flag(help: "Show what 'rename' would change, without changing it.") var dryRun = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows
    static let operandKinds = NameKind.mention(.person).operands

    func run(in context: CommandContext) throws {
        try NameWords(.mention(.person), words, filter, picture, globals, isDryRun: dryRun).run(context)
    }
}

extension BoardsCommand {
    static let actions = [
        CommandAction.renaming(
            "boards", "a board", "in all sessions that have exactly that name", "'9 noserider' \"9'2 noserider\"")
    ]
}

extension TagsCommand {
    static let actions = [
        CommandAction.renaming(
            "tags", "a tag", "in the notes of all sessions that have it", "dawnie dawnpatrol",
            note: " Quote a # in a shell, because an unquoted one begins a comment there.")
    ]
}

extension PeopleCommand {
    static let actions = [
        CommandAction.renaming("people", "a person", "in the notes of all sessions that mention them", "ana ana-maria")
    ]
}
