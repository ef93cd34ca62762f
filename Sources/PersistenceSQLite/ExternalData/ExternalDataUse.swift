import Foundation
import Persistence

/// Shows others that a store with external data is open, by a shared lock on the folder of the files.
///
/// The lock belongs to this object, not to the process, and works in every journal mode. A lock that becomes exclusive
/// is given up for a moment; meanwhile nobody else can do the same, because that needs the lock on the folder around.
final class ExternalDataUse: Sendable {
    private let folder: ExternalDataFolder
    /// The locked descriptors of the two folders; nil while there is no lock.
    private let descriptors = LockedValue<(support: Int32, data: Int32)?>(nil)

    init(_ folder: ExternalDataFolder) {
        self.folder = folder
    }

    deinit {
        end()
    }

    /// Takes the lock, if the folder exists, and waits while another deletes files. Does nothing if it is taken.
    func begin() {
        descriptors.withLock { descriptors in
            guard descriptors == nil else { return }
            let support = open(folder.supportPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard support >= 0 else { return }
            let data = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard data >= 0, ExternalDataUse.lock(data, LOCK_SH) else {
                close(support)
                if data >= 0 { close(data) }
                return
            }
            descriptors = (support, data)
        }
    }

    /// Whether this has the lock.
    var isBegun: Bool { descriptors.withLock { $0 != nil } }

    /// Gives up the lock.
    func end() {
        descriptors.withLock { descriptors in
            guard let (support, data) = descriptors else { return }
            close(support)
            close(data)
            descriptors = nil
        }
    }

    /// Runs `body` if nobody else has the lock; nobody gets it meanwhile.
    func alone(_ body: () -> Void) {
        descriptors.withLock { descriptors in
            guard let (support, data) = descriptors, ExternalDataUse.lock(support, LOCK_EX | LOCK_NB) else { return }
            if ExternalDataUse.lock(data, LOCK_EX | LOCK_NB) { body() }
            if ExternalDataUse.lock(data, LOCK_SH) {
                _ = ExternalDataUse.lock(support, LOCK_UN)
            } else {
                close(support)
                close(data)
                descriptors = nil
            }
        }
    }

    private static func lock(_ descriptor: Int32, _ operation: Int32) -> Bool {
        while flock(descriptor, operation) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }
}
