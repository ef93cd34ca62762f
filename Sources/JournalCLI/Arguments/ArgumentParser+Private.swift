import ArgumentParser
import Foundation

// All that is used of the argument parser's private interface. The package manifest pins the parser's minor version.

extension CommandConfiguration {
    /// The configuration of a subcommand.
    ///
    /// It includes the program's name. Otherwise the argument parser would look for the program's own options when it
    /// reads a command by itself.
    static func command(
        _ name: String, abstract: String, discussion: String = "", aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: Commands.name, abstract: abstract, discussion: discussion,
            aliases: aliases)
    }
}

/// The argument parser's description of the commands, as far as it is used here.
struct HelpDump: Decodable {
    struct Command: Decodable {
        var commandName: String
        var aliases: [String]?
        var abstract: String?
        var discussion: String?
        var shouldDisplay: Bool?
        var subcommands: [Command]?
        var arguments: [Argument]?
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        /// What completes the value, as far as it is used here.
        struct Completion: Decodable {
            struct List: Decodable { var values: [String] }
            struct Files: Decodable {}

            var list: List?
            var file: Files?
        }

        var kind: String
        var shouldDisplay: Bool
        var isRepeating: Bool
        var parsingStrategy: String
        var names: [Name]?
        var valueName: String?
        var allValues: [String]?
        var completionKind: Completion?
        var isOptional: Bool
        var abstract: String?
    }

    var command: Command
}

extension HelpDump {
    /// The description of a command and its subcommands, or nil if the parser's format has changed.
    init?(of command: any ParsableCommand.Type) {
        guard let dump = try? JSONDecoder().decode(HelpDump.self, from: Data(command._dumpHelp().utf8)) else {
            return nil
        }
        self = dump
    }

    /// The options of a definition.
    static func options<Options: ParsableArguments>(of options: Options.Type) -> [Argument] {
        (HelpDump(of: OnlyOptions<Options>.self)?.command.arguments ?? []).filter { $0.kind != "positional" }
    }

    /// A command that has only these options.
    private struct OnlyOptions<Options: ParsableArguments>: ParsableCommand {
        @OptionGroup var options: Options
    }
}

extension HelpDump.Argument {
    /// The names as they are typed.
    var spelledNames: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }

    /// Whether words that look like options are values of it.
    var takesOptionsAsValues: Bool { parsingStrategy == "allRemainingInput" }
}
