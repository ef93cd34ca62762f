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

    /// The bytes of a file. A pipe without a writer reads as empty.
    /// - Parameter limit: The largest size, in bytes.
    package static func bytes(at path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            let file = try Descriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
            if let bytes = try file.read(atMost: limit) { return bytes }
        } catch {
            throw error.code == ENOENT || error.code == ENOTDIR ? .missing : .unreadable(error.code)
        }
        throw .tooLarge
    }
}
