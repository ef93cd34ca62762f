import Testing

struct BoardsTests {
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        var rows = "date,location,height,period,rating,board,waves,duration\n"
        for day in 1...6 { rows += "2015-01-0\(day)T08:00:00Z,Malibu,3ft,14s,\(day > 3 ? 5 : 4),9'2 log,10,60\n" }
        rows += "2015-02-01T08:00:00Z,Rincon,7ft,9s,2,9'2 log,2,30\n2015-02-02T08:00:00Z,Rincon,7ft,,3,6'2 fish,,\n"
        rows += "2015-02-03T08:00:00Z,Rincon,,,,6'2 fsih,,\n2015-02-04T08:00:00Z,Rincon,,,,,,\n"
        try sandbox.write(rows, to: "all.csv")
        #expect(try sandbox.run("import", "all.csv").code == 0)
        return sandbox
    }

    @Test func `boards are counted with waves, hours and ratings by height and period`() throws {
        let sandbox = try sandbox()
        let boards = try sandbox.run("boards", "--json").objects()
        #expect(boards.map { $0["board"] as? String } == ["9'2 log", "6'2 fish", "6'2 fsih", nil])
        #expect((boards[0]["waves"] as? [String: Any])?["total"] as? Int == 62)
        #expect((boards[0]["minutes"] as? [String: Any])?["total"] as? Int == 390)
        let heights = boards[0]["heights"] as? [[String: Any]]
        let low = heights?.first { $0["from"] as? Int == 2 }
        #expect(low?["median"] as? Double == 4.5)
        #expect(low?["rated"] as? Int == 6)
        #expect((boards[0]["periods"] as? [[String: Any]])?.first { $0["from"] as? Int == 8 }?["rated"] as? Int == 1)
        #expect(boards[1]["variants"] as? [String] == ["6'2 fsih"])
        let table = try sandbox.run("boards")
        #expect(table.lines.contains { $0.hasPrefix("9'2 log") && $0.contains("62") && $0.contains("6.5h") })
        #expect(table.lines.contains { $0.hasPrefix("9'2 log") && $0.contains("4.5 (6)") && $0.contains("(1)") })
        #expect(table.output.contains("Median rating by period"))
        #expect(table.errors == "3 boards. 2 of them may be spelled in several ways.\n")
    }

    @Test func `a height or a period between two ranges belongs to the upper one`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write(
            "date,location,height,period,rating,board\n2015-01-01T08:00:00Z,Malibu,4ft,11s,5,log\n", to: "all.csv")
        #expect(try sandbox.run("import", "all.csv").code == 0)
        let board = try #require(try sandbox.run("boards", "--json").objects().first)
        for (name, from) in [("heights", 4), ("periods", 11)] {
            let bands = try #require(board[name] as? [[String: Any]])
            #expect(bands.filter { $0["rated"] as? Int == 1 }.map { $0["from"] as? Int } == [from])
        }
    }

    @Test func `boards rename renames a board, and undo brings the old name back`() throws {
        let sandbox = try sandbox()
        #expect(
            try sandbox.run("boards", "rename", "6'2 fsih", "6'2 fish").errors
                == "Renamed '6'2 fsih' to '6'2 fish' in 1 session.\n")
        #expect(try sandbox.run("boards", "--csv").lines[2].hasPrefix("6'2 fish,2,"))
        #expect(try sandbox.run("undo", "--list", "--json").objects().first?["command"] as? String == "boards rename")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.run("boards", "--json").objects().count == 4)
        #expect(try sandbox.run("boards", "rename", "6'2 fhis", "x").errors.contains("Did you mean '6'2 fish'?"))
    }

    @Test func `stats and like take boards in`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("stats").output.contains("Boards    9'2 log: 7, 6'2 fish: 1, 6'2 fsih: 1"))
        #expect(try (sandbox.run("stats", "--json").object()["boards"] as? [[String: Any]])?.count == 3)
        let like = try sandbox.run("like", "--height", "3ft", "--json").object()
        #expect((like["boards"] as? [[String: Any]])?.first?["board"] as? String == "9'2 log")
        #expect(try sandbox.run("like", "--height", "3ft").output.contains("By board:"))
        let other = try sandbox.run("like", "--height", "3ft", "--board", "fish", "--json").object()
        #expect((other["sessions"] as? [[String: Any]])?.count == 1)
    }

    @Test func `a journal without boards says so`() throws {
        #expect(try Sandbox.small().run("boards").errors.hasPrefix("No session has a board."))
        #expect(try !Sandbox.small().run("stats").output.contains("Boards"))
    }
}
