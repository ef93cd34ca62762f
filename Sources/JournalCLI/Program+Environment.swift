import Foundation

/// The process's environment, read without the rest that Foundation reads.
extension Program {
    /// The environment variables that the program uses. Reading all of them takes longer than looking up this list.
    package static var environment: [String: String] {
        var values: [String: String] = [:]
        for name in variables { if let value = getenv(name) { values[name] = String(cString: value) } }
        return values
    }

    /// The local time zone.
    static var zone: LocalZone { LocalZone(getenv("TZ").map { String(cString: $0) }) }

    private static let variables = [
        "CLICOLOR_FORCE", "COLUMNS", "EDITOR", "FORCE_COLOR", "HOME", "LANG", "LC_ALL", "LC_CTYPE",
        "LC_MEASUREMENT", "NO_COLOR", "NO_PAGER", "PAGER", "SURFJOURNAL_STORE",
        "TERM", "VISUAL", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
    ]
}
