import Foundation

/// What opening a store asks of the file system. Replaceable, so that permissions can be tried without losing them.
struct FileAccess: Sendable {
    enum Kind: Sendable, Equatable {
        case missing
        case file
        case folder
        /// A device, a pipe or a socket.
        case other
    }

    /// Fails where the system does not say what is there.
    var kind: @Sendable (_ path: String) throws -> Kind
    var isReadable: @Sendable (_ path: String) -> Bool
    var isWritable: @Sendable (_ path: String) -> Bool
    /// Where private copies are made.
    var temporaryFolder: @Sendable () -> String

    static let system = FileAccess(
        kind: systemKind,
        isReadable: { FileManager.default.isReadableFile(atPath: $0) },
        isWritable: { FileManager.default.isWritableFile(atPath: $0) },
        temporaryFolder: { NSTemporaryDirectory() })

    @Sendable private static func systemKind(_ path: String) throws -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno
            if reason == ENOENT || reason == ENOTDIR { return .missing }
            let name = (path as NSString).lastPathComponent
            throw StoreErrors.system(reason, .openFailed, "“\(name)” cannot be looked at.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }
}
