import Testing

/// Tags and people in notes.
struct MentionTests {
    /// A journal with tags and people in five sessions.
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        let lines = [
            "2015-01-01 08:00: Malibu, 3ft, 4*, glassy #Dawnie with @ana",
            "2015-01-02 08:00: Malibu, 3ft, 5*, #dawnie @Ana, @ben",
            "2015-01-03 08:00: Rincon, 4ft, 3*, #dawniepatrol ana@example.org",
            "2015-01-04 08:00: Rincon, 2*, #dawnie @ben #1",
        ]
        for line in lines { #expect(try sandbox.run("add", line).code == 0) }
        try sandbox.run("add", "2015-01-05 08:00: Zuma", "--notes", "https://x.org/#dawnie @14s")
        return sandbox
    }

    private func ids(_ sandbox: Sandbox, _ filter: String...) throws -> [Int] {
        try sandbox.start(["list", "--json"] + filter).outcome().objects().compactMap { $0["id"] as? Int }
    }

    @Test func `--tag and --with find whole words, ignoring case, and must all be there`() throws {
        let sandbox = try sandbox()
        #expect(try ids(sandbox, "--tag", "dawnie") == [4, 2, 1])
        #expect(try ids(sandbox, "--tag", "#DAWNIE") == [4, 2, 1])
        #expect(try ids(sandbox, "--with", "ana") == [2, 1])
        #expect(try ids(sandbox, "--tag", "dawnie", "--with", "ben", "--with", "ana") == [2])
        #expect(try ids(sandbox, "--tag", "dawn") == [])
        #expect(try ids(sandbox, "--tag", "dawnie", "-n", "1") == [4])
        #expect(
            try sandbox.run("list", "--tag", "dawnie", "-n", "1").errors == "1 of 3 sessions. --all or -n shows more.\n"
        )
        #expect(try sandbox.run("export", "--tag", "dawnie").lines.count == 4)
        #expect(try sandbox.run("stats", "--with", "ana", "--json").object()["sessions"] as? Int == 2)
        #expect(try sandbox.run("plot", "rating", "--with", "ana", "--json").code == 0)
        #expect(try sandbox.run("delete", "--with", "ana", "--yes").code == 0)
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `a known tag in another case is not suggested`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("list", "--tag", "DAWNIE", "--rating", "1").errors == "No sessions match.\n")
        #expect(try sandbox.run("list", "--tag", "danwie").errors.contains("Did you mean"))
    }

    @Test func `tags and people are counted with their ratings`() throws {
        let sandbox = try sandbox()
        let tags = try sandbox.run("tags", "--json").objects()
        #expect(tags.map { $0["tag"] as? String } == ["dawnie", "dawniepatrol"])
        #expect(tags.map { $0["sessions"] as? Int } == [3, 1])
        #expect(tags.first?["ratings"] as? [Int] == [0, 1, 0, 1, 1])
        #expect((tags.first?["last"] as? String)?.hasPrefix("2015-01-04T08:00") == true)
        let people = try sandbox.run("people", "--json").objects()
        #expect(people.map { $0["person"] as? String } == ["ana", "ben"])
        let table = try sandbox.run("tags")
        #expect(table.lines.first?.hasPrefix("tag ") == true)
        #expect(table.lines.dropFirst().first?.hasPrefix("#dawnie ") == true)
        #expect(table.errors == "2 tags.\n")
        #expect(
            try sandbox.run("people", "--csv").lines.first
                == "person,sessions,first,last,variants,rated,median,waves,minutes")
    }

    @Test func `a tag is shown as it is most often written, and similar ones are named`() throws {
        let sandbox = try Sandbox.empty()
        for (day, notes) in [(1, "#Sunrise"), (2, "#sunrise"), (3, "#sunrise"), (4, "#sunrsie")] {
            try sandbox.run("add", "--date", "2015-01-0\(day)", "--place", "Malibu", "--notes", notes)
        }
        let tags = try sandbox.run("tags", "--json").objects()
        #expect(tags.map { $0["tag"] as? String } == ["sunrise", "sunrsie"])
        #expect(tags.first?["variants"] as? [String] == ["sunrsie"])
        #expect(try sandbox.run("tags").errors == "2 tags. 2 of them may be spelled in several ways.\n")
    }

    @Test func `tags rename renames a tag in every spelling, in one transaction that can be undone`() throws {
        let sandbox = try sandbox()
        let renamed = try sandbox.run("tags", "rename", "#dawnie", "dawn", "--json")
        #expect(renamed.output == "{\"renamed\":3,\"from\":\"dawnie\",\"to\":\"dawn\"}\n")
        #expect(renamed.errors == "Renamed '#dawnie' to '#dawn' in 3 sessions.\n")
        #expect(try ids(sandbox, "--tag", "dawn") == [4, 2, 1])
        #expect(try sandbox.run("show", "1", "--json").object()["notes"] as? String == "glassy #dawn with @ana")
        #expect(try sandbox.run("show", "3", "--json").object()["notes"] as? String == "#dawniepatrol ana@example.org")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try ids(sandbox, "--tag", "dawnie") == [4, 2, 1])
        #expect(
            try sandbox.run("people", "rename", "ana", "ana-maria").errors
                == "Renamed '@ana' to '@ana-maria' in 2 sessions.\n")
        let same = try sandbox.run("people", "rename", "BEN", "ben")
        #expect(same.code == 0)
        #expect(same.errors == "All notes have '@ben' already. Nothing was changed.\n")
    }

    static let mistakes: [([String], Int32)] = [
        (["tags", "rename", "nowhere", "x"], 3), (["tags", "rename", "dawnie", "two words"], 2),
        (["tags", "rename", "dawnie", "dawnie"], 2), (["tags", "rename", "dawnie"], 2), (["tags", "dawnie"], 2),
        (["people", "rename", "ana", "1st"], 2), (["list", "--tag", "two words"], 2), (["list", "--with", "14s"], 2),
        (["add", "Malibu", "--tag", "dawnie"], 2), (["tags", "rename", "dawnie", "x", "--rating", "4"], 2),
    ]

    @Test(arguments: mistakes)
    func `invalid tags and people change nothing`(arguments: [String], code: Int32) throws {
        let sandbox = try sandbox()
        #expect(try sandbox.start(arguments).outcome().code == code)
        #expect(try sandbox.sql("SELECT count(*) || max(Z_OPT) FROM ZJOURNALENTRY") == "51")
    }

    @Test func `a mistyped tag is suggested`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("list", "--tag", "dawnei").errors == "No sessions match. Did you mean 'dawnie'?\n")
        #expect(try sandbox.run("tags", "rename", "dawnei", "x").errors.contains("Did you mean '#dawnie'?"))
        #expect(try sandbox.run("tags", "rename", "dawni", "x").errors.contains("Did you mean '#dawnie'?"))
    }

    @Test func `stats --by tag and person count a session once for each`() throws {
        let sandbox = try sandbox()
        let groups = try sandbox.run("stats", "--by", "person", "--json").object()["groups"] as? [[String: Any]]
        #expect(groups?.map { $0["key"] as? String } == ["ana", "ben", nil])
        #expect(groups?.map { $0["sessions"] as? Int } == [2, 2, 2])
        let lines = try sandbox.run("stats", "--by", "tag").lines
        #expect(lines.map { $0.prefix(14).trimmingBlanks } == ["tag", "#dawnie", "#dawniepatrol", "-"])
    }

    @Test func `JSON has the tags and people of each session, and import gets them from the notes`() throws {
        let sandbox = try sandbox()
        let entry = try sandbox.run("show", "2", "--json").object()
        #expect(entry["tags"] as? [String] == ["dawnie"])
        #expect(entry["people"] as? [String] == ["Ana", "ben"])
        #expect(try sandbox.run("export", "all.json").code == 0)
        #expect(try sandbox.run("export", "all.jsonl").code == 0)
        for file in ["all.json", "all.jsonl"] {
            let other = try Sandbox.empty()
            let imported = try other.run("import", sandbox.file(file))
            #expect(imported.code == 0)
            #expect(!imported.errors.contains("tags"))
            #expect(
                try other.run("export", "--format", "jsonl").output == sandbox.run("export", "--format", "jsonl").output
            )
        }
    }

    @Test func `in a sentence a tag and a person are notes, also after a new place`() throws {
        let sandbox = try Sandbox.empty()
        for (line, place) in [
            ("malibu 3ft #dawnie @ana", "malibu"), ("Ocean Beach #dawnie @ana", "Ocean Beach"),
            ("#dawnie malibu 3ft @ana", "malibu"), ("yesterday Zuma, 14s, #dawnie @ana", "Zuma"),
        ] {
            let entry = try sandbox.run("add", line, "--json").object()
            #expect(entry["location"] as? String == place, "\(line)")
            #expect(entry["tags"] as? [String] == ["dawnie"], "\(line)")
            #expect(entry["people"] as? [String] == ["ana"], "\(line)")
        }
    }

    @Test func `an empty journal, and one without tags, say so`() throws {
        let empty = try Sandbox.empty()
        #expect(try empty.run("tags").errors.hasPrefix("The journal has no sessions yet."))
        #expect(try empty.run("people", "--json").output == "[]\n")
        let small = try Sandbox.small()
        #expect(try small.run("tags").errors == "No notes have a tag. Write one in the notes, such as #dawnie.\n")
        #expect(try small.run("tags", "--rating", "1").errors == "No sessions match.\n")
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
