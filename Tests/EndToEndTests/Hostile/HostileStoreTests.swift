import Foundation
import SQLite
import Testing

/// Journals with invalid content: every command ends with a result or an error, and with one of the documented exit
/// codes.
struct HostileStoreTests {
    private static let commands = [
        ["list", "--json"], ["list"], ["show", "1"], ["export"], ["check"],
        ["list", "--rating", "1..", "--sort", "height"], ["stats", "--by", "month"], ["plot", "calendar"],
        ["plot", "months"], ["plot", "hist", "height"], ["like", "1"], ["spots"], ["export", "out.json"],
        ["edit", "1", "--rating", "3"], ["add", "Rincon, 4ft"], ["delete", "2"], ["undo"], ["backup", "copy.sqlite"],
    ]

    static let invalidContents = [
        "DROP TABLE ZJOURNALENTRY; CREATE VIEW ZJOURNALENTRY AS SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT, 4 AS ZRATING, "
            + "0 AS ZDATE, 'x' AS ZLOCATION, 'x' AS ZHEIGHT, 'x' AS ZPERIOD, 'x' AS ZWIND",
        "CREATE TRIGGER t AFTER INSERT ON ZJOURNALENTRY BEGIN DELETE FROM ZJOURNALENTRY; END",
        "CREATE TRIGGER t BEFORE UPDATE ON Z_PRIMARYKEY BEGIN SELECT RAISE(IGNORE); END",
        "DROP TABLE Z_PRIMARYKEY; CREATE VIEW Z_PRIMARYKEY AS SELECT 1 AS Z_ENT, 'JournalEntry' AS Z_NAME, 0 AS Z_SUPER, 9 AS Z_MAX",
        "UPDATE ZJOURNALENTRY SET ZDATE = 1e308", "UPDATE ZJOURNALENTRY SET ZDATE = -1e308",
        "UPDATE ZJOURNALENTRY SET ZDATE = 9e999", "UPDATE ZJOURNALENTRY SET ZDATE = -9e999",
        "UPDATE ZJOURNALENTRY SET ZDATE = 'yesterday'", "UPDATE ZJOURNALENTRY SET ZDATE = 9223372036854775807",
        "UPDATE ZJOURNALENTRY SET ZDATE = NULL, ZLOCATION = NULL, ZHEIGHT = NULL, ZRATING = NULL",
        "UPDATE ZJOURNALENTRY SET ZRATING = 9223372036854775807", "UPDATE ZJOURNALENTRY SET ZRATING = -70000",
        "UPDATE ZJOURNALENTRY SET ZRATING = 1e300", "UPDATE ZJOURNALENTRY SET ZRATING = x'0102'",
        "UPDATE ZJOURNALENTRY SET Z_OPT = 9223372036854775807", "UPDATE ZJOURNALENTRY SET Z_OPT = -5",
        "UPDATE ZJOURNALENTRY SET Z_OPT = 'one'", "UPDATE ZJOURNALENTRY SET Z_ENT = NULL",
        "UPDATE ZJOURNALENTRY SET Z_ENT = 'JournalEntry'",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", "UPDATE Z_PRIMARYKEY SET Z_MAX = 'many'",
        "INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT) VALUES (9223372036854775807, 1, 1), (-1, 1, 1), (0, 1, 1); "
            + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 1", "UPDATE Z_PRIMARYKEY SET Z_SUPER = -9223372036854775807",
        "INSERT INTO Z_PRIMARYKEY VALUES (2, 'JournalEntry', 1, 0)", "UPDATE Z_PRIMARYKEY SET Z_NAME = ''",
        "UPDATE ZJOURNALENTRY SET ZLOCATION = CAST(x'FF41C080' AS TEXT)",
        "UPDATE ZJOURNALENTRY SET ZLOCATION = 'a' || char(0) || 'b'",
        "UPDATE ZJOURNALENTRY SET ZLOCATION = zeroblob(100000)",
        "UPDATE ZJOURNALENTRY SET ZHEIGHT = printf('%.*c', 1000000, '9')",
        "UPDATE ZJOURNALENTRY SET ZHEIGHT = '1e999ft', ZPERIOD = '-', ZWIND = '....kts'",
        "UPDATE Z_METADATA SET Z_PLIST = x'62706C6973743030A10008000000000000010100000000000000010000000000000000000000000000000A'",
        "UPDATE Z_METADATA SET Z_PLIST = CAST('<plist><dict>' AS BLOB)", "UPDATE Z_METADATA SET Z_PLIST = 7",
        "INSERT INTO Z_METADATA VALUES (2, 'other', NULL)", "DELETE FROM Z_METADATA",
        "ALTER TABLE ZJOURNALENTRY ADD COLUMN ZEXTRA AS (Z_PK + 1)",
        "CREATE INDEX i ON ZJOURNALENTRY(lower(ZLOCATION))",
    ]

