import ArgumentParser

/// The option for the number of rows.
struct LimitOption: ParsableArguments {
    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: ArgumentHelp("Show at most this many.", valueName: "count"), completion: .value(.nothing))
    var limit: String?

    /// The number; nil if none was given.
    func count() throws -> Int? {
        guard let limit else { return nil }
        guard let count = Int(limit), count >= 0 else { throw Refusal.notACount(limit) }
        return count
    }
}
