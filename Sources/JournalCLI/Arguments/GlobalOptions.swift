import ArgumentParser
import Journal
import JournalTransfer
import SurfLanguage

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The journal to use.", valueName: "path"), completion: .file())
    var store: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    @Flag(help: "Print tab-separated values.")
    var plain = false

    @Option(help: ArgumentHelp("Order of numeric dates such as 03/04.", valueName: "order"))
    var dateOrder: DateOrder?

    @Option(help: ArgumentHelp("When to use colour.", valueName: "when"))
    var color: ColourChoice?

    @Flag(help: "Use no colour.")
    var noColor = false

    @Option(help: ArgumentHelp("Unit for heights without one.", valueName: "unit"))
    var units: LengthUnit?

    @Flag(help: "Never show a long list with $PAGER.")
    var noPager = false

    @Flag(help: "Never ask; fail instead.")
    var noInput = false

    @Flag(name: .shortAndLong, help: "Answer yes to confirmations.")
    var yes = false

    @Flag(name: .shortAndLong, help: "Print only data, questions and errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Show each SQL statement and its time. Repeat to show its values.")
    var verbose: Int

    /// The format of the output.
    var format: OutputFormat { chosenFormats.first?.format ?? .human }

    private var chosenFormats: [(name: String, format: OutputFormat)] {
        GlobalOptions.formats.filter { $0.isChosen(self) }.map { ($0.name, $0.format) }
    }

    /// Refuses several formats, and all but JSON for a command that does not print rows.
    func checkFormat(of command: String, printsRows: Bool) throws(Refusal) {
        let chosen = chosenFormats
        if chosen.count > 1 { throw .exclusive(chosen.map(\.name)) }
        if let only = chosen.first, only.format != .json, !printsRows {
            throw .misplaced(option: only.name, command: command, instead: "Use --json")
        }
    }
}

/// An option whose value is one of a few words.
///
/// The words are listed directly. The argument parser's own lists use key paths and a generic collection, which take
/// more time than everything else.
protocol ArgumentChoice: ExpressibleByArgument, CaseIterable, RawRepresentable<String> where AllCases == [Self] {}

extension ArgumentChoice {
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    public static var allValueDescriptions: [String: String] { [:] }
}

extension DateOrder: ArgumentChoice {}
extension LengthUnit: ArgumentChoice {}
extension ColourChoice: ArgumentChoice {}
extension SampleChoice: ArgumentChoice {}
extension ConflictAnswer: ArgumentChoice {}
extension CSVDialect: ArgumentChoice {}
extension EntrySort: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public static var allValueStrings: [String] { names }
}

extension GlobalOptions {
    /// The options with a value.
    static let valued: [(name: String, value: @Sendable (GlobalOptions) -> String?)] = [
        ("--store", { $0.store }), ("--date-order", { $0.dateOrder?.rawValue }), ("--color", { $0.color?.rawValue }),
        ("--units", { $0.units?.rawValue }),
    ]

    /// The options that choose an output format.
    static let formats: [(name: String, format: OutputFormat, isChosen: @Sendable (GlobalOptions) -> Bool)] = [
        ("--json", .json, { $0.json }), ("--csv", .csv, { $0.csv }), ("--plain", .plain, { $0.plain }),
    ]

    /// The options as they would be typed, for the commands of a script.
    var words: [String] {
        var words = GlobalOptions.valued.compactMap { option in option.value(self).map { "\(option.name)=\($0)" } }
        words += GlobalOptions.formats.filter { $0.isChosen(self) }.map(\.name)
        let flags = [
            ("--no-color", noColor), ("--no-pager", noPager), ("--no-input", noInput), ("--yes", yes),
            ("--quiet", quiet),
        ]
        words += flags.filter(\.1).map(\.0)
        return words + Array(repeating: "-v", count: verbose)
    }

    /// The names of all options that every command takes.
    static let names = Set(HelpDump.options(of: GlobalOptions.self).flatMap(\.spelledNames) + ["--version"])
}
