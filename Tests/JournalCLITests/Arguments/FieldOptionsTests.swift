import SurfLanguage
import Testing

@testable import JournalCLI

struct FieldOptionsTests {
    @Test(arguments: EntryField.allCases)
    func `every field has an option of its name, with the help of its definition`(field: EntryField) throws {
        let options = try FieldOptions.parse([field.flag, "x"])
        #expect(options.typed.map(\.field) == [field])
        #expect(options.typed.map(\.texts) == [["x"]])
        let help = try #require(HelpDump(of: ListCommand.self)).command.arguments
        let option = try #require(help?.first { $0.spelledNames.contains(field.flag) })
        #expect(option.abstract == field.definition.help)
        #expect(option.valueName == field.definition.value)
    }

    @Test(arguments: EntryField.allCases)
    func `every other name of a field is an option too`(field: EntryField) throws {
        for name in field.definition.otherNames {
            #expect(try FieldOptions.parse(["--" + name, "x"]).typed.map(\.field) == [field])
        }
    }
}
