/// A folder that programs keep something of a user's in.
///
/// Source: the XDG Base Directory Specification.
package enum UserFolder: Sendable {
    case data, state, configuration

    /// What its variable names, when that is an absolute path, otherwise its place in the home folder.
    /// - Returns: nil where nothing says which user's folder it is: `HOME` is unset too, empty or relative.
    package func path(environment: [String: String]) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return path(ofHome: home)
    }

    /// Its place in a home folder.
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
