/// Handling of reads that fail inside code that cannot throw.
///
/// Reading a property fires faults and loads relationships, and it cannot throw. During an operation that can (a save,
/// a fetch, the end of an event), a failed read is recorded: the value stays empty, the fault stays a fault, nothing is
/// cached, and the operation throws the error before it has any effect. At any other time a failed read traps.
extension ManagedObjectContext {
    /// Runs `body` and throws the first read error that was recorded in it, in preference to any later error.
    func catchingFailedReads<T>(_ body: () throws -> T) throws -> T {
        let outer = failedReads
        failedReads = FailedReads()
        defer { failedReads = outer }
        do {
            let result = try body()
            try throwFailedRead()
            return result
        } catch {
            throw failedReads?.first ?? error
        }
    }

    /// Runs `body` and returns nil if a read fails. For operations that may leave everything unchanged.
    /// - Precondition: `body` reads before it changes anything.
    func unlessReadsFail<T>(_ body: () throws -> T) -> T? {
        do { return try catchingFailedReads(body) } catch { return nil }
    }

    /// Throws the first read error since `catchingFailedReads` began.
    func throwFailedRead() throws {
        if let error = failedReads?.first { throw error }
    }

    /// Records a failed read.
    /// - Precondition: a `catchingFailedReads` is running, which throws the error.
    func noteFailedRead(_ error: any Error, _ sentence: @autoclosure () -> String) {
        precondition(failedReads != nil, sentence())
        if failedReads?.first == nil { failedReads?.first = error }
    }

    /// A value that may be in a file beside the store. If it cannot be read, it stays empty, and the error is recorded.
    func value(of id: ManagedObjectID, _ read: () throws -> PropertyValue) -> PropertyValue {
        do {
            return try read()
        } catch {
            noteFailedRead(error, "A value of \(id) could not be read: \(error)")
            return .null
        }
    }

    /// Runs user code that must not continue with an empty value, because its effects cannot be reverted.
    func trappingFailedReads<T>(_ body: () throws -> T) rethrows -> T {
        let outer = failedReads
        failedReads = nil
        defer { failedReads = outer }
        return try body()
    }
}

/// The failed reads of an operation that can throw.
struct FailedReads {
    var first: (any Error)?
}
