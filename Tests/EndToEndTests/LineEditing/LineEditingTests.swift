import Foundation
import Testing

/// What a person sees while typing, shown by a loop that reads lines as a session does.
struct LineEditingTests {
    private func session(columns: Int = 80, rows: Int = 24, _ environment: [String: String] = [:]) throws
        -> TerminalSession
    {
        let session = try TerminalSession(
            Program.probe, in: Sandbox(), environment: environment, columns: columns, rows: rows)
        session.shows("surf>")
        return session
    }

    // MARK: Characters

    @Test func `an accent that is typed after its letter is one character with it`() throws {
        let terminal = try session()
        try terminal.type("e")
        terminal.shows("surf> e")
        try terminal.type("\u{301}")
        terminal.shows("surf> e\u{301}")
        try terminal.press(.left)
        try terminal.type("x")
        terminal.shows("surf> xe\u{301}")
        #expect(terminal.screen.cursor == [0, 7])
        try terminal.press(.enter)
        terminal.shows("surf> xe\u{301}", "line <xe\u{301}> 3", "surf>")
        #expect(terminal.screen.unknown == [])
    }

    @Test(arguments: ["é", "e\u{301}", "漢", "🏄", "🏄🏽‍♂️", "👨‍👩‍👧", "🇵🇹", "ㅎ", "ที่", "❤️"])
    func `Backspace takes back one character, and the cursor steps over one`(character: String) throws {
        let terminal = try session()
        try terminal.type("ab" + character + character)
        terminal.shows("surf> ab" + character + character)
        try terminal.press(.backspace, .left)
        try terminal.type("x")
        terminal.shows("surf> abx" + character)
        try terminal.press(.right)
        try terminal.type("y")
        terminal.shows("surf> abx" + character + "y")
        try terminal.press(.enter)
        let line = "abx" + character + "y"
        terminal.ends(with: "line <\(line)> \(line.unicodeScalars.count)", "surf>")
    }

    @Test func `a line of wide characters wraps and is edited at 40 columns`() throws {
        let terminal = try session(columns: 40)
        let wide = String(repeating: "漢字", count: 12)
        try terminal.type(wide)
        terminal.shows("surf> 漢字漢字漢字漢字漢字漢字漢字漢字漢", "字漢字漢字漢字")
        try terminal.press(.controlA)
        try terminal.type("x")
        terminal.shows("surf> x漢字漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字漢字")
        try terminal.press(.controlE)
        try terminal.type("y")
        terminal.shows("surf> x漢字漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字漢字y")
        try terminal.press(.controlA, .right)
        try terminal.type("\u{4}\u{4}")
        terminal.shows("surf> x漢字漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字y")
        try terminal.press(.enter)
        terminal.ends(with: "漢字漢字漢字y> 24", "surf>")
    }

    @Test func `a line that fills its row exactly goes on in the next`() throws {
        let terminal = try session(columns: 40)
        try terminal.type(String(repeating: "a", count: 34))
        terminal.waits(for: "the cursor in the next row") { $0.cursor == [1, 0] }
        try terminal.press(.backspace)
        terminal.shows("surf> " + String(repeating: "a", count: 33))
        try terminal.type("bc")
        terminal.shows("surf> " + String(repeating: "a", count: 33) + "b", "c")
    }

    @Test func `a line longer than the screen shows the rows around the cursor`() throws {
        let terminal = try session(columns: 20, rows: 5)
        let text = (0..<60).map { "\($0 % 10)" }.joined(separator: "-")
        try terminal.type(text)
        terminal.waits(for: "the end of the line") { $0.lines.last?.hasSuffix("8-9") == true }
        try terminal.press(.controlA)
        terminal.waits(for: "the begin of the line") { $0.lines.first?.hasPrefix("surf> 0-1") == true }
        try terminal.press(.enter)
        terminal.waits(for: "the next prompt") { $0.lines.last == "surf>" }
    }

    @Test func `what could move the cursor is shown as a picture`() throws {
        let terminal = try session()
        try terminal.paste("a\u{1B}[2Jb\tc\u{202E}d")
        terminal.shows("surf> a␛[2Jb␉c\u{FFFD}d")
        try terminal.press(.enter)
        terminal.waits(for: "the line as it was pasted") { $0.lines.contains { $0.hasSuffix("> 10") } }
    }

    // MARK: The size

    @Test(arguments: [30, 47, 100])
    func `a new size of the window draws the line anew`(columns: Int) throws {
        let terminal = try session(columns: 40)
        let text = "abcdefghijklmnopqrstuvwxyz0123456789abcdef"
        try terminal.type(text)
        terminal.shows("surf> " + text.prefix(34), String(text.dropFirst(34)))
        terminal.resize(columns: columns, rows: 24)
        try terminal.type("x")
        let all = Array("surf> " + text + "x")
        let rows = stride(from: 0, to: all.count, by: columns).map { String(all[$0..<min($0 + columns, all.count)]) }
        terminal.waits(for: "\(rows)") { $0.lines == rows }
        try terminal.press(.enter)
        terminal.waits(for: "the line") {
            $0.lines.last == "surf>" && $0.lines.dropLast().last?.hasSuffix("x> 43") == true
        }
    }

