import Foundation

/// The command `persistence-generate`.
public struct GenerateCommand {
    /// Arguments that are not valid. The description says what is wrong, and how to use the command.
    public struct UsageError: Error, CustomStringConvertible {
        /// What is wrong with the arguments.
        let problem: String

        public var description: String { "\(problem)\n\(GenerateCommand.usage)" }
    }

    static let usage = """
        Usage: persistence-generate MODEL --output FOLDER [--model-version NAME] [--manual] [--single-file]
                                    [--source FILE]...
        Writes Swift source for MODEL, an .xcdatamodeld or .xcdatamodel of Xcode's model editor, to FOLDER.
          --model-version NAME  Use this version of an .xcdatamodeld. Default: the current one.
          --manual              Include entities whose codegen is Manual/None, like Xcode's menu "Create
                                NSManagedObject Subclass". A class that is there already is kept.
          --single-file         Write everything to one file.
          --source FILE         Refuse this Swift file if it has @NSManaged or #keyPath, which need the Objective-C runtime.
          --help                Show this help.
        """

    private var model: URL?
    private var output: URL?
    private var version: String?
    private var includesManual = false
    private var isSingleFile = false
    private var isHelp = false
    private var sources: [URL] = []

    /// Reads arguments, without the name of the program.
    /// - Throws: `UsageError` if they are not valid.
    public init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--output": output = URL(fileURLWithPath: try GenerateCommand.value(of: argument, &rest))
            case "--model-version": version = try GenerateCommand.value(of: argument, &rest)
            case "--manual": includesManual = true
            case "--single-file": isSingleFile = true
            case "--source": sources.append(URL(fileURLWithPath: try GenerateCommand.value(of: argument, &rest)))
            case "--help", "-h": isHelp = true
            case _ where argument.hasPrefix("-"): throw UsageError(problem: "There is no option '\(argument)'.")
            case _ where model != nil: throw UsageError(problem: "Only one model can be given, not '\(argument)' too.")
            default: model = URL(fileURLWithPath: argument)
            }
        }
        if isHelp { return }
        if model == nil { throw UsageError(problem: "The model is missing.") }
        if output == nil { throw UsageError(problem: "The folder is missing: --output FOLDER.") }
    }

    private static func value(
        of option: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError(problem: "'\(option)' needs a value.") }
        return value
    }

    /// Generates the source, and writes the files that changed.
    /// - Parameter write: receives what is for standard output.
    /// - Throws: an error about the model or the sources, or of the file system. Nothing was written if it is about the
    ///   model or the sources.
    public func run(_ write: (String) -> Void = { _ in }) throws {
        if isHelp { write(GenerateCommand.usage + "\n") }
        guard let model, let output, !isHelp else { return }
        try SourceCheck.run(sources)
        let generator = try Generator(contentsOf: model, version: version, includesManual: includesManual)
        for note in generator.notes {
            let text = "\(generator.path):\(note.line): warning: \(note.message)\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        for file in isSingleFile ? [generator.file] : generator.files { try replace(file, in: output) }
    }

    /// Leaves a file with the same content as it is, so that nothing is compiled again.
    private func replace(_ file: Generator.File, in folder: URL) throws {
        let url = folder.appendingPathComponent(file.name)
        let exists = FileManager.default.fileExists(atPath: url.path)
        if exists, file.isForEditing { return }
        if exists, try Data(contentsOf: url) == Data(file.text.utf8) { return }
        try Data(file.text.utf8).write(to: url, options: .atomic)
    }
}
