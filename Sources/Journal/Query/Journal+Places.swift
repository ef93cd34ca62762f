extension Journal {
    /// The places of all entries, the most frequent first; of two, the one that sorts first.
    package func places() throws(JournalError) -> [String] {
        var counts: [String: Int] = [:]
        try rethrowing {
            try records(EntryQuery()) { if let place = $0.values.location { counts[place, default: 0] += 1 } }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