    // MARK: Ctrl-C, Ctrl-D, Ctrl-L

    @Test func `Ctrl-C throws the line away`() throws {
        let terminal = try session()
        try terminal.type("half a thought")
        try terminal.press(.left, .left, .controlC)
        terminal.shows("surf> half a thought^C", "interrupted", "surf>")
        try terminal.type("list\r")
        terminal.ends(with: "line <list> 4", "surf>")
    }

    @Test func `an interrupt sent as a signal is Ctrl-C`() throws {
        let terminal = try session()
        try terminal.type("half")
        terminal.shows("surf> half")
        terminal.send(SIGINT)
        terminal.shows("surf> half^C", "interrupted", "surf>")
    }

    @Test func `Ctrl-D leaves from an empty line, and deletes in another`() throws {
        let terminal = try session()
        try terminal.type("ab")
        try terminal.press(.controlA, .controlD)
        terminal.shows("surf> b")
        try terminal.press(.controlU, .controlD)
        terminal.shows("surf>", "end")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `Ctrl-L clears the screen and keeps the line`() throws {
        let terminal = try session()
        try terminal.type("one\rtwo")
        terminal.shows("surf> one", "line <one> 3", "surf> two")
        try terminal.press(.controlL)
        terminal.shows("surf> two")
        #expect(terminal.screen.cursor == [0, 9])
    }

    // MARK: Pasting

    @Test func `lines that are pasted wait for Enter and come one after the other`() throws {
        let terminal = try session()
        #expect(terminal.screen.modes.contains(2004))
        try terminal.type("# ")
        try terminal.paste("one\r\ntwo\nthr")
        terminal.shows("surf> # one↵two↵thr")
        try terminal.type("ee\r")
        terminal.shows(
            "surf> # one↵two↵three", "line <# one> 5", "surf> two", "line <two> 3", "surf> three", "line <three> 5",
            "surf>")
    }

    @Test func `a newline at the end of a paste is no line of its own`() throws {
        let terminal = try session()
        try terminal.paste("one\n")
        terminal.shows("surf> one↵")
        try terminal.press(.enter)
        terminal.shows("surf> one↵", "line <one> 3", "surf>")
    }

    // MARK: Prompts

    @Test func `a prompt can begin with a text, and completes its words`() throws {
        let terminal = try session()
        try terminal.type("place\r")
        terminal.ends(with: "Place: Malibu")
        try terminal.press(.controlU)
        try terminal.type("pla\t")
        terminal.ends(with: "Place: Playa Grande")
        try terminal.press(.enter)
        terminal.ends(with: "line <Playa Grande> 12", "surf>")
    }

    @Test func `the main queue runs while a prompt waits`() throws {
        let terminal = try session()
        try terminal.type("later\r")
        terminal.ends(with: "surf>")
        usleep(600_000)
        try terminal.type("ran\r")
        terminal.ends(with: "ran 1", "surf>")
    }

    // MARK: The end of the terminal

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal to end reaches the prompt`(signal: Int32) throws {
        let terminal = try session()
        terminal.send(signal)
        #expect(terminal.exitCode() == 0)
        #expect(FileManager.default.fileExists(atPath: terminal.sandbox.path + "/home/hung-up"))
    }

    @Test func `a terminal that closes reaches the prompt`() throws {
        let terminal = try session()
        terminal.hangUp()
        #expect(terminal.exitCode() == 0)
        #expect(FileManager.default.fileExists(atPath: terminal.sandbox.path + "/home/hung-up"))
    }

    // MARK: Ctrl-Z

    @Test func `Ctrl-Z stops the program, and fg shows the line again`() throws {
        let terminal = try TerminalSession(
            URL(fileURLWithPath: "/bin/bash"), ["--norc", "--noediting", "-i"], in: Sandbox(),
            environment: ["PS1": "$ "])
        terminal.ends(with: "$")
        try terminal.type("\"$PROBE\"\r")
        terminal.ends(with: "surf>")
        try terminal.type("half")
        terminal.ends(with: "surf> half")
        try terminal.press(.controlZ)
        terminal.ends(with: "$")
        try terminal.type("echo in the shell\r")
        terminal.ends(with: "in the shell", "$")
        try terminal.type("fg\r")
        terminal.ends(with: "\"$PROBE\"", "surf> half")
        try terminal.type(" a line\r")
        terminal.ends(with: "surf> half a line", "line <half a line> 11", "surf>")
        try terminal.press(.controlD)
        terminal.ends(with: "end", "$")
    }
}
