import Foundation
import SurfLanguage
import Testing

@testable import Journal
@testable import JournalSync

/// Which sessions are the same as the remote's at a first exchange.
@Suite struct FirstPairingTests {
    private static let random = UUID(uuidString: "2ED6657D-E927-468B-95E1-2665A8AEA6A2")!
    private static let derived = UUID(session: 1, inStore: "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
    /// UUIDs of the remote's, in order of their texts.
    private static let others = (1...3).map { UUID(uuidString: "0000000\($0)-0000-4000-8000-000000000000")! }
    private static let malibu = EntryValues(date: 8e8, location: "Malibu", rating: 3)

    private func local(_ uuid: UUID, _ values: EntryValues = malibu, id: Int64 = 1) -> IdentifiedSession {
        IdentifiedSession(uuid: uuid, id: id, rev: 1, values: values)
    }

    private func remote(_ sessions: (UUID, EntryValues)...) throws -> RemoteSessions {
        var remote = RemoteSessions()
        for (uuid, values) in sessions { try remote.add(SyncedSession(id: uuid, values: values), in: "f") }
        return remote
    }

    /// The values with another date, or another place.
    private static let moved = [
        EntryValues(date: 8e8 + 1, location: "Malibu", rating: 3),
        EntryValues(date: 8e8, location: "malibu", rating: 3),
    ]

    @Test(arguments: moved)
    func `two sessions with one random UUID are the same, whatever their dates and places`(values: EntryValues) throws {
        let pairing = FirstPairing([local(Self.random)], try remote((Self.random, values)))
        #expect(pairing.paired == 1 && pairing.separated == 0 && pairing.uuids.isEmpty)
    }

    @Test func `two sessions with one derived UUID are the same if their dates and places are equal`() throws {
        var values = Self.malibu
        (values.rating, values.notes) = (5, "windy")
        let pairing = FirstPairing([local(Self.derived)], try remote((Self.derived, values)))
        #expect(pairing.paired == 1 && pairing.separated == 0 && pairing.uuids.isEmpty)
    }

    @Test(arguments: moved)
    func `of two sessions with one derived UUID but another date or place, this one gets another`(
        values: EntryValues
    ) throws {
        let pairing = FirstPairing([local(Self.derived)], try remote((Self.derived, values))) { Self.random }
        #expect(pairing.paired == 0 && pairing.separated == 1)
        #expect(pairing.uuids.map(\.uuid) == [Self.random])
    }

    @Test func `a session whose derived UUID belongs to another is paired with an equal one`() throws {
        let remote = try self.remote((Self.derived, Self.moved[0]), (Self.others[0], Self.malibu))
        let pairing = FirstPairing([local(Self.derived)], remote)
        #expect(pairing.paired == 1 && pairing.separated == 0)
        #expect(pairing.uuids.map(\.uuid) == [Self.others[0]])
    }

    @Test func `equal sessions are paired in the order of their numbers and UUIDs`() throws {
        let own = (1...3).map { local(.random(), id: $0) }
        let remote = try self.remote((Self.others[1], Self.malibu), (Self.others[0], Self.malibu))
        let pairing = FirstPairing(own.reversed(), remote)
        #expect(pairing.paired == 2)
        #expect(pairing.uuids.map(\.session.id) == [1, 2] && pairing.uuids.map(\.uuid) == Array(Self.others[..<2]))
    }

    @Test func `a session that the remote does not have keeps its derived UUID`() throws {
        let pairing = FirstPairing([local(Self.derived)], try remote((Self.random, Self.moved[0])))
        #expect(pairing.paired == 0 && pairing.separated == 0 && pairing.uuids.isEmpty)
    }

    @Test func `a remote session is paired once, and by its UUID first`() throws {
        let pairing = FirstPairing(
            [local(Self.others[1], id: 1), local(Self.random, id: 2)], try remote((Self.random, Self.malibu)))
        #expect(pairing.paired == 1 && pairing.uuids.isEmpty)
    }
}
