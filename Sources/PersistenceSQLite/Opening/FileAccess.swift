import Foundation

/// The file system operations for opening a store. Replaceable, so that tests can simulate missing permissions.
struct FileAccess: Sendable {
    enum Kind: Sendable, Equatable {
        case missing
        case file
        case folder
        /// A device, a pipe or a socket.
        case other
    }

    /// Throws when the system cannot report the kind.
    var kind: @Sendable (_ path: String) throws -> Kind
    var isReadable: @Sendable (_ path: String) -> Bool
    var isWritable: @Sendable (_ path: String) -> Bool
    /// The folder for private copies.
    var temporaryFolder: @Sendable () -> String
    /// Copies one file to a path where there is none.
    var copy: Copying

    typealias Copying = @Sendable (_ source: String, _ target: String) throws -> Void

    static let system = FileAccess(
        kind: systemKind,
        isReadable: { FileManager.default.isReadableFile(atPath: $0) },
        isWritable: { FileManager.default.isWritableFile(atPath: $0) },
        temporaryFolder: { NSTemporaryDirectory() },
        copy: { try FileManager.default.copyItem(atPath: $0, toPath: $1) })

    @Sendable private static func systemKind(_ path: String) throws -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno
            if reason == ENOENT || reason == ENOTDIR { return .missing }
            let name = (path as NSString).lastPathComponent
            throw StoreErrors.system(reason, .openFailed, "“\(name)” cannot be examined.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }
}
