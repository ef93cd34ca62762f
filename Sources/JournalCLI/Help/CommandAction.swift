/// What a command does if its first operand is a certain word, such as `rename`. It has help of its own.
struct CommandAction: Sendable {
    let name: String
    /// What follows its name, as in a usage line.
    let usage: String
    let abstract: String
    /// More sentences and examples, as in a command's discussion.
    var discussion: String
    /// The command's options that it takes.
    let options: [String]
}

extension CommandAction {
    /// The help, not wrapped, made of its command's.
    func help(_ command: String, ofCommand text: String) -> String {
        let taken = CommandHelp.options(in: text).filter { options.contains($0.name) }.flatMap(\.lines)
        let list = taken.isEmpty ? "" : "\n\nOPTIONS:\n" + taken.joined(separator: "\n")
        return """
            OVERVIEW: \(abstract)

            \(discussion)

            USAGE: surfjournal \(command) \(name) \(usage)\(list)
            """
    }
}

extension CommandAction {
    static func renaming(
        _ command: String, _ thing: String, _ where: String, _ example: String, note: String = ""
    ) -> CommandAction {
        CommandAction(
            name: "rename", usage: "<old> <new> [--dry-run]", abstract: "Rename \(thing).",
            discussion: """
                'rename OLD NEW' renames \(thing) \(`where`), in one step. 'undo' brings the old name back.\(note)

                  surfjournal \(command) rename \(example)
                  surfjournal \(command) rename \(example) --dry-run
                """, options: ["--dry-run"])
    }
}
