import ArgumentParser
import Journal

struct ConfigCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "config", abstract: "Show or set your settings.",
        discussion: """
            The settings are units (ft or m), color (auto, always or never), date-order (mdy, dmy or ymd), goal \
            (sessions this year, for 'stats') and sync-after (save, to exchange with other machines in the \
            background after each command that changed sessions). Options override settings.

              surfjournal config
              surfjournal config units m
              surfjournal config goal 100
              surfjournal config goal --unset
              surfjournal config sync-after save
            """)

    @Argument(help: ArgumentHelp("The setting (default: show all).", valueName: "setting")) var key: String?
    @Argument(help: ArgumentHelp("Its new value.", valueName: "value")) var value: String?
    @Flag(help: "Reset it to its default.") var unset = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let operandKinds: [String: [CompletionKind]] = [
        "setting": [.words(Configuration.keys)],
        "value": [.behind(Configuration.words.mapValues { .words($0) })],
    ]

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("config")
        if unset, value != nil { throw Refusal.exclusive(["--unset", "a value"]) }
        if let key, !Configuration.keys.contains(key) { throw Refusal.unknownSetting(key) }
        if let key, value != nil || unset {
            let path = try ConfigurationFile(
                context.environment, sparing: (try? context.place()).map { JournalFiles(of: $0.url) }
            ).set(key, value)
            context.console.note(Messages.settingWritten(key, value, path: path))
        } else if unset {
            throw Refusal.exclusive(["--unset", "no setting"])
        }
        try show(try Configuration.ofUser(environment: context.environment), context.console, isJSON)
    }

    private static func line(_ key: String, _ file: Configuration) -> String {
        (file[key] ?? Configuration.standard(key)).map { "\(key) = \($0)" } ?? "\(key) ="
    }

    private func show(_ file: Configuration, _ console: Console, _ isJSON: Bool) throws {
        if !isJSON, value != nil || unset { return }
        let shown = Configuration.keys.filter { key == nil || key == $0 }
        guard isJSON else {
            for key in shown { try console.line(ConfigCommand.line(key, file)) }
            return
        }
        let settings = shown.map { key in
            JSONObject.Member(
                key: key,
                value: key == "goal" ? JSONValue(file.goal) : JSONValue(file[key] ?? Configuration.standard(key)))
        }
        try console.json(.object(JSONObject(settings)))
    }
}

extension Refusal {
    fileprivate static func unknownSetting(_ key: String) -> Refusal {
        Refusal(
            .usage,
            "There is no setting '\(key)'. " + Messages.suggested(key, among: Configuration.keys, "The settings"))
    }
}
