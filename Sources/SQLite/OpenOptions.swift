/// How a connection opens its file. Without `readOnly` it reads and writes.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Opens for reading only; the file must exist.
    package static let readOnly = OpenOptions(rawValue: 1 << 0)
    /// Creates the file when it is missing.
    package static let create = OpenOptions(rawValue: 1 << 1)
    /// Creates the file, and fails when it already exists.
    package static let exclusiveCreate = OpenOptions(rawValue: 1 << 2)
    /// Treats the path as a `file:` URI. Without this option, a path that begins with `file:` is an ordinary name.
    package static let uri = OpenOptions(rawValue: 1 << 3)
    /// Assumes that nobody changes the file: reads it without locks and ignores its write-ahead log.
    package static let immutable = OpenOptions(rawValue: 1 << 4)
    /// Opens without SQLite's own mutex. This is safe, and faster, because only one thread at a time uses a connection.
    package static let noMutex = OpenOptions(rawValue: 1 << 5)

    /// Reads and writes, creates a missing file, and does not use SQLite's mutex.
    package static let standard: OpenOptions = [.create, .noMutex]
}
