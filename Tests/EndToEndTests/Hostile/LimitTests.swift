import Foundation
import Testing

/// Everything read from a person, a file or a program is limited in size; too much of it is a short error.
struct LimitTests {
    private func check(
        _ command: String, code: Int32 = 5, says text: String, in sandbox: Sandbox,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try sandbox.shell(command)
        #expect(outcome.code == code, "\(outcome.errors.prefix(300))", sourceLocation: sourceLocation)
        #expect(outcome.errors.contains(text), "\(outcome.errors.prefix(300))", sourceLocation: sourceLocation)
        #expect(outcome.errors.utf8.count < 1_200, sourceLocation: sourceLocation)
        #expect(try sandbox.entryCount() == 3, sourceLocation: sourceLocation)
    }

    /// A shell command that writes a number of equal bytes.
    private func bytes(_ count: Int, of byte: String) -> String {
        "head -c \(count) /dev/zero | tr '\\0' '\(byte)'"
    }

    @Test func `a line of a script may have at most 1 MiB`() throws {
        let sandbox = try Sandbox.small()
        let text = "stdin:2: This line is longer than 1 MiB. The script stops here."
        let long = "(echo '# one'; printf 'add '; \(bytes(70_000_000, of: "x")))"
        try check("\(long) | \"$SURF\"", says: text, in: sandbox)
        try check("\(long) > script; \"$SURF\" run script", says: "script:2: This line", in: sandbox)
        try check("(echo '# one'; cat /dev/zero) | \"$SURF\"", says: text, in: sandbox)
        let line = "list " + String(repeating: "x", count: (1 << 20) - 5)
        try sandbox.write(line + "\n", to: "most")
        #expect(try sandbox.shell("\"$SURF\" < most").errors == "No sessions match.\n")
        try sandbox.write(line + "y\n", to: "more")
        #expect(try sandbox.shell("\"$SURF\" < more").code == 5)
    }

    @Test(arguments: [
        "lst", "show", "add --rating", "list --on", "list --where", "add '2014-01-01: x' --rating", "config", "set",
        "'",
    ])
    func `an error quotes only the beginning of a long text`(command: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.write(command + " " + String(repeating: "7x", count: 500_000) + "\n", to: "script")
        let outcome = try sandbox.shell("\"$SURF\" < script")
        #expect([2, 3].contains(outcome.code))
        #expect(outcome.errors.utf8.count < 1_000, "\(outcome.errors.prefix(200))")
    }

    @Test func `the settings file may have at most 1 MiB`() throws {
        let sandbox = try Sandbox.small()
        let path = sandbox.path + "/config/surfjournal/config"
        let text = "/config/surfjournal/config is larger than 1 MiB"
        try sandbox.write("units = " + String(repeating: "m", count: 1 << 20), to: path)
        try check("\"$SURF\" list", code: 1, says: text, in: sandbox)
        try check("ln -sf /dev/zero '\(path)'; \"$SURF\" list", code: 1, says: text, in: sandbox)
        try sandbox.write("units = " + String(repeating: "m", count: 1 << 19), to: "config")
        try check("mv config '\(path)'; \"$SURF\" list", code: 2, says: "units", in: sandbox)
    }

    static let imports: [(String, String, String, String)] = [
        ("date,location,notes\\n2014-01-01,x,", "y", "-", "'notes' is larger than 16 MiB"),
        ("date,location,notes\\n2014-01-01,x,\"", "\\n", "- --skip-bad", "'notes' is larger than 16 MiB"),
        ("x", ",", "-", "the row has more than 1,000 columns"),
        ("[{\"location\":\"", "y", "- --format json", "the row is larger than 64 MiB"),
    ]

    @Test(arguments: imports)
    func `an imported cell may have at most 16 MiB, and a row 64 MiB and 1,000 columns`(
        head: String, byte: String, operands: String, text: String
    ) throws {
        let input = "(printf '\(head)'; \(bytes(70_000_000, of: byte)))"
        try check("\(input) | \"$SURF\" import \(operands)", says: text, in: Sandbox.small())
    }

    @Test func `an endless import or an object that is too large is refused`() throws {
        let sandbox = try Sandbox.small()
        try check(
            "\"$SURF\" import /dev/zero", says: "/dev/zero:1: column 1 is larger than 16 MiB", in: sandbox)
        let cell = "(printf '{\"location\":\"'; \(bytes(17_000_000, of: "y")); printf '\"}\\n')"
        try check(
            "\(cell) | \"$SURF\" import - --format jsonl", says: "'location' is larger than 16 MiB", in: sandbox)
        let keys = "(printf '{'; seq 2000 | sed 's/.*/\"k&\":1,/' | tr -d '\\n'; printf '\"b\":1}\\n')"
        try check(
            "\(keys) | \"$SURF\" import - --format jsonl", says: "the row has more than 1,000 columns", in: sandbox)
    }

    @Test func `a cell of 16 MiB can be imported`() throws {
        let sandbox = try Sandbox.small()
        let input = "(printf 'date,location,notes\\n2014-01-01T00:00:00Z,x,'; \(bytes(16 << 20, of: "y")))"
        let outcome = try sandbox.shell("\(input) | \"$SURF\" import -")
        #expect(outcome.code == 0, "\(outcome.errors.prefix(300))")
        #expect(try sandbox.sql("SELECT length(ZNOTES) FROM ZJOURNALENTRY WHERE Z_PK = 4") == 16_777_216)
    }

    @Test func `a line of a buoy's file may have at most 64 KiB`() throws {
        let sandbox = try Sandbox.small()
        try check("\"$SURF\" fill /dev/zero", says: "/dev/zero:1: this line is longer than 64 KiB", in: sandbox)
        let file = "(echo '#YY MM DD hh mm WVHT'; \(bytes(70_000, of: "7"))) > b.txt"
        try check("\(file); \"$SURF\" fill b.txt", says: "b.txt:2: this line is longer than 64 KiB", in: sandbox)
    }
}
