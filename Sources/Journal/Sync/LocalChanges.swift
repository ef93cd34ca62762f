import Foundation
import SurfLanguage

/// A session in the journal, with its UUID.
package struct IdentifiedSession: Equatable, Sendable {
    package let uuid: UUID
    /// The primary key.
    package let id: Int64
    package let rev: Int64
    package let values: EntryValues

    package init(uuid: UUID, id: Int64, rev: Int64, values: EntryValues) {
        (self.uuid, self.id, self.rev, self.values) = (uuid, id, rev, values)
    }
}

/// The sessions that were touched since a number in the history, as they are now. Samples are never among them.
package struct LocalChanges: Sendable {
    /// What the history knows of a session.
    package struct Touch: Equatable, Sendable {
        /// The session now; nil if it was deleted.
        package var session: IdentifiedSession?
        /// The key and the version under which a deleted session was stored.
        package var gone: (id: Int64, rev: Int64)?
        /// The dates that it had since, including the first and the present one.
        package var dates: [Double?] = []
        /// Whether it was there before.
        package var wasThere = false
        /// Whether it was touched only by commands that change many sessions at once.
        package var isBulk = true

        package static func == (left: Touch, right: Touch) -> Bool {
            left.session == right.session && left.gone?.id == right.gone?.id && left.dates == right.dates
        }
    }

    /// The number in the history up to which it was read; 0 if there is no history.
    package internal(set) var number: Int64 = 0
    /// Whether any session of the journal may be among these, because the history does not say what was touched.
    package internal(set) var isWhole = false
    package internal(set) var touches: [UUID: Touch] = [:]

    package init() {}

    /// Sessions that may have been touched: nothing records whether they were.
    package init(whole sessions: [IdentifiedSession], number: Int64) {
        (self.number, isWhole) = (number, true)
        for session in sessions {
            touches[session.uuid] = Touch(
                session: session, dates: [session.values.date], wasThere: true, isBulk: false)
        }
    }
}
