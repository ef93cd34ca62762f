import Foundation
import Testing

/// `add` and `edit` without options: one question for each field.
struct PromptTests {
    private func answer(_ terminal: TerminalSession, _ answers: [(String, String)]) {
        for (field, keys) in answers {
            terminal.expect("\(field): ")
            terminal.type(keys)
        }
    }

    private func line(_ sandbox: Sandbox, _ id: Int) throws -> String {
        let columns = "id,date,location,height,period,wind,rating"
        return try sandbox.run("list", "--plain", "--columns", columns).lines.first { $0.hasPrefix("\(id)\t") } ?? ""
    }

    @Test func `add asks for each field, can go back, and repeats a question after an invalid answer`() throws {
        let terminal = try TerminalSession.small(["add"])
        answer(
            terminal,
            [
                ("date", "\u{15}2014-10-05 08:15\r"), ("place", "\r"), ("place", "Trestles\r"),
                ("height", "4ft\r"),
                ("period", "<\r"), ("height", "\u{15}5ft\r"), ("period", "12s\r"), ("wind", "\r"), ("rating", "9\r"),
                ("rating", "\u{15}4\r"), ("notes", "\r"),
            ])
        terminal.expect("Added 4: Trestles, Sun 2014-10-05 08:15, 5ft @ 12s, ★★★★.")
        #expect(terminal.exitCode() == 0)
        #expect(terminal.words.contains("A session needs a place."))
        #expect(terminal.words.contains("rating '9' is not valid"))
        #expect(terminal.sandbox.drafts.isEmpty)
        #expect(try line(terminal.sandbox, 4) == "4\t2014-10-05T08:15:00-07:00\tTrestles\t5ft\t12s\t\t4")
    }

