import Foundation
import Testing

/// `import` as a line of a script.
struct ImportSessionTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        try sandbox.write("location,rating\nZuma,4\nSwami's,5\n", to: "a.csv")
    }

    private func run(_ lines: String) throws -> Outcome {
        try sandbox.write(lines, to: "script")
        return try sandbox.shell("\"$SURF\" < script")
    }

    @Test func `a script can import, list and undo, and reports nothing as changed elsewhere`() throws {
        let outcome = try run(
            "import a.csv --allow-missing\nlist Zuma --plain --columns id,rating\nundo\nlist --plain\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("another terminal"))
        #expect(outcome.lines.first == "4\t4")
        #expect(outcome.lines.count == 4)
    }

    @Test func `a bad row stops a script with its exit code and position`() throws {
        try sandbox.write("location,rating\nZuma,9\n", to: "bad.csv")
        let outcome = try run("list --plain\nimport bad.csv\nimport a.csv\n")
        #expect(outcome.code == 5)
        #expect(outcome.errors.hasPrefix("surfjournal: stdin:2: bad.csv:2: "))
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(arguments: ["import -", "import a.csv &"])
    func `a script cannot import its own lines, and an import cannot be a background job`(line: String) throws {
        #expect(try run(line + "\n").code == 2)
        #expect(try sandbox.entryCount() == 3)
    }
}
