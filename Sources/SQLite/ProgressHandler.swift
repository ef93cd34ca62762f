import CSQLite

/// The closure that SQLite calls regularly to ask whether to continue.
final class ProgressHandler {
    let body: @Sendable () -> Bool

    init(body: @escaping @Sendable () -> Bool) {
        self.body = body
    }
}

extension Connection {
    /// Calls `body` about once every `instructions` instructions of SQLite's virtual machine; nil removes the handler.
    ///
    /// When `body` returns false, the running statement fails as interrupted. It must not use this connection.
    ///
    /// - Parameter instructions: at least 1; a thousand take a few microseconds.
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
