import Foundation
import Persistence
import SurfLanguage

/// Reading all sessions of a journal in parts, so that memory holds only one of them. Samples are left out.
extension Journal {
    /// The number of sessions.
    package func sessionCount() throws(JournalError) -> Int { try count(EntryQuery(samples: .without)) }

    /// Gives a UUID to every session that has none, except samples.
    /// - Returns: The number of the last transaction in the history after that; 0 if there is none.
    package func identifyAll() throws(JournalError) -> Int64 {
        let history = try history()
        return try rethrowing {
            while true {
                let number = try history.lastNumber() ?? 0
                if try !giveUUIDs(to: nil) { return number }
            }
        }
    }

    /// The number of the last transaction in the history; 0 if there is none.
    package func lastNumber() throws(JournalError) -> Int64 {
        let history = try history()
        return try rethrowing { try history.lastNumber() ?? 0 }
    }

    /// The sessions with dates in a range.
    package func sessions(datedIn range: Range<Double>) throws(JournalError) -> [IdentifiedSession] {
        try sessions(matching: .and(bounds(of: range)))
    }

    /// The sessions without a date, or with one outside a range.
    package func sessions(notDatedIn range: Range<Double>) throws(JournalError) -> [IdentifiedSession] {
        try sessions(
            matching: .or([
                FetchPredicate("date == nil"),
                FetchPredicate("date < %@", StoreTime.foundationDate(range.lowerBound)),
                FetchPredicate("date >= %@", StoreTime.foundationDate(range.upperBound)),
            ]))
    }

    /// The latest date in a range, also of a sample; nil if there is none.
    package func latestDate(in range: Range<Double>) throws(JournalError) -> Double? {
        try rethrowing {
            var date: Double?
            try records(EntryQuery(predicate: .and(bounds(of: range)), limit: 1)) { date = $0.values.date }
            return date
        }
    }

    private func bounds(of range: Range<Double>) -> [FetchPredicate] {
        [
            FetchPredicate("date >= %@", StoreTime.foundationDate(range.lowerBound)),
            FetchPredicate("date < %@", StoreTime.foundationDate(range.upperBound)),
        ]
    }
}
