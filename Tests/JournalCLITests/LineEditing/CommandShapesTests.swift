import Testing

@testable import JournalCLI

struct CommandShapesTests {
    @Test func `every command of the parser has a shape`() {
        #expect(Set(CommandShapes.ofProgram.flatMap(\.names)) == Set(Commands.names))
    }

    @Test func `the definition of every value names its kind`() throws {
        let help = try #require(HelpDump(of: Commands.self))
        for command in help.command.subcommands ?? [] where command.commandName != "help" {
            let arguments = (command.arguments ?? []).filter {
                $0.kind != "flag" && $0.shouldDisplay
            }
            for argument in arguments where argument.kind == "option" {
                #expect(argument.valueKind != nil, "\(argument.spelledNames) of \(command.commandName)")
            }
            let shape = try #require(CommandShapes.ofProgram.first { $0.names[0] == command.commandName })
            #expect(!shape.operands.contains(.nothing), "\(command.commandName)")
        }
    }

    @Test(arguments: CommandShapes.ofProgram.filter { $0.names[0] != "help" })
    func `the parser accepts every option that completion offers`(shape: CommandShape) throws {
        let command = try #require(Commands.command(shape.names[0]))
        for option in shape.options where option.value == nil && !option.names.contains("--help") {
            for name in option.names where name != "--version" {
                let words = Array(repeating: "1", count: shape.operands.count) + [name]
                do { _ = try command.parseAsRoot(words) } catch {
                    #expect(!command.message(for: error).contains("Unknown option"), "\(words)")
                }
            }
        }
    }

    @Test func `options before the command are those that every command accepts`() throws {
        let shared = CommandShapes.ofProgram.filter { $0.names[0] != "help" }.map { Set($0.options.flatMap(\.names)) }
        let all = try #require(shared.dropFirst().reduce(shared.first) { $0?.intersection($1) })
        #expect(GlobalOptions.names.subtracting(all).subtracting(["--version"]) == [])
    }
}
