import Testing

/// A pattern that takes too many steps on a session's text: exit code 2, the session's ID and the pattern, and nothing
/// is changed.
@Suite struct PatternLimitTests {
    private static let text = String(repeating: "a", count: 400)
    private static let filter = ["--where", "NOT (notes MATCHES '(a+)+b')"]

    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.run("init", "--empty")
        try sandbox.run("add", "--location", "Malibu", "--notes", "glassy", "--rating", "4")
        try sandbox.run("add", "--location", "Rincon", "--notes", Self.text, "--rating", "5")
        return sandbox
    }

    @Test(
        arguments: [
            ["delete", "--yes"], ["list"], ["list", "--json"], ["list", "--csv"], ["export", "-"],
            ["export", "all.csv"],
            ["stats"], ["spots"], ["plot", "rating"], ["plot", "hist", "rating"],
        ])
    func `a filter whose pattern takes too many steps is an error and changes nothing`(command: [String]) throws {
        let sandbox = try sandbox()
        let outcome = try sandbox.start(command + Self.filter).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("MATCHES '(a+)+b' takes too many steps on session 2."))
        #expect(!outcome.errors.contains("aaaa"))
        #expect(try sandbox.run("list", "--json").objects().count == 2)
        #expect(sandbox.files.isEmpty)
    }
}
