import Foundation
import Testing

/// The screen while typing, tested with a loop that reads lines as the prompt does.
struct LineEditingTests {
    private func session(columns: Int = 80, rows: Int = 24) throws -> TerminalSession {
        try .probe(in: Sandbox(), columns: columns, rows: rows)
    }

    // MARK: Characters

    @Test func `an accent typed after its letter forms one character with it`() throws {
        let terminal = try session()
        terminal.type("e")
        terminal.shows("surf> e")
        terminal.type("\u{301}")
        terminal.shows("surf> e\u{301}")
        terminal.press(.left)
        terminal.type("x")
        terminal.shows("surf> xe\u{301}")
        #expect(terminal.screen.cursor == [0, 7])
        terminal.press(.enter)
        terminal.shows("surf> xe\u{301}", "line <xe\u{301}> 3", "surf>")
        #expect(terminal.screen.unknown == [])
    }

    @Test(arguments: ["é", "e\u{301}", "漢", "🏄", "🏄🏽‍♂️", "👨‍👩‍👧", "🇵🇹", "ㅎ", "ที่", "❤️"])
    func `Backspace deletes one whole character, and the arrow keys move by one`(character: String) throws {
        let terminal = try session()
        terminal.type("ab" + character + character)
        terminal.shows("surf> ab" + character + character)
        terminal.press(.backspace, .left)
        terminal.type("x")
        terminal.shows("surf> abx" + character)
        terminal.press(.right)
        terminal.type("y")
        terminal.shows("surf> abx" + character + "y")
        terminal.press(.enter)
        let line = "abx" + character + "y"
        terminal.ends(with: "line <\(line)> \(line.unicodeScalars.count)", "surf>")
    }

    @Test func `a line of wide characters wraps and is edited at 40 columns`() throws {
        let terminal = try session(columns: 40)
        let wide = String(repeating: "漢字", count: 12)
        terminal.type(wide)
        terminal.shows("surf> 漢字漢字漢字漢字漢字漢字漢字漢字漢", "字漢字漢字漢字")
        terminal.press(.controlA)
        terminal.type("x")
        terminal.shows("surf> x漢字漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字漢字")
        terminal.press(.controlE)
        terminal.type("y")
        terminal.shows("surf> x漢字漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字漢字y")
        terminal.press(.controlA, .right)
        terminal.type("\u{4}\u{4}")
        terminal.shows("surf> x漢字漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字y")
        terminal.press(.enter)
        terminal.ends(with: "漢字漢字漢字y> 24", "surf>")
    }

    @Test func `a line that exactly fills its row continues in the next`() throws {
        let terminal = try session(columns: 40)
        terminal.type(String(repeating: "a", count: 34))
        terminal.waits(for: "the cursor in the next row") { $0.cursor == [1, 0] }
        terminal.press(.backspace)
        terminal.shows("surf> " + String(repeating: "a", count: 33))
        terminal.type("bc")
        terminal.shows("surf> " + String(repeating: "a", count: 33) + "b", "c")
    }

    @Test func `a line longer than the screen shows the rows around the cursor`() throws {
        let terminal = try session(columns: 20, rows: 5)
        let text = (0..<60).map { "\($0 % 10)" }.joined(separator: "-")
        terminal.type(text)
        terminal.waits(for: "the end of the line") { $0.lines.last?.hasSuffix("8-9") == true }
        terminal.press(.controlA)
        terminal.waits(for: "the begin of the line") { $0.lines.first?.hasPrefix("surf> 0-1") == true }
        terminal.press(.enter)
        terminal.waits(for: "the next prompt") { $0.lines.last == "surf>" }
    }

    @Test func `control characters are shown as symbols`() throws {
        let terminal = try session()
        terminal.paste("a\u{1B}[2Jb\tc\u{202E}d")
        terminal.shows("surf> a␛[2Jb␉c\u{FFFD}d")
        terminal.press(.enter)
        terminal.waits(for: "the line as it was pasted") { $0.lines.contains { $0.hasSuffix("> 10") } }
    }

    // MARK: Window size

    @Test(arguments: [30, 47, 100])
    func `the line is redrawn when the window is resized`(columns: Int) throws {
        let terminal = try session(columns: 40)
        let text = "abcdefghijklmnopqrstuvwxyz0123456789abcdef"
        terminal.type(text)
        terminal.shows("surf> " + text.prefix(34), String(text.dropFirst(34)))
        terminal.resize(columns: columns, rows: 24)
        terminal.type("x")
        let all = Array("surf> " + text + "x")
        let rows = stride(from: 0, to: all.count, by: columns).map { String(all[$0..<min($0 + columns, all.count)]) }
        terminal.waits(for: "\(rows)") { $0.lines == rows }
        terminal.press(.enter)
        terminal.waits(for: "the line") {
            $0.lines.last == "surf>" && $0.lines.dropLast().last?.hasSuffix("x> 43") == true
        }
    }

    // MARK: Ctrl-C, Ctrl-D, Ctrl-L

    @Test func `Ctrl-C discards the line`() throws {
        let terminal = try session()
        terminal.type("half a thought")
        terminal.press(.left, .left, .controlC)
        terminal.shows("surf> half a thought^C", "interrupted", "surf>")
        terminal.type("list\r")
        terminal.ends(with: "line <list> 4", "surf>")
    }

    @Test func `an interrupt signal works like Ctrl-C`() throws {
        let terminal = try session()
        terminal.type("half")
        terminal.shows("surf> half")
        terminal.send(SIGINT)
        terminal.shows("surf> half^C", "interrupted", "surf>")
    }

