import CSQLite

extension Connection {
    /// Registers a collation: an order of strings for `COLLATE name`.
    ///
    /// - Parameter compare: returns a negative number, 0 or a positive number when the first UTF-8 string sorts before,
    ///   equal to or after the second. It must be a total order, must not change while an index uses it, and must not
    ///   use this connection.
    /// - Throws: `DatabaseError`, busy when a running statement uses a collation of this name.
    package func createCollation(
        _ name: String,
        compare: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int
    ) throws {
        let body = Unmanaged.passRetained(CollationBody(compare))
        let code = sqlite3_create_collation_v2(
            live, name, SQLITE_UTF8, body.toOpaque(), CollationBody.compare, CollationBody.release)
        guard code == SQLITE_OK else {
            body.release()
            throw DatabaseError(code: code, connection: live)
        }
    }
}

/// Holds a collation's comparison for SQLite's callback.
private final class CollationBody {
    typealias Comparison = @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int
    let comparison: Comparison

    init(_ comparison: @escaping Comparison) {
        self.comparison = comparison
    }

    static let compare:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32 = { context, firstCount, first, secondCount, second in
            guard let context else { return 0 }
            let body = Unmanaged<CollationBody>.fromOpaque(context).takeUnretainedValue()
            return Int32(body.comparison(bytes(first, firstCount), bytes(second, secondCount)).signum())
        }

    static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { body in
        if let body { Unmanaged<CollationBody>.fromOpaque(body).release() }
    }

    private static func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : Int(count))
    }
}
