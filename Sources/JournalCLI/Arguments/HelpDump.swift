import ArgumentParser
import Foundation

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

        var kind: String
        var shouldDisplay: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var allValues: [String]?
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
}

extension HelpDump.Argument {
    /// The names as they are typed.
    var spelledNames: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
}