    @Test(arguments: invalidContents)
    func `whatever a store contains, commands end with a result or an error`(sql: String) throws {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        let database = try Connection(path: sandbox.journal)
        try database.execute(sql)
        try database.close()
        for command in Self.commands {
            let outcome = try sandbox.start(command).outcome()
            #expect((0...5).contains(outcome.code), "\(command): \(outcome.code) \(outcome.errors)")
            if outcome.code != 0, command != ["check"] {
                #expect(outcome.errorLines.last?.hasPrefix("surfjournal: ") == true, "\(command): \(outcome.errors)")
            }
        }
    }

    @Test func `escape codes, bidirectional controls and newlines in entries do not reach the terminal`() throws {
        let sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        let place = "\u{1B}]0;owned\u{7}\u{1B}[2JMalibu\u{202E}ubilaM\r\n\u{9B}31m\u{2066}\u{200F}end"
        #expect(try sandbox.run("add", "--location", place, "--wind", "\u{1B}[31m").code == 0)
        #expect(try sandbox.run("edit", "1", "--location", place + "2", "--draft").code == 0)
        for command in [["list"], ["show", "1"], ["drafts"], ["edit", "1", "--rating", "2"], ["delete", "1"]] {
            let outcome = try sandbox.start(command).outcome()
            let shown = outcome.output + outcome.errors
            let bad = shown.unicodeScalars.filter { scalar in
                scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
                    || [0x202E, 0x2066, 0x200F].contains(scalar.value)
            }
            #expect(bad.isEmpty, "\(command)")
        }
    }

    @Test(arguments: [
        "list --plain", "list --csv", "list --json", "export -", "export --format jsonl",
        "export /dev/tty --dialect excel",
        "spots --csv", "spots --plain", "spots --json", "show 1 --json",
    ])
    func `formats for programs send control characters to files but not to a terminal`(command: String) throws {
        let sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        let place = "\u{1B}[2JMalibu\u{202E}ubilaM\u{9B}31m\u{7F}"
        #expect(try sandbox.run("add", "--location", place).code == 0)
        let words = command.split(separator: " ").map(String.init)
        let terminal = try TerminalSession(words, in: sandbox, columns: 200)
        #expect(terminal.exitCode() == 0)
        let shown = String(decoding: terminal.record.bytes, as: UTF8.self)
        #expect(shown.contains("Malibu"))
        let bad = shown.unicodeScalars.filter { scalar in
            scalar.value < 0x20 && !["\t", "\r", "\n"].contains(scalar) || (0x7F...0x9F).contains(scalar.value)
                || scalar.value == 0x202E
        }
        #expect(bad.isEmpty)
        let isJSON = command.contains("json")
        let piped = try sandbox.shell("\"$SURF\" \(command.replacing("/dev/tty", with: "-")) | cat")
        #expect(piped.output.contains(place) == !isJSON)
        if isJSON { #expect(piped.output.contains(#"\u001b[2JMalibu\u202eubilaM\u009b31m\u007f"#)) }
    }

    @Test(arguments: [
        "-journal.sqlite", "file:x?mode=memory", "a b'c\"d$(touch owned).sqlite", "é🏄.sqlite", ":memory:", "x%00y",
    ])
    func `a journal may have any file name`(name: String) throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("init", "--store=\(name)").code == 0)
        #expect(try sandbox.run("add", "--store=\(name)", "Malibu, 4ft").code == 0)
        #expect(try sandbox.run("list", "--store=\(name)", "--json").objects().count == 1)
        #expect(sandbox.files == [name])
    }
}
