import Persistence
import Testing

/// Where programs keep what is a user's.
@Suite struct UserFolderTests {
    @Test(
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data"), (["XDG_DATA_HOME": "/data"], "/data"),
            (["XDG_DATA_HOME": "data", "HOME": "/home/ada"], "/home/ada/.local/share"),
            (["XDG_DATA_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/share"), (["HOME": "ada"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func `a folder is where its variable says, else at home, and nowhere where nothing says whose it is`(
        environment: [String: String], path: String?
    ) {
        #expect(UserFolder.data.path(environment: environment) == path)
    }

    @Test func `each folder has a variable and a place of its own`() {
        let home = ["HOME": "/home/ada"]
        #expect(UserFolder.state.path(environment: home) == "/home/ada/.local/state")
        #expect(UserFolder.configuration.path(environment: home) == "/home/ada/.config")
        #expect(UserFolder.state.path(environment: ["XDG_STATE_HOME": "/state"]) == "/state")
        #expect(UserFolder.configuration.path(environment: ["XDG_CONFIG_HOME": "/settings"]) == "/settings")
    }
}
