import Foundation
import Journal
import SurfLanguage

/// Which sessions of a journal are the same as the remote's at a first exchange. A plain value.
///
/// Two sessions with the same UUID are the same, unless it was derived from a copied file and their dates or places differ. Of the
/// others, sessions that are equal in every field are paired one to one, and take the remote's UUID.
struct FirstPairing {
    /// The sessions that get a new UUID, with that UUID.
    private(set) var uuids: [(session: IdentifiedSession, uuid: UUID)] = []
    /// The number of sessions whose derived UUID belongs to another session.
    private(set) var separated = 0
    /// The number of sessions that were on both sides.
    private(set) var paired = 0

    init(_ local: [IdentifiedSession], _ remote: RemoteSessions, random: () -> UUID = UUID.random) {
        var alone: [IdentifiedSession] = []
        var taken: Set<UUID> = []
        var apart: Set<UUID> = []
        for session in local {
            guard let other = remote[session.uuid] else {
                alone.append(session)
                continue
            }
            if session.uuid.isDerived, !session.isSameOccasion(as: other) {
                apart.insert(session.uuid)
                alone.append(session)
            } else {
                taken.insert(session.uuid)
                paired += 1
            }
        }
        var free: [[UInt8]: [UUID]] = [:]
        for (uuid, session) in remote.sessions where !taken.contains(uuid) {
            free[SessionFile.content(of: session.values), default: []].append(uuid)
        }
        for content in free.keys { free[content]?.sort { $0.uuidString > $1.uuidString } }
        for session in alone.sorted(by: { $0.id < $1.id }) {
            if let uuid = free[SessionFile.content(of: session.values)]?.popLast() {
                paired += 1
                if uuid != session.uuid { uuids.append((session, uuid)) }
            } else if apart.contains(session.uuid) {
                separated += 1
                uuids.append((session, random()))
            }
        }
    }
}

extension IdentifiedSession {
    /// Whether both have the same date and place.
    fileprivate func isSameOccasion(as other: SyncedSession) -> Bool {
        [EntryField.date, .location].allSatisfy { field in
            values[field].map(SessionValue.field) == other.values[field].map(SessionValue.field)
        }
    }
}

extension SessionFile {
    /// The canonical bytes of a session's fields alone.
    static func content(of values: EntryValues) -> [UInt8] {
        bytes(of: [SyncedSession(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), values: values)])
    }
}
