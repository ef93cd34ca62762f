import Persistence
import Testing

/// The folders in which programs keep a user's files.
@Suite struct UserFolderTests {
    @Test(
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data"), (["XDG_DATA_HOME": "/data"], "/data"),
            (["XDG_DATA_HOME": "data", "HOME": "/home/ada"], "/home/ada/.local/share"),
            (["XDG_DATA_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/share"), (["HOME": "ada"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func `a user folder is set by its variable, then by HOME, and is nil without either`(
        environment: [String: String], path: String?
    ) {
        #expect(UserFolder.data.path(environment: environment) == path)
    }

    @Test func `each user folder has its own variable and default path`() {
        let environment = ["HOME": "/home/ada"]
        #expect(UserFolder.state.path(environment: environment) == "/home/ada/.local/state")
        #expect(UserFolder.configuration.path(environment: environment) == "/home/ada/.config")
        #expect(UserFolder.state.path(environment: ["XDG_STATE_HOME": "/state"]) == "/state")
        #expect(UserFolder.configuration.path(environment: ["XDG_CONFIG_HOME": "/settings"]) == "/settings")
    }
}
