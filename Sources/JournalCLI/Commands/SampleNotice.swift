import Journal

/// The journal of a command, if it had samples and no session of one's own when the command began. Once there is one, the
/// samples are left out, and the command that made the difference says so.
///
/// Use it on the main thread.
final class SampleNotice {
    private var journal: Journal?

    func look(at opened: Journal) throws {
        if try opened.sampleState() == .alone { journal = opened }
    }

    /// The number of samples, if there is a session of one's own now; otherwise nil.
    func takeLeftOut() -> Int? {
        defer { journal = nil }
        guard let journal, (try? journal.sampleState()) == .besides else { return nil }
        return try? journal.sampleCount()
    }
}

extension CommandContext {
    /// What follows a command that may have saved sessions.
    func finish() {
        if let count = sampleNotice.takeLeftOut() { console.note(Messages.samplesLeftOut(count)) }
        syncAfterSave()
    }
}

extension Messages {
    fileprivate static func samplesLeftOut(_ count: Int) -> String {
        "From now on the \(sessions(count, "sample ")) are left out. Show them with '--samples with', "
            + "or remove them with 'surfjournal sample remove'."
    }
}
