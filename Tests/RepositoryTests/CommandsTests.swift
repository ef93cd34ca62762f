import Testing

@Suite struct CommandsTests {
    private static let files = Repository.sources(of: "JournalCLI")

    /// Where a command is named besides its own file and the list of commands.
    private static let elsewhere = [
        // A line that lacks `add` is offered with it.
        "AddCommand": ["CommandWords.swift", "Prompt.swift"],
        // It can run in the background, and `import` has its formats.
        "ExportCommand": ["ImportCommand.swift", "Prompt+Jobs.swift"],
        "SyncCommand": ["Prompt+Jobs.swift"],
    ]

    @Test func `a command is named in its own files and in the list of commands alone`() throws {
        var (definitions, uses): ([String: String], [String: Set<String>]) = ([:], [:])
        for path in Self.files {
            let file = String(path.split(separator: "/").last ?? "")
            for words in try Repository.lines(of: path).filter({ $0.contains("Command") }).map(Self.words) {
                for (word, next) in zip([""] + words, words) where next.hasSuffix("Command") && next != "Command" {
                    if word == "struct" { definitions[next] = file } else { uses[next, default: []].insert(file) }
                }
            }
        }
        #expect(definitions.count > 25)
        for (name, own) in definitions {
            let others = (uses[name] ?? []).filter { file in
                file != own && !file.hasPrefix(name + "+") && !Self.elsewhere[name, default: []].contains(file)
            }
            #expect(others == ["Commands.swift"] || others == ["PromptCommands.swift"], "\(name) in \(others)")
        }
    }

    @Test func `the argument parser's private interface is used in one file`() throws {
        var users: Set<String> = []
        for path in Self.files {
            let lines = try Repository.lines(of: path)
            guard lines.contains(where: { SourceLine($0).importedModule == "ArgumentParser" }) else { continue }
            let words = lines.filter { $0.contains("_") }.flatMap(Self.words)
            if words.contains(where: { $0.hasPrefix("_") && $0.contains(where: \.isUppercase) }) { users.insert(path) }
        }
        #expect(users == ["Sources/JournalCLI/Arguments/ArgumentParser+Private.swift"])
    }

    private static func words(_ line: String) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
}
