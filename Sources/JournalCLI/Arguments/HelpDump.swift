/// What the argument parser tells about the commands, as far as it is used here.
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
