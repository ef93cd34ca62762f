import Persistence

/// The program's own folders among the user's; each is nil where nothing says which user's it is.
package enum OwnFolder {
    static func data(_ environment: [String: String]) -> String? { path(.data, environment) }

    /// Where the history of sessions is.
    package static func state(_ environment: [String: String]) -> String? { path(.state, environment) }

    /// Where the settings are.
    package static func configuration(_ environment: [String: String]) -> String? { path(.configuration, environment) }

    private static func path(_ folder: UserFolder, _ environment: [String: String]) -> String? {
        folder.path(environment: environment).map { $0 + "/surfjournal" }
    }
}
