import Testing

@testable import JournalCLI

struct ColourTests {
    /// An option, a setting in the file, an environment, and whether standard output is a terminal.
    struct Case: Sendable, CustomTestStringConvertible {
        var flag: ColourChoice?
        var file: ColourChoice?
        var environment: [String: String] = [:]
        var isTerminal = false
        var isOn: Bool

        var testDescription: String { "\(flag?.rawValue ?? "-") \(file?.rawValue ?? "-") \(environment) \(isTerminal)" }
    }

    static let cases: [Case] = [
        Case(environment: ["TERM": "xterm"], isTerminal: true, isOn: true),
        Case(environment: ["TERM": "xterm"], isOn: false),
        Case(environment: ["TERM": "dumb"], isTerminal: true, isOn: false),
        Case(isTerminal: true, isOn: false),
        Case(environment: ["TERM": "xterm", "NO_COLOR": "1"], isTerminal: true, isOn: false),
        Case(environment: ["TERM": "xterm", "NO_COLOR": ""], isTerminal: true, isOn: true),
        Case(environment: ["CLICOLOR_FORCE": "1"], isOn: true),
        Case(environment: ["CLICOLOR_FORCE": "0"], isOn: false),
        Case(environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], isTerminal: true, isOn: false),
        Case(flag: .always, environment: ["NO_COLOR": "1"], isOn: true),
        Case(flag: .never, file: .always, environment: ["CLICOLOR_FORCE": "1"], isTerminal: true, isOn: false),
        Case(flag: .auto, file: .always, environment: ["TERM": "xterm"], isOn: false),
        Case(file: .always, isOn: true),
        Case(file: .always, environment: ["NO_COLOR": "1"], isTerminal: true, isOn: false),
        Case(file: .never, environment: ["CLICOLOR_FORCE": "1"], isOn: true),
    ]

    @Test(arguments: cases)
    func `an option overrides the environment, the environment the settings, and the settings the terminal`(_ row: Case)
    {
        let policy = ColourPolicy(flag: row.flag, file: row.file)
        #expect(policy.isOn(isTerminal: row.isTerminal, environment: row.environment) == row.isOn)
    }
}
