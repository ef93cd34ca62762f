import Foundation
import PersistenceSQLite

/// The command `persistence-inspect`.
public struct InspectCommand {
    /// Arguments that are not valid. The description says what is wrong, and how to use the command.
    public struct UsageError: Error, CustomStringConvertible {
        /// What is wrong with the arguments.
        let problem: String

        public var description: String { "\(problem)\n\(InspectCommand.usage)" }
    }

    static let usage = """
        Usage: persistence-inspect STORE [--dump ENTITY | --history | --model FILE] [--json]
        Shows what a Core Data store in SQLite's format contains, without its model. The model is read from the store, or
        inferred from its tables. STORE is copied to a private folder and never changed.
          (no option)    Entities with their properties and counts, the store's versions, and how long its history is.
          --dump ENTITY  The objects of an entity and its sub-entities, with all values.
          --history      The transactions of the persistent history, with the number of changes of each entity.
          --model FILE   Write the model as FILE, an .xcdatamodel of Xcode's model editor.
          --json         Print JSON.
          --help         Show this help.
        """

    private enum Task {
        case help, summary, history
        case rows(entity: String)
        case model(file: String)
    }

    private var store: String?
    private var task = Task.summary
    private var isJSON = false

    /// Reads arguments, without the name of the program.
    /// - Throws: `UsageError` if they are not valid.
    public init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": task = .help
            case "--json": isJSON = true
            case "--history": try set(.history)
            case "--dump": try set(.rows(entity: InspectCommand.value(of: argument, &rest)))
            case "--model": try set(.model(file: InspectCommand.value(of: argument, &rest)))
            case _ where argument.hasPrefix("-"): throw UsageError(problem: "There is no option '\(argument)'.")
            case _ where store != nil: throw UsageError(problem: "Only one store can be given, not '\(argument)' too.")
            default: store = argument
            }
        }
        if store == nil, !isHelp { throw UsageError(problem: "The store is missing.") }
    }

    private var isHelp: Bool {
        if case .help = task { true } else { false }
    }

    private mutating func set(_ task: Task) throws(UsageError) {
        guard case .summary = self.task else {
            if isHelp { return }
            throw UsageError(problem: "Use one of --dump, --history and --model.")
        }
        self.task = task
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError(problem: "'\(option)' needs a value.") }
        return value
    }

    /// Examines the store, and passes the output to `write` in pieces.
    /// - Throws: an error whose description is a sentence. What was written until then is part of the output.
    public func run(_ write: (String) -> Void) throws {
        guard let store, !isHelp else { return write(InspectCommand.usage + "\n") }
        try StoreInspection.read(URL(fileURLWithPath: store)) { inspection in
            switch task {
            case .help: break
            case .summary: write(try isJSON ? inspection.summaryJSON().text + "\n" : inspection.summary())
            case .history: try isJSON ? inspection.writeHistoryJSON(write) : inspection.writeHistory(write)
            case .rows(let entity):
                try isJSON ? inspection.writeRowsJSON(of: entity, write) : inspection.writeRows(of: entity, write)
            case .model(let file):
                try inspection.writeModel(to: URL(fileURLWithPath: file))
                write("Wrote \(file).\n")
            }
        }
    }
}
