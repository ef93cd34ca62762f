import Foundation
import Testing

@testable import Journal

/// Which folders beside a journal are used.
struct SideFolderTests {
    @Test(
        arguments: [
            // The owner and mode of the folder, the user, the owner of the folder around, and the journal's mode.
            (1000, 0o700, 1000, 1000, 0o600, nil), (1000, 0o755, 1000, 1000, 0o600, nil),
            (1000, 0o700, 1000, 0, 0o600, nil), (1000, 0o770, 1000, 1000, 0o600, .writableByOthers),
            (1000, 0o702, 1000, 1000, 0o600, .writableByOthers), (1000, 0o1777, 1000, 1000, 0o644, .writableByOthers),
            (1000, 0o770, 1000, 1000, 0o660, nil), (1000, 0o777, 1000, 1000, 0o660, .writableByOthers),
            (1000, 0o777, 1000, 1000, 0o666, nil), (1000, 0o770, 1000, 1000, 0, .writableByOthers),
            (1001, 0o700, 1000, 1000, 0o600, .otherOwner), (1001, 0o700, 1000, 1001, 0o600, .otherOwner),
            (0, 0o700, 1000, 1000, 0o600, .otherOwner), (0, 0o700, 0, 1000, 0o600, nil),
            (1000, 0o700, 0, 1000, 0o600, nil), (1001, 0o700, 0, 1000, 0o600, .otherOwner),
            (1001, 0o700, 0, 0, 0o600, .otherOwner), (1000, 0o770, 0, 1000, 0o600, .writableByOthers),
        ] as [(uid_t, mode_t, uid_t, uid_t, mode_t, PrivateFolder.Fault?)])
    func `a folder is used if it is the user's own and no more open than the journal`(
        owner: uid_t, mode: mode_t, user: uid_t, parent: uid_t, journal: mode_t, fault: PrivateFolder.Fault?
    ) {
        var folder = stat()
        (folder.st_uid, folder.st_mode) = (owner, S_IFDIR | mode)
        #expect(PrivateFolder.fault(folder, user: user, parent: parent, journal: S_IFREG | journal) == fault)
    }
}
