import Persistence

/// The program's own folders in the user's home folder; nil if the environment does not name the user's folders.
package enum OwnFolder {
    static func data(_ environment: [String: String]) -> String? { path(.data, environment) }

    /// The folder of the prompt's history.
    package static func state(_ environment: [String: String]) -> String? { path(.state, environment) }

    /// The folder of the settings.
    package static func configuration(_ environment: [String: String]) -> String? { path(.configuration, environment) }

    private static func path(_ folder: UserFolder, _ environment: [String: String]) -> String? {
        folder.path(environment: environment).map { $0 + "/surfjournal" }
    }
}
