import Foundation

/// Reads small files whole.
package enum BoundedFile {
    /// Why a file was not read.
    package enum Failure: Error, Equatable, Sendable {
        case missing
        /// The system's error number.
        case unreadable(Int32)
        /// The file has more bytes than the limit, or never ends.
        case tooLarge
    }

    /// The bytes of a file.
    /// - Parameters:
    ///   - limit: The largest size, in bytes.
    ///   - waits: Whether to wait for a writer of a pipe. If false, a pipe without one reads as empty.
    package static func bytes(at path: String, atMost limit: Int, waits: Bool = false) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY | (waits ? 0 : O_NONBLOCK))
            if let bytes = try file.read(atMost: limit) { return bytes }
        } catch {
            throw error.code == ENOENT || error.code == ENOTDIR ? .missing : .unreadable(error.code)
        }
        throw .tooLarge
    }
}
