import Foundation
import Testing

/// Answers to the question what a sentence means, and lines that are easily taken for others.
struct AnswerTests {
    /// "Malibu, 21, offshore": the height, the period, how long it was or how many waves?
    private func asked(_ answers: String...) throws -> (code: Int32?, sessions: [[String: Any]]) {
        let sandbox = try Sandbox.small()
        let terminal = try TerminalSession(["add", "Malibu, 21, offshore"], in: sandbox)
        for answer in answers {
            terminal.expect("to quit: ")
            terminal.type(answer + "\r")
        }
        let code = terminal.exitCode()
        return (code, try sandbox.run("list", "--json").objects())
    }

    @Test(arguments: [
        ("waves", "waves"), ("how many waves", "waves"), ("the period", "period"), ("how long it was", "duration"),
        ("height", "height"), ("1", "height"),
    ])
    func `the name of a field in the question is an answer to it`(answer: String, field: String) throws {
        let (code, sessions) = try asked(answer)
        #expect(code == 0)
        let added = try #require(sessions.first { $0["wind"] as? String == "offshore" })
        #expect(added["location"] as? String == "Malibu")
        #expect(added[field] is NSNumber || added[field] is NSString)
    }

    @Test(arguments: ["place", "the place", "part of the place's name"])
    func `a number that is said to be of the place's name is no height`(answer: String) throws {
        let sandbox = try Sandbox.small()
        let terminal = try TerminalSession(["add", "2025-11-04 7am Malibu 21"], in: sandbox)
        terminal.expect("to quit: ")
        terminal.type(answer + "\r")
        #expect(terminal.exitCode() == 0)
        let added = try sandbox.run("list", "--json").objects().first { $0["location"] as? String == "Malibu 21" }
        #expect(added != nil && added?["height"] is NSNull)
    }

    @Test(arguments: ["april", "the place", "so good", "hmm", "crowd"])
    func `an answer that says neither a date nor a value is no new session`(answer: String) throws {
        let (code, sessions) = try asked(answer, "q")
        #expect(code != 0)
        #expect(sessions.count == 3)
    }

    @Test func `a whole line is an answer`() throws {
        let (code, sessions) = try asked("Malibu, 21 min, offshore")
        #expect(code == 0)
        #expect(sessions.contains { $0["duration"] as? Int == 21 })
    }

    @Test func `a first misspelled place does not capture the right spelling`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "yesterday steamr lane 4ft").code == 0)
        #expect(try sandbox.run("add", "today steamer lane 5ft").errors.contains("steamer lane (a new place)"))
        #expect(try sandbox.run("add", "yesterday malibbo 4ft").code == 0)
        #expect(try sandbox.run("add", "yesterday malibba 4ft").errors.contains("malibba (a new place)"))
        #expect(try sandbox.run("add", "yesterday malibba 4ft").code == 0)
        #expect(try sandbox.run("add", "yesterday malibbu 4ft").errors.contains("malibba"))
    }

    @Test func `an apostrophe in a quoted line of a script is no end of a place`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write("add '2014-10-03 7am: O'Brien, 3ft'\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("A quote is not closed"))
        #expect(try sandbox.entryCount() == 0)
        try sandbox.write("add \"2014-10-03 7am: O'Brien, 3ft\"\n", to: "script")
        #expect(try sandbox.run("run", "script").code == 0)
        #expect(try sandbox.run("show", "last", "--json").object()["location"] as? String == "O'Brien")
    }
}
