/// A folder for a user's files of a certain kind.
///
/// Source: the XDG Base Directory Specification.
package enum UserFolder: Sendable {
    case data, state, configuration

    /// The absolute path in its environment variable, or its path in the home folder.
    /// - Returns: nil when the folder is unknown because `HOME` is unset too, empty or relative.
    package func path(environment: [String: String]) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return path(ofHome: home)
    }

    /// Its path in a home folder.
    func path(ofHome home: String) -> String {
        switch self {
        case .data: home + "/.local/share"
        case .state: home + "/.local/state"
        case .configuration: home + "/.config"
        }
    }

    private var variable: String {
        switch self {
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        }
    }
}
