import CSQLite

/// The body that SQLite asks now and then whether to go on.
final class ProgressHandler {
    let body: @Sendable () -> Bool

    init(body: @escaping @Sendable () -> Bool) {
        self.body = body
    }
}

extension Connection {
    /// Asks `body` whether to go on, about once for each so many instructions of SQLite's machine; nil ends it.
    ///
    /// When `body` answers false the running statement fails as interrupted. It must not use this connection.
    ///
    /// - Parameter instructions: at least 1; a thousand is a few microseconds of work.
    package func progressHandler(every instructions: Int, body: (@Sendable () -> Bool)?) {
        guard let body else {
            sqlite3_progress_handler(live, 0, nil, nil)
            progress = nil
            return
        }
        let handler = ProgressHandler(body: body)
        let interval = Int32(clamping: max(1, instructions))
        sqlite3_progress_handler(
            live, interval,
            { context in
                guard let context else { return 0 }
                return Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue().body() ? 0 : 1
            }, Unmanaged.passUnretained(handler).toOpaque())
        progress = handler
    }
}
