import Testing

@testable import JournalCLI

struct CommandWordsTests {
    @Test(arguments: [
        (["list", "-n", "3"], "list", ["list", "-n", "3"]), (["ls"], "list", ["list"]),
        (["--store", "x", "--json", "show", "1"], "show", ["show", "--store", "x", "--json", "1"]),
        (["--units=m", "-q", "rm", "1"], "delete", ["delete", "--units=m", "-q", "1"]),
        (["--", "list", "--", "-x"], "list", ["list", "--", "-x"]), (["help", "ls"], "help", ["list", "--help"]),
        (["--store", "x", "help"], "help", ["--help"]), (["-h", "list"], "list", ["list", "-h"]),
    ])
    func `global options are moved after the command`(arguments: [String], command: String, parsed: [String]) throws {
        let words = try CommandWords(arguments)
        #expect(words.command == command)
        #expect(words.arguments == parsed)
    }

    @Test(arguments: [(["--help"], ["--help"]), (["-q", "-h"], ["--help"]), (["--version", "--json"], ["--version"])])
    func `--help and --version need no command`(arguments: [String], parsed: [String]) throws {
        let words = try CommandWords(arguments)
        #expect(words.command == nil)
        #expect(words.arguments == parsed)
    }

    @Test(arguments: [[], ["--json"], ["--store"], ["--store", "list"], ["--"]] as [[String]])
    func `options alone are not a command`(arguments: [String]) {
        #expect(throws: Refusal.noCommand) { try CommandWords(arguments) }
    }

    @Test(arguments: [["lst"], ["-"], ["--json", "lst"], ["help", "lst"], ["List"], [""]])
    func `an unknown command is refused`(arguments: [String]) {
        #expect {
            try CommandWords(arguments)
        } throws: { error in
            Refusal(error).sentence?.hasPrefix("There is no command '\(arguments.last ?? "")'.") == true
        }
    }
}
