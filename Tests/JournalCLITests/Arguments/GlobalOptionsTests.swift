import Testing

@testable import JournalCLI

struct GlobalOptionsTests {
    private static let options = HelpDump.options(of: GlobalOptions.self).filter { !$0.spelledNames.contains("--help") }

    @Test func `the options with a value are those of the definition`() {
        let valued = Self.options.filter { $0.kind == "option" }.flatMap(\.spelledNames)
        #expect(Set(GlobalOptions.valued.map(\.name)) == Set(valued))
    }

    @Test(arguments: options.map { ($0.spelledNames, $0.kind == "flag" ? nil : $0.allValues?.first ?? "x") })
    func `every option is passed on to the commands of a script`(names: [String], value: String?) throws {
        for name in names {
            let words = try GlobalOptions.parse([name] + (value.map { [$0] } ?? [])).words
            #expect(words.count == 1)
            #expect(try GlobalOptions.parse(words).words == words)
        }
    }
}
