/// Reads that fail where nobody can throw.
///
/// Reading a property fires faults and loads relationships, and it cannot throw. While something runs that can (a save, a
/// fetch, the end of an event), a read that fails is noted: the value stays empty and the fault a fault, nothing is cached,
/// and what runs throws the error before anything comes of it. Anywhere else a failed read traps.
extension ManagedObjectContext {
    /// Runs `body` and throws the first error of a read that failed in it, rather than what followed from that.
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

    /// Runs `body`, unless it cannot read what it needs: nil then. For what may stay as it was.
    /// - Precondition: `body` reads before it changes anything.
    func unlessReadsFail<T>(_ body: () throws -> T) -> T? {
        do { return try catchingFailedReads(body) } catch { return nil }
    }

    /// Throws the error of a read that failed since `catchingFailedReads` began.
    func throwFailedRead() throws {
        if let error = failedReads?.first { throw error }
    }

    /// Notes that a read failed.
    /// - Precondition: something runs that throws it.
    func noteFailedRead(_ error: any Error, _ sentence: @autoclosure () -> String) {
        precondition(failedReads != nil, sentence())
        if failedReads?.first == nil { failedReads?.first = error }
    }

    /// Runs code of others that must not go on with an empty value, because nobody can take back what it does.
    func trappingFailedReads<T>(_ body: () throws -> T) rethrows -> T {
        let outer = failedReads
        failedReads = nil
        defer { failedReads = outer }
        return try body()
    }
}

/// The reads that failed while something ran that can throw.
struct FailedReads {
    var first: (any Error)?
}
