import Testing

struct WritingCommandTests {
    /// The commands that change no journal, draft or setting. `run` runs others.
    private static let reading: Set = [
        "show", "drafts", "today", "tide", "stats", "plot", "like", "report", "check", "run", "completions", "help",
    ]

    @Test func `every command that writes is interrupted by the tests of faults`() throws {
        let sandbox = try Sandbox()
        let lines = try sandbox.run("completions", "zsh", "--complete", "--", "").lines
        let commands = Set(lines.dropFirst().map { String($0.prefix { $0 != "\t" }) })
        let writing = Set(WritingCommand.all.map { $0.arguments[0] })
        #expect(commands.subtracting(writing) == Self.reading)
        #expect(writing.isSubset(of: commands))
    }
}
