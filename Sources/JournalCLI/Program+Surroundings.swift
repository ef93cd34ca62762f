import Foundation

/// What the program is told by where it runs, read without what Foundation reads besides.
extension Program {
    /// The variables of the process's environment that the program heeds: reading all of them takes longer than a list.
    package static var environment: [String: String] {
        var values: [String: String] = [:]
        for name in variables { if let value = getenv(name) { values[name] = String(cString: value) } }
        return values
    }

    /// The time zone that the surfer is in.
    static var zone: LocalZone { LocalZone(getenv("TZ").map { String(cString: $0) }) }

    private static let variables = [
        "CLICOLOR_FORCE", "COLUMNS", "EDITOR", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "SURFJOURNAL_STORE",
        "TERM", "VISUAL", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
    ]
}
