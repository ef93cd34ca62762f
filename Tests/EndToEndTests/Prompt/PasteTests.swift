import Testing

struct PasteTests {
    @Test func `a question that a pasted line raises is not answered by the next one`() throws {
        let sandbox = try Sandbox.empty()
        let terminal = try TerminalSession(in: sandbox)
        terminal.expect("surf> ")
        terminal.paste("add 2014-08-01 7am Malibu 21\nadd 2014-08-02 7am Rincon 4ft\n")
        terminal.press(.enter)
        terminal.expect("What is '21'")
        terminal.type("q\r")
        terminal.expect("1 pasted line was not run")
        terminal.waits(for: "the rest of the paste") { $0.lines.contains { $0.hasPrefix("surf> add 2014-08-02") } }
        terminal.press(.controlC)
        terminal.leave()
        #expect(try sandbox.entryCount() == 0)
    }

    @Test func `the lines after an answered question are run`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try TerminalSession(in: sandbox)
        terminal.expect("surf> ")
        try sandbox.run("add", "2014-10-01 7am: Malibu, 3ft")
        terminal.paste("delete malibu\nadd 2014-08-02 7am Trestles 4ft\n")
        terminal.press(.enter)
        terminal.expect("Which one, 1 to 2?")
        terminal.type("1\r")
        terminal.expect("Added 5")
        terminal.leave()
        #expect(try sandbox.run("show", "4").code == 3)
        #expect(try sandbox.entryCount() == 4)
    }

    @Test func `after a refused line the rest of the paste is back on the line and can be run`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try TerminalSession(in: sandbox)
        terminal.expect("surf> ")
        terminal.paste("delete 99\ndelete 1\ndelete 2")
        terminal.press(.enter)
        terminal.expect("There is no session 99")
        terminal.expect("2 pasted lines were not run and are back on the line.")
        #expect(try sandbox.entryCount() == 3)
        terminal.press(.enter)
        terminal.expect("Deleted 2")
        terminal.leave()
        #expect(try sandbox.entryCount() == 1)
    }

    @Test(arguments: ["\u{1B}[201~", "\u{1B}[200~list\u{03}\u{1B}[201~"])
    func `an end of a paste without a beginning leaves nothing on the line`(bytes: String) throws {
        let terminal = try TerminalSession.small()
        terminal.expect("surf> ")
        terminal.type(bytes)
        terminal.type("show 1\r")
        terminal.expect("Session 1")
        #expect(!terminal.words.contains("01~"))
        terminal.leave()
    }
}
