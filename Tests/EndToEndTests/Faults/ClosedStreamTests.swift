import Foundation
import SQLite
import Testing

/// The program started with standard input, output or error closed, as by `<&- >&- 2>&-`.
struct ClosedStreamTests {
    /// The combinations of closed streams.
    static let closed = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]

    /// A command, and whether it writes to standard output.
    static let commands = [
        ("list --plain", true), ("stats", true), ("export -", true), ("export /dev/stdout", true), ("--version", true),
        ("export out.csv", false), ("add 'Trestles, 3ft'", false), ("edit 1 --rating 1", false), ("delete 1", false),
        ("backup copy.sqlite", false), ("import all.csv", false), ("add 'Trestles, 3ft' --draft", false),
    ]

    private func run(_ command: String, _ closed: String, in sandbox: Sandbox) throws -> Outcome {
        try sandbox.shell("timeout 60 \"$SURF\" \(command) \(closed)")
    }

    @Test(arguments: closed)
    func `with closed streams a command fails only if it needs standard output`(_ closed: String) throws {
        for (command, writes) in Self.commands {
            let sandbox = try Sandbox.small()
            try sandbox.write("date,location,height\n2015-01-02T08:00:00Z,Trestles,3ft\n", to: "all.csv")
            let outcome = try run(command, closed, in: sandbox)
            let fails = writes && closed.contains(">&-") && closed != "2>&-" && closed != "<&- 2>&-"
            #expect(outcome.code == (fails ? 1 : 0), "\(command) \(closed): \(outcome.errors)")
            if fails, !closed.contains("2>&-") {
                #expect(outcome.errors.contains(" cannot be written"), "\(command): \(outcome.errors)")
            }
            #expect(try sandbox.database().integrityCheck() == [])
            #expect(try sandbox.run("check").code == 0)
        }
    }

    @Test(arguments: closed)
    func `without a command and with closed streams the program exits with the short help`(_ closed: String) throws {
        let outcome = try run("", closed, in: Sandbox())
        #expect(outcome.code == 2)
        #expect(closed.contains("2>&-") || outcome.errors.contains("'surfjournal help' lists the commands"))
    }

    @Test func `reading from a closed standard input is an error`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try run("import -", "<&-", in: sandbox)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Nothing was imported."))
        #expect(try sandbox.entryCount() == 3)
    }
}