    @Test func `Ctrl-D exits on an empty line and deletes a character on another`() throws {
        let terminal = try session()
        terminal.type("ab")
        terminal.press(.controlA, .controlD)
        terminal.shows("surf> b")
        terminal.press(.controlU, .controlD)
        terminal.shows("surf>", "end")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `Ctrl-L clears the screen and keeps the line`() throws {
        let terminal = try session()
        terminal.type("one\rtwo")
        terminal.shows("surf> one", "line <one> 3", "surf> two")
        terminal.press(.controlL)
        terminal.shows("surf> two")
        #expect(terminal.screen.cursor == [0, 9])
    }

    // MARK: Pasting

    @Test func `pasted lines wait for Enter and are then read one by one`() throws {
        let terminal = try session()
        #expect(terminal.screen.modes.contains(2004))
        terminal.type("# ")
        terminal.paste("one\r\ntwo\nthr")
        terminal.shows("surf> # one↵two↵thr")
        terminal.type("ee\r")
        terminal.shows(
            "surf> # one↵two↵three", "line <# one> 5", "surf> two", "line <two> 3", "surf> three", "line <three> 5",
            "surf>")
    }

    @Test func `a newline at the end of a paste does not add an empty line`() throws {
        let terminal = try session()
        terminal.paste("one\n")
        terminal.shows("surf> one↵")
        terminal.press(.enter)
        terminal.shows("surf> one↵", "line <one> 3", "surf>")
    }

    // MARK: Questions

    @Test func `a question can offer a value and completes its words`() throws {
        let terminal = try session()
        terminal.type("place\r")
        terminal.ends(with: "Place: Malibu")
        terminal.press(.controlU)
        terminal.type("pla\t")
        terminal.ends(with: "Place: Playa Grande")
        terminal.press(.enter)
        terminal.ends(with: "line <Playa Grande> 12", "surf>")
    }

    @Test func `typing or pasting replaces the offered value`() throws {
        let terminal = try session()
        terminal.type("place\r")
        terminal.ends(with: "Place: Malibu")
        terminal.type("Zu")
        terminal.ends(with: "Place: Zu")
        terminal.type("ma\rplace\r")
        terminal.ends(with: "line <Zuma> 4", "surf> place", "Place: Malibu")
        terminal.press(.controlL)
        terminal.shows("Place: Malibu")
        terminal.paste("Rincon")
        terminal.shows("Place: Rincon")
        terminal.press(.enter)
        terminal.ends(with: "line <Rincon> 6", "surf>")
    }

    @Test(arguments: [
        ("\u{1B}[D", "x", "Malibxu"), ("\u{1B}[C", "x", "Malibux"), ("\u{01}", "x", "xMalibu"),
        ("\u{05}", "x", "Malibux"),
        ("\u{1B}[H", "x", "xMalibu"), ("\u{1B}[F", "x", "Malibux"), ("\u{7F}", "x", "Malibx"), ("\u{17}", "x", "x"),
        ("", "e\u{301}", "e\u{301}"), ("", "", "Malibu"),
    ])
    func `any other key edits the offered value`(key: String, typed: String, line: String) throws {
        let terminal = try session()
        terminal.type("place\r")
        terminal.ends(with: "Place: Malibu")
        terminal.type(key)
        terminal.type(typed)
        terminal.ends(with: "Place: \(line)")
        terminal.press(.enter)
        terminal.ends(with: "line <\(line)> \(line.unicodeScalars.count)", "surf>")
    }

    @Test(arguments: ["xterm", "dumb"])
    func `the main queue runs while a question waits`(name: String) throws {
        let terminal = try TerminalSession.probe(in: Sandbox(), environment: ["TERM": name])
        terminal.type("later\r")
        terminal.ends(with: "surf>")
        usleep(600_000)
        terminal.type("ran\r")
        terminal.ends(with: "ran 1", "surf>")
    }

    // MARK: Closing the terminal

    @Test(arguments: [SIGTERM, SIGHUP])
    func `the prompt receives a termination signal`(signal: Int32) throws {
        let terminal = try session()
        terminal.send(signal)
        #expect(terminal.exitCode() == 0)
        #expect(FileManager.default.fileExists(atPath: terminal.sandbox.path + "/home/hung-up"))
    }

    @Test func `the prompt notices when the terminal closes`() throws {
        let terminal = try session()
        terminal.hangUp()
        #expect(terminal.exitCode() == 0)
        #expect(FileManager.default.fileExists(atPath: terminal.sandbox.path + "/home/hung-up"))
    }

    // MARK: Ctrl-Z

    @Test func `Ctrl-Z suspends the program, and fg shows the line again`() throws {
        let terminal = try TerminalSession(
            ["--norc", "--noediting", "-i"], of: Shells.bash, in: Sandbox(), environment: ["PS1": "$ "])
        terminal.ends(with: "$")
        terminal.type("\"$PROBE\"\r")
        terminal.ends(with: "surf>")
        terminal.type("half")
        terminal.ends(with: "surf> half")
        terminal.press(.controlZ)
        terminal.ends(with: "$")
        terminal.type("echo in the shell\r")
        terminal.ends(with: "in the shell", "$")
        terminal.type("fg\r")
        terminal.ends(with: "\"$PROBE\"", "surf> half")
        terminal.type(" a line\r")
        terminal.ends(with: "surf> half a line", "line <half a line> 11", "surf>")
        terminal.press(.controlD)
        terminal.ends(with: "end", "$")
    }
}
