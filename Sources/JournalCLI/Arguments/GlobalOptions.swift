import ArgumentParser
import Journal
import JournalExchange
import SurfLanguage

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The journal to use.", valueName: "path"))
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

    @Option(help: ArgumentHelp("Unit for heights without one.", valueName: "unit"))
    var units: LengthUnit?

    @Flag(help: "Never ask; fail instead.")
    var noInput = false

    @Flag(help: "Answer yes to confirmations.")
    var yes = false

    @Flag(name: .shortAndLong, help: "Print only data, questions and errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Show each SQL statement and its time. Repeat to show its values.")
    var verbose: Int

    /// The output format of a command that prints rows.
    func format() throws -> OutputFormat {
        let chosen = [(json, "--json", OutputFormat.json), (csv, "--csv", .csv), (plain, "--plain", .plain)].filter(\.0)
        if chosen.count > 1 { throw Refusal.exclusive(chosen.map(\.1)) }
        return chosen.first?.2 ?? .human
    }

    /// Whether a command that does not print rows prints JSON.
    func isJSON(_ command: String) throws -> Bool {
        switch try format() {
        case .json: return true
        case .human: return false
        case .csv: throw Refusal.misplaced(option: "--csv", command: command, instead: "Use --json")
        case .plain: throw Refusal.misplaced(option: "--plain", command: command, instead: "Use --json")
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
    /// The options as they would be typed, for the commands of a script.
    var words: [String] {
        let valued = [
            ("--store", store), ("--date-order", dateOrder?.rawValue), ("--color", color?.rawValue),
            ("--units", units?.rawValue),
        ]
        let flags = [
            ("--json", json), ("--csv", csv), ("--plain", plain), ("--no-input", noInput), ("--yes", yes),
            ("--quiet", quiet),
        ]
        return valued.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] }
            + flags.filter(\.1).map(\.0) + Array(repeating: "-v", count: verbose)
    }
}
