import Foundation
import Journal
import SurfLanguage

/// The questions that an exchange asks, and the name of this machine.
package struct ExchangeOptions {
    /// The machine's name, in commits and in the other machines' logs.
    package var machine: String
    /// The time in seconds since 2001-01-01T00:00:00Z.
    package var now: Double
    /// Decides the fields of a session that both sides changed. By default a draft keeps this machine's values.
    package var decide: ([FieldConflict], IdentifiedSession) throws -> [EntryField: ConflictChoice] = { fields, _ in
        ConflictChoice.draft.of(fields)
    }
    /// Confirms many deletions.
    package var confirmDeletions: (ManyDeletions, _ first: [IdentifiedSession]) throws -> Bool = { _, _ in false }
    /// The most sessions of one side that are in memory while all of the other side are sent or received.
    package var fewSessions = 10_000
    /// Waits before another attempt.
    package var wait: (_ seconds: Double) -> Void = { usleep(UInt32($0 * 1_000_000)) }

    package init(machine: String, now: Double) { (self.machine, self.now) = (machine, now) }
}

/// How the remote was chosen before an exchange.
enum ExchangeBeginning {
    /// The remote was chosen before.
    case chosen
    /// It is chosen now. It may be one that the journal was exchanged with before.
    case chosenNow
    /// Earlier exchanges are to be forgotten.
    case fromScratch
}

/// Where an exchange stands. It only goes forward.
enum ExchangeStage: Equatable {
    /// Nothing is written, so that a refused remote leaves everything as it was.
    case beginning(ExchangeBeginning)
    /// The remote is kept, and the journal may have been written to.
    case begun
    /// At a first exchange, this many sessions of the side that has many were copied to the other side. What is left is
    /// compared.
    case copied(Int)
}