    @Test func `edit shows the values, Enter keeps one, and a hyphen clears it`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(
            terminal,
            [
                ("date", "\r"), ("place", "\u{05} Point\r"), ("height", "\r"), ("period", "\u{15}-\r"),
                ("wind", "\r"),
                ("rating", "\r"), ("notes", "\r"),
            ])
        terminal.expect("Saved 1 (place, period)")
        #expect(terminal.exitCode() == 0)
        #expect(try line(terminal.sandbox, 1) == "1\t2014-08-01T07:00:00-07:00\tMalibu Point\t4ft\t\toffshore 5kts\t4")
    }

    @Test func `a new place that resembles a known one gets a suggestion that Enter accepts`() throws {
        let terminal = try TerminalSession.small(["add"])
        answer(terminal, [("date", "\r"), ("place", "Rincn\r")])
        terminal.expect("'Rincn' is a new place. Press Enter for Rincon")
        answer(terminal, [("place", "\r"), ("height", ".\r")])
        terminal.expect("Added 4: Rincon,")
        #expect(terminal.exitCode() == 0)
    }

    @Test(arguments: [("malibu", "Malibu"), ("Mavricks", "Mavericks"), ("Maver", "")])
    func `a new place that is typed again is kept`(name: String, known: String) throws {
        let terminal = try TerminalSession.small(["add"])
        answer(terminal, [("date", "\r"), ("place", name + "\r")])
        terminal.expect("'\(name)' is a new place.")
        if !known.isEmpty {
            terminal.expect("Press Enter for \(known),")
            answer(terminal, [("place", name + "\r")])
        }
        answer(terminal, [("height", ".\r")])
        terminal.expect("Added 4: \(name),")
        #expect(terminal.exitCode() == 0)
    }

    @Test(arguments: [("height", "banana"), ("period", "soonish"), ("wind", "strange")])
    func `a measure without a number is kept as text, and a message says so`(field: String, text: String) throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        for name in Self.fields.prefix(while: { $0 != field }) { answer(terminal, [(name, "\r")]) }
        answer(terminal, [(field, text + "\r")])
        terminal.expect("'\(text)' has no number for the \(field). It is kept as text and not counted.")
        terminal.type(".\r")
        terminal.expect("Saved 1 (\(field))")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `surfers' words for a measure cause no message`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "\r"), ("height", "overhead\r"), ("period", "14\r")])
        answer(terminal, [("wind", "glassy\r"), ("rating", ".\r")])
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("has no number"))
    }

    @Test func `edit does not let the place be cleared`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "-\r")])
        terminal.expect("A session needs a place.")
        answer(terminal, [("place", "\r"), ("height", "9ft\r"), ("period", ".\r")])
        terminal.expect("Saved 1 (height)")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `a known place is completed with Tab`() throws {
        let terminal = try TerminalSession.small(["add"])
        answer(
            terminal,
            [
                ("date", "\r"), ("place", "Mav\t\r"), ("height", "\r"), ("period", "\r"), ("wind", "\r"),
                ("rating", "\r"), ("notes", "\r"),
            ])
        terminal.expect("Added 4: Mavericks")
        #expect(terminal.exitCode() == 0)
    }

    static let fields = ["date", "place", "height", "period", "wind", "rating", "notes"]

    @Test(arguments: fields)
    func `Ctrl-C at any question exits with 130 and keeps the answers as a draft`(field: String) throws {
        let terminal = try TerminalSession.small(["add"])
        let keys = ["date": "\r", "place": "Trestles\r"]
        for name in Self.fields.prefix(while: { $0 != field }) { answer(terminal, [(name, keys[name] ?? "\r")]) }
        terminal.expect("\(field): ")
        terminal.type("half\u{03}")
        #expect(terminal.exitCode() == 130)
        let isKept = field != "date"
        #expect(terminal.sandbox.drafts == (isKept ? ["d1"] : []))
        #expect(terminal.words.contains("Draft d1 was not saved and is kept") == isKept)
        #expect(try terminal.sandbox.entryCount() == 3)
    }

    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a signal at a question keeps a draft that edit can continue`(signal: Int32, code: Int32) throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "\u{15}Topanga\r")])
        terminal.expect("height: ")
        terminal.send(signal)
        #expect(terminal.exitCode() == code)
        #expect(terminal.words.contains("Draft d1 was not saved and is kept"))
        let second = try TerminalSession(["edit", "d1"], in: terminal.sandbox)
        answer(second, Self.fields.map { ($0, $0 == "rating" ? "\u{15}1\r" : "\r") })
        second.expect("Draft d1 of session 1 (Malibu, Fri 2014-08-01 07:00): place Topanga, rating ★.")
        #expect(second.exitCode() == 0)
        #expect(try terminal.sandbox.run("save").code == 0)
        #expect(try line(terminal.sandbox, 1).contains("Topanga"))
    }

    @Test func `closing the terminal at a question keeps a draft`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "\u{15}Topanga\r")])
        terminal.expect("height: ")
        terminal.hangUp()
        #expect(terminal.exitCode() == 129)
        #expect(terminal.sandbox.drafts == ["d1"])
    }

    @Test func `at the prompt, stopping the questions leaves the scratchpad open`() throws {
        let terminal = try TerminalSession.small()
        terminal.enter("add", at: "surf> ")
        answer(terminal, [("date", "\r"), ("place", "Trestles\r")])
        terminal.expect("height: ")
        terminal.type("\u{03}")
        terminal.expect("Your answers are in draft d1")
        terminal.enter("set height 3ft", at: "surf new*> ")
        terminal.enter("save", at: "surf new*> ")
        terminal.expect("Added 4: Trestles")
        terminal.leave()
        #expect(terminal.sandbox.drafts.isEmpty)
    }

    @Test func `an invalid answer that was abandoned does not prevent saving the others`() throws {
        let terminal = try TerminalSession.small()
        terminal.enter("edit 1", at: "surf> ")
        terminal.enter("edit", at: "surf 1> ")
        answer(terminal, [("date", "\r"), ("place", "Zuma\r"), ("height", "\r"), ("period", "\r"), ("wind", "\r")])
        answer(terminal, [("rating", "great\r"), ("rating", "\u{03}")])
        terminal.enter("save", at: "surf 1*> ")
        terminal.expect("Saved 1 (place)")
        terminal.leave()
    }

    // MARK: Offered values

    @Test func `typing replaces the offered value`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(
            terminal,
            [
                ("date", "\r"), ("place", "Zuma\r"), ("height", "waist to chest\r"), ("period", "-\r"),
                ("wind", "<\r"), ("period", "9s\r"), ("wind", "\u{7F}\u{7F}\u{7F}\u{7F}9kts\r"), ("rating", "3/5\r"),
                ("notes", "\r"),
            ])
        #expect(terminal.exitCode() == 0)
        #expect(
            try line(terminal.sandbox, 1) == "1\t2014-08-01T07:00:00-07:00\tZuma\twaist to chest\t9s\toffshore 9kts\t3")
    }

    @Test func `an invalid answer is refused again if repeated, and clearing it keeps the old value`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "\r"), ("height", "\r"), ("period", "\r"), ("wind", "\r")])
        answer(terminal, [("rating", "great\r"), ("rating", "\r"), ("rating", "\u{15}\r"), ("notes", "Good\r")])
        terminal.expect("Saved 1 (notes)")
        #expect(terminal.exitCode() == 0)
        #expect(terminal.words.components(separatedBy: "rating 'great' is not valid").count == 3)
    }

    @Test func `typing replaces a refused answer like an offered value, and other keys edit it`() throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "\r"), ("height", "\r"), ("period", "\r"), ("wind", "\r")])
        answer(terminal, [("rating", "7\r"), ("rating", "<\r"), ("wind", "\r"), ("rating", "22\r")])
        answer(terminal, [("rating", "\u{7F}\r"), ("notes", "<\r"), ("rating", "7\r"), ("rating", ".\r")])
        terminal.expect("Saved 1 (rating)")
        #expect(terminal.exitCode() == 0)
        #expect(try line(terminal.sandbox, 1).hasSuffix("\t2"))
    }

    @Test(arguments: [("-", ""), ("3", "3"), ("\u{15}", "4")])
    func `after a refused answer, a value can be given, cleared or kept`(keys: String, rating: String) throws {
        let terminal = try TerminalSession.small(["edit", "1"])
        answer(terminal, [("date", "\r"), ("place", "Zuma\r"), ("height", "\r"), ("period", "\r"), ("wind", "\r")])
        answer(terminal, [("rating", "great\r"), ("rating", keys + "\r"), ("notes", ".\r")])
        terminal.expect("Saved 1 (")
        #expect(terminal.exitCode() == 0)
        #expect(try line(terminal.sandbox, 1).hasSuffix("\t" + rating))
    }

    @Test func `a dot saves at once, but asks for a missing place first`() throws {
        let terminal = try TerminalSession.small(["add"])
        answer(
            terminal,
            [("date", "2014-10-05 08:15\r"), ("place", ".\r"), ("place", "Trestles\r"), ("height", ".\r")])
        terminal.expect("Added 4: Trestles")
        #expect(terminal.exitCode() == 0)
        #expect(terminal.words.contains("A session needs a place."))
        #expect(try line(terminal.sandbox, 4) == "4\t2014-10-05T08:15:00-07:00\tTrestles\t\t\t\t")
    }

    @Test func `a dot also saves a scratchpad and a draft`() throws {
        let terminal = try TerminalSession.small()
        terminal.enter("add", at: "surf> ")
        answer(terminal, [("date", ".\r"), ("place", "Trestles\r"), ("height", " . \r")])
        terminal.expect("Added 4: Trestles")
        terminal.enter("edit 4", at: "surf> ")
        terminal.enter("set wind", at: "surf 4> ")
        answer(terminal, [("wind", "glassy\r")])
        terminal.enter("set wind", at: "surf 4*> ")
        answer(terminal, [("wind", ".\r")])
        terminal.expect("Saved 4 (wind)")
        terminal.leave()
        #expect(try terminal.sandbox.run("edit", "4", "--draft", "--wind", "onshore").code == 0)
        let name = try #require(terminal.sandbox.drafts.first)
        let draft = try TerminalSession(["edit", name], in: terminal.sandbox)
        answer(draft, [("date", ".\r")])
        draft.expect("Saved 4 (wind)")
        #expect(draft.exitCode() == 0)
        #expect(terminal.sandbox.drafts.isEmpty)
    }

    @Test func `a field used in an earlier session is asked for`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "Zuma", "--board", "fish", "--water-temperature", "17C").code == 0)
        let terminal = try TerminalSession(["add"], in: sandbox)
        answer(terminal, [("date", "\r"), ("place", "Zuma\r")])
        answer(terminal, ["height", "period", "wind", "rating", "notes"].map { ($0, "\r") })
        answer(terminal, [("board", "5'10 twin\r"), ("water temperature", "63F\r")])
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.sql("SELECT ZBOARD FROM ZJOURNALENTRY WHERE Z_PK = 5") == "5'10 twin")
        #expect(!terminal.words.contains("tide: "))
    }

    @Test func `a field that only samples use is not asked for`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("add", "Zuma, 2014-09-01").code == 0)
        let terminal = try TerminalSession(["add"], in: sandbox)
        answer(terminal, [("date", "\r"), ("place", "Zuma\r")])
        answer(terminal, ["height", "period", "wind", "rating", "notes"].map { ($0, "\r") })
        terminal.expect("Added")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `a date is offered, read and confirmed in the session's zone`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "1", "--time-zone", "Europe/Lisbon").code == 0)
        let terminal = try TerminalSession(["edit", "1"], in: sandbox)
        terminal.expect("date: 2014-08-01 15:00")
        terminal.type("2014-08-01 9am\r")
        terminal.expect("That is Fri 2014-08-01 09:00 Europe/Lisbon.")
        answer(terminal, [("place", ".\r")])
        #expect(terminal.exitCode() == 0)
        #expect(try line(sandbox, 1).contains("2014-08-01T01:00:00-07:00"))
    }

    @Test func `without line editing the offered value is part of the question`() throws {
        let terminal = try TerminalSession.small(["edit", "1"], environment: ["TERM": "dumb"])
        let answers = [
            ("date: [2014-08-01 07:00] ", ""), ("place: [Malibu] ", ""), ("height: [4ft] ", "5ft"),
            ("period: [12s] ", "-"),
            ("wind: [offshore 5kts] ", "<"), ("period: ", ""), ("wind: [offshore 5kts] ", ""),
            ("rating: [4] ", "great"),
            ("rating: [4] ", ""), ("notes: ", ""),
        ]
        for (question, line) in answers {
            terminal.expect(question)
            terminal.type(line + "\r")
        }
        terminal.expect("Saved 1 (height, period)")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `without a terminal, add and edit ask nothing`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add").code == 2)
        #expect(try sandbox.run("edit", "1").code == 2)
        #expect(try sandbox.run("edit").code == 2)
    }

    @Test func `a dumb terminal gets plain lines without escape codes`() throws {
        let terminal = try TerminalSession.small(environment: ["TERM": "dumb"])
        terminal.enter("edit 1", at: "surf> ")
        terminal.enter("set rating 5", at: "surf 1> ")
        terminal.enter("save", at: "surf 1*> ")
        terminal.expect("Saved 1 (rating)")
        terminal.leave()
        #expect(!terminal.record.bytes.contains(0x1B))
    }
}
