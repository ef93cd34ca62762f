import Foundation
import Journal

/// Prepares a backup in a private folder beside its target, then moves it into place.
struct StagedBackup {
    let staging: StagingFolder
    /// The file to write, empty and with mode 0600.
    let file: URL
    private let path: String
    private let target: URL
    private let force: Bool

    /// - Throws: `OutputError`, after removing everything it created.
    init(path: String, folder: String, name: String, force: Bool) throws(OutputError) {
        self.path = path
        self.force = force
        target = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name)
        do {
            _ = try OpenFolder(folder, followsLink: true)
            staging = try StagingFolder(
                replacingLeftoversIn: target.deletingLastPathComponent(), prefix: ".surfjournal-backup-")
            file = staging.url.appendingPathComponent(JournalPath.fileName)
            _ = try Descriptor.open(file.path, O_RDWR | O_CREAT | O_EXCL)
        } catch {
            throw StagedBackup.error(error, at: path)
        }
    }

    /// Moves the finished file to the target.
    func finish() throws(OutputError) {
        do {
            if force {
                try staging.replace(target, with: file)
            } else if try !staging.link(file, to: target) {
                throw OutputError.exists(path)
            }
        } catch {
            throw StagedBackup.error(error, at: path)
        }
    }

    private static func error(_ error: any Error, at path: String) -> OutputError {
        switch error {
        case let error as OutputError: error
        case JournalError.strayFile(let side): .failed(path, detail: "\(side.path) belongs to a journal in use")
        default:
            SystemError(underlying: error).map { OutputError($0, at: path) }
                ?? .failed(path, detail: "no folder can be made")
        }
    }
}
