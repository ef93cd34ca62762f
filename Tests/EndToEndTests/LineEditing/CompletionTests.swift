import Testing

struct CompletionTests {
    private func session(columns: Int = 80) throws -> TerminalSession { try .probe(in: Sandbox(), columns: columns) }

    @Test func `Tab completes the common part, then lists the choices`() throws {
        let terminal = try session()
        terminal.type("ad\t")
        terminal.shows("surf> add")
        terminal.type("pl\t")
        terminal.shows("surf> add Playa")
        terminal.press(.tab)
        terminal.shows("surf> add Playa", "Playa Grande   Playa Hermosa", "surf> add Playa")
        terminal.type("h\t, 4ft\r")
        terminal.ends(with: "line <add Playa Hermosa, 4ft> 22", "surf>")
    }

    @Test func `choices are listed with a short description`() throws {
        let terminal = try session(columns: 40)
        terminal.type("show 500\t")
        terminal.shows("surf> show 500", "5001  Malibu", "5002  Malibu", "5003  Malibu", "surf> show 500")
    }

    @Test func `a completed value with blanks is quoted`() throws {
        let terminal = try session()
        terminal.type("list --spot playa g\u{15}list --spot pla\t")
        terminal.shows("surf> list --spot \"Playa")
        terminal.type("G\t\r")
        terminal.ends(with: "line <list --spot \"Playa Grande\" > 27", "surf>")
    }

    @Test func `a place of wide characters is completed in the middle of a line`() throws {
        let terminal = try session()
        terminal.type("list --spot 鎌 --all")
        for _ in 0..<6 { terminal.press(.left) }
        terminal.press(.tab)
        terminal.shows("surf> list --spot 鎌倉  --all")
    }

    @Test func `Tab rings the bell when there is nothing to complete`() throws {
        let terminal = try session()
        terminal.type("zzz\t")
        terminal.waits(for: "the bell") { $0.bells == 1 && $0.lines == ["surf> zzz"] }
    }
}
