import Foundation
import Testing

@testable import Journal

struct FolderRiskTests {
    @Test(
        arguments: [
            ("/home/x/Dropbox/surf", "Dropbox"), ("/home/x/Dropbox (Work)", "Dropbox"),
            ("/Users/x/OneDrive - Club/a", "OneDrive"),
            ("/Users/x/Library/Mobile Documents/com~apple~CloudDocs", "iCloud"),
            ("/Users/x/Library/CloudStorage/GoogleDrive-x@y.z/My Drive", "GoogleDrive"),
            ("/home/x/Nextcloud", "Nextcloud"),
            ("/home/x/synced/surf/2014", "Syncthing"), ("/home/x/Dropboxes/surf", nil), ("/home/x/.local/share", nil),
            ("/", nil),
        ] as [(String, String?)])
    func `a synced folder is recognized by the names in its path and by marker files above it`(
        path: String, program: String?
    ) {
        #expect(FolderRisk.synced(path) { $0 == "/home/x/synced/.stfolder" } == program)
    }

    private static let mounts = """
        21 1 0:18 / / rw - 9p root rw
        22 21 8:1 / /home rw,relatime shared:1 - ext4 /dev/sda1 rw
        30 22 0:40 / /home/x/far\\040away rw shared:7 - nfs4 server:/export rw
        31 30 8:2 / /home/x/far\\040away/near rw - ext4 /dev/sdb1 rw
        32 22 0:41 / /home/x/over rw - ext4 /dev/sdc1 rw
        33 32 0:42 / /home/x/over rw - fuse.sshfs server: rw
        damaged
        """

    @Test(arguments: [
        ("/home/x/surf", false), ("/home/x/far away", true), ("/home/x/far away/surf", true),
        ("/home/x/far awayer", false),
        ("/home/x/far away/near/surf", false), ("/home/x/over", true), ("/etc", false),
    ])
    func `a folder is remote if the nearest mount above it is remote`(path: String, isRemote: Bool) {
        #expect(FolderRisk.isRemote(path, mounts: Self.mounts) == isRemote)
    }

    @Test func `a local folder is no risk, and symbolic links are resolved`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("risk-\(UUID().uuidString)")
        let synced = folder.appendingPathComponent("Dropbox")
        try FileManager.default.createDirectory(at: synced, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(FolderRisk.of(folder: folder) == nil)
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: synced)
        #expect(FolderRisk.of(folder: link) == .synced("Dropbox"))
    }
}
