import Foundation
import Testing

/// Clocks that are set wrong, between commands and while one runs.
@Suite(.enabled(if: Fault.canBeInjected))
struct ClockTests {
    private static let year = 31_557_600

    @Test(arguments: [-40 * year, 130 * year])
    func `commands work when the clock is years off`(shift: Int) throws {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        sandbox.setClock(wrongBy: shift)
        let commands = [
            ["add", "Malibu, 4ft"], ["add", "--draft", "Rincon, 3ft"], ["drafts"], ["edit", "1", "--rating", "1"],
            ["undo"], ["edit", "2", "--rating", "3", "--draft"], ["save", "--all"], ["list"], ["stats"],
            ["plot", "calendar"], ["sample", "restore"], ["export", "out.csv"], ["backup", "copy.sqlite"], ["check"],
        ]
        for command in commands {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 0, "\(command): \(outcome.errors)")
        }
        #expect(try sandbox.run("show", "1", "--json").object()["rating"] as? Int == 4)
        sandbox.setClock(wrongBy: 0)
        #expect(try sandbox.entryCount() == 5)
        #expect(try sandbox.run("show", "2", "--json").object()["rating"] as? Int == 3)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.run("show", "2", "--json").object()["rating"] as? Int == 2)
        #expect(try sandbox.run("check").code == 0)
    }

    @Test func `undo reverses the last command even if the clock was set back before it`() throws {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        #expect(try sandbox.run("edit", "1", "--rating", "1").code == 0)
        sandbox.setClock(wrongBy: -Self.year)
        #expect(try sandbox.run("edit", "2", "--rating", "5").code == 0)
        #expect(try sandbox.run("undo").errors.contains("'edit'"))
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 2") == 2)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 1)
    }

    @Test(arguments: [-10 * year, 10 * year])
    func `a clock that jumps during a command does not affect its result`(jump: Int) throws {
        let names = ["add", "edit", "save an add", "undo", "undo a cancel", "export over a file", "backup", "import"]
        for command in WritingCommand.all where names.contains(command.testDescription) {
            let complaints = try FaultRun(command).run(withClockJumpingBy: jump)
            #expect(complaints == [])
        }
    }
}

extension Sandbox {
    /// Makes the program see a system clock that is wrong by that many seconds.
    func setClock(wrongBy shift: Int, jump: Int = 0) {
        environment["LD_PRELOAD"] = shift == 0 && jump == 0 ? nil : Fault.library
        environment["FAULTY_CLOCK"] = "\(shift)"
        environment["FAULTY_CLOCK_JUMP"] = "\(jump)"
    }
}
