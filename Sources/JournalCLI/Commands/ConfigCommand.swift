import ArgumentParser
import Foundation
import Journal
import JournalInsight

struct ConfigCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "config", abstract: "Show or set your settings.",
        discussion: """
            Options override settings. These are the settings:

              units ft|m               the unit for heights without one
              temperature C|F          the unit of temperatures (default: F in the USA)
              color auto|always|never  when to use colour
              date-order mdy|dmy|ymd   the order of numeric dates such as 03/04
              goal NUMBER              sessions a year; also goal-waves and goal-hours
              goal-month NUMBER        also goal-waves-month and goal-hours-month
              sync-after save          syncs in the background after each change
              backup-after import      backs up before imports and other large changes
              tides FILE               a table of tide stations (TCD) of your own

              surfjournal config
              surfjournal config units m
              surfjournal config goal 100
              surfjournal config goal-hours-month 20
              surfjournal config goal --unset
              surfjournal config sync-after save
              surfjournal config tides world.tcd
            """)

    @Argument(help: ArgumentHelp("The setting (default: show all).", valueName: "setting")) var key: String?
    @Argument(help: ArgumentHelp("Its new value.", valueName: "value")) var value: String?
    @Flag(help: "Reset it to its default.") var unset = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let operandKinds: [CompletionKind] = [
        .words(Configuration.keys), .after(Configuration.words.mapValues { .words($0) }),
    ]

    func run(in context: CommandContext) throws {
        if unset, value != nil { throw Refusal.exclusive(["--unset", "a value"]) }
        if let key, !Configuration.keys.contains(key) {
            let known = Messages.suggested(key, among: Configuration.keys, "The settings")
            throw Refusal.usage("There is no setting '\(key)'. \(known)")
        }
        if let key, value != nil || unset {
            let value = try key == Configuration.tides ? value.map { try ConfigCommand.tides(context.path($0)) } : value
            let path = try ConfigurationFile(
                context.environment, sparing: (try? context.place.get()).map { JournalFiles(of: $0.url) }
            ).set(key, value)
            context.console.note(
                value.map { "Set \(key) to \($0) in \(path)." } ?? "Reset \(key) to its default in \(path).")
        } else if unset {
            throw Refusal.exclusive(["--unset", "no setting"])
        }
        try show(try Configuration.ofUser(environment: context.environment), context)
    }

    /// The absolute path of a table of tide stations that can be read.
    private static func tides(_ path: String) throws -> String {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        if absolute.contains(where: \.isNewline) || path.isEmpty
            || absolute != absolute.trimmingCharacters(in: .whitespaces)
        {
            throw Refusal.usage("tides must be the path of a file, without blanks at its ends or line breaks.")
        }
        do throws(TideFileError) { _ = try TideFile.table(at: absolute) } catch { throw Refusal(error) }
        return absolute
    }

    private func show(_ file: Configuration, _ context: CommandContext) throws {
        if !context.isJSON, value != nil || unset { return }
        let shown = Configuration.keys.filter { key == nil || key == $0 }
        let standard = Configuration.standard(context.environment)
        guard context.isJSON else {
            return try context.console.lines(
                shown.map { key in "\(key) =" + ((file[key] ?? standard[key]).map { " " + $0 } ?? "") })
        }
        let settings = shown.map { key in
            JSONObject.Member(
                key: key,
                value: Goal(rawValue: key).map { JSONValue(file.goal($0)) }
                    ?? JSONValue(file[key] ?? standard[key]))
        }
        try context.console.json(.object(JSONObject(settings)))
    }
}
