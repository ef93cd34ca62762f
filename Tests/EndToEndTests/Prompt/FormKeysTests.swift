import Testing

/// What a person types into a form that is no value.
struct FormKeysTests {
    private func form() throws -> TerminalSession {
        let terminal = try TerminalSession(["edit", "1"], in: Sandbox.small())
        terminal.expect("date: 2014-08-01 07:00")
        return terminal
    }

    @Test(arguments: ["?", "help"])
    func `a question mark explains the field and asks again`(text: String) throws {
        let terminal = try form()
        terminal.type(text + "\r")
        terminal.expect("When it was.")
        terminal.expect("date: 2014-08-01 07:00")
        terminal.type("quit\r")
        #expect(terminal.exitCode() == 130)
    }

    @Test(arguments: ["quit", "exit", "q"])
    func `quit stops the form`(text: String) throws {
        let terminal = try form()
        terminal.type(text + "\r")
        #expect(terminal.exitCode() == 130)
        #expect(try terminal.sandbox.run("show", "1", "--json").object()["rev"] as? Int == 1)
    }

    @Test func `Ctrl-D stops the form while a value is shown`() throws {
        let terminal = try form()
        terminal.press(.controlD)
        #expect(terminal.exitCode() == 130)
    }
}
