import Journal
import JournalTransfer
import SurfLanguage

/// Finds the command that imports a file which was refused. Each is tried on the file before it is printed.
struct ImportAdvice {
    let command: ImportCommand
    /// The file as it was read.
    let file: ImportFile
    let journal: Journal
    let context: CommandContext

    /// The commands that work: both orders of ambiguous dates, otherwise the best one.
    func commands(after error: ImportError, _ request: ImportRequest) -> [String] {
        let working = error.remedies.lazy.filter { works($0, request) }.map(words)
        if case .orderUnknown = error { return Array(working) }
        return Array(working.prefix(1))
    }

    private func works(_ remedies: [ImportRemedy], _ request: ImportRequest) -> Bool {
        let request = remedies.reduce(request) { $1.applied(to: $0) }
        guard file.startsAgain(atMost: ImportError.maxTried) else { return false }
        let outcome = try? journal.previewImport(of: file, request, cancel: CancelToken(), progress: { _ in })
        return outcome.map { $0.imported + $0.present > 0 } ?? false
    }

    /// The command as typed, with the options of the remedies.
    private func words(_ remedies: [ImportRemedy]) -> String {
        let options = command.typedOptions + remedies.flatMap { $0.options }
        return (["surfjournal", "import", command.file] + options).map(Messages.quoted).joined(separator: " ")
    }
}

extension ImportCommand {
    /// The options that were typed and change what is read.
    fileprivate var typedOptions: [String] {
        var options = map.flatMap { ["--map", $0] } + conditions.flatMap { ["--where", $0] }
        let valued = [
            ("--format", format?.rawValue), ("--dialect", dialect?.rawValue), ("--location", location),
            ("--time-zone", timeZone),
            ("--date-order", globals.dateOrder?.rawValue), ("--units", globals.units?.rawValue),
            ("--store", globals.store),
        ]
        for case (let name, let value?) in valued { options += [name, value] }
        let flags = [
            ("--sentences", sentences), ("--allow-missing", allowMissing), ("--skip-bad", skipBad),
            ("--dry-run", dryRun),
        ]
        return options + flags.filter(\.1).map(\.0)
    }
}

extension ImportRemedy {
    /// The remedy as it is typed.
    fileprivate var options: [String] {
        switch self {
        case .map(let mapping): ["--map", mapping.text]
        case .order(let order): ["--date-order", order.rawValue]
        case .skipBad: ["--skip-bad"]
        case .allowMissing: ["--allow-missing"]
        case .sentences: ["--sentences"]
        }
    }
}
