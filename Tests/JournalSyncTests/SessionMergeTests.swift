import Foundation
import Journal
import JournalSync
import SurfLanguage
import Testing

@Suite struct SessionMergeTests {
    /// A random base and two sides that changed or deleted it, or were made without one.
    private func triples(_ count: Int) -> [(SyncedSession?, SyncedSession?, SyncedSession?)] {
        var random = RandomSessions(seed: 5)
        return (0..<count).map { _ in
            let id = random.id()
            let base = random.number(below: 5) == 0 ? nil : random.session(id: id)
            var sides: [SyncedSession?] = []
            for _ in 0..<2 {
                var side = base ?? random.session(id: id)
                for _ in 0..<random.number(below: 4) {
                    let keys = EntryField.allCases.map(SessionKey.field) + [.other("a"), .other("q")]
                    random.change(keys[random.number(below: keys.count)], of: &side)
                }
                sides.append(random.number(below: 5) == 0 ? nil : side)
            }
            return (base, sides[0], sides[1])
        }
    }

    @Test func `merging with an unchanged side gives the other side`() {
        for (base, local, _) in triples(1_000) {
            let merge = SessionMerge(base: base, local: local, remote: base)
            #expect(merge.session(preferring: .remote) == local && merge.conflicts.isEmpty)
            let swapped = SessionMerge(base: base, local: base, remote: local)
            #expect(swapped.session(preferring: .local) == local && swapped.conflicts.isEmpty)
        }
    }

    @Test func `as many unknown keys as a line may have are merged by key`() throws {
        let (id, count) = (UUID(), SessionFile.maxUnknownKeys)
        func session(_ value: (Int) -> Int) -> SyncedSession {
            let others = (0..<count).map { JSONObject.Member(key: "k\($0)", value: JSONValue(value($0))) }
            return SyncedSession(id: id, values: EntryValues(location: "Malibu"), others: others)
        }
        let (base, local) = (session { _ in 0 }, session { $0 % 3 == 1 ? 1 : 0 })
        let merge = SessionMerge(base: base, local: local, remote: session { $0 % 3 == 2 ? 2 : 0 })
        let merged = try #require(merge.session(preferring: .remote))
        #expect(merge.conflicts.isEmpty && merged == session { $0 % 3 })
        let bytes = SessionFile.bytes(of: [merged])
        var reader = SessionFileReader(path: "f")
        #expect(try reader.read(bytes[...]) == [merged])
    }

    @Test func `equal sides merge to themselves`() {
        for (base, local, _) in triples(1_000) {
            let merge = SessionMerge(base: base, local: local, remote: local)
            #expect(merge.session(preferring: .local) == local && merge.conflicts.isEmpty)
        }
    }

    @Test func `swapped sides swap the conflicts and give the same session`() {
        var conflicts = 0
        for (base, local, remote) in triples(2_000) {
            let merge = SessionMerge(base: base, local: local, remote: remote)
            let swapped = SessionMerge(base: base, local: remote, remote: local)
            #expect(merge.session(preferring: .local) == swapped.session(preferring: .remote))
            let expected = swapped.conflicts.map {
                SessionMerge.Conflict(key: $0.key, before: $0.before, local: $0.remote, remote: $0.local)
            }
            #expect(merge.conflicts == expected)
            conflicts += merge.conflicts.count
        }
        #expect(conflicts > 100)
    }

    @Test func `every key has the value of the side that changed it, and a conflict only if both did`() {
        for (base, local, remote) in triples(2_000) {
            guard let local, let remote else { continue }
            let merge = SessionMerge(base: base, local: local, remote: remote)
            for key in SyncedSession.keys(of: [local, remote]) {
                let before = base?[key]
                let isConflict = local[key] != before && remote[key] != before && local[key] != remote[key]
                #expect(merge.conflicts.contains { $0.key == key } == isConflict)
                let own = isConflict || local[key] != before
                #expect(merge.session(preferring: .local)?[key] == (own ? local[key] : remote[key]))
            }
        }
    }

    @Test func `an edit wins over a deletion, unless it was one of many`() {
        var random = RandomSessions(seed: 9)
        var base = random.session()
        base.values.rating = 3
        var edited = base
        edited.values.rating = 4
        let revived = SessionMerge(base: base, local: edited, remote: nil)
        #expect(revived.session(preferring: .remote) == edited && revived.overruledDeletion == .remote)
        let other = SessionMerge(base: base, local: nil, remote: edited)
        #expect(other.session(preferring: .local) == edited && other.overruledDeletion == .local)
        let bulk = SessionMerge(base: base, local: edited, remote: nil, isBulkEdit: true)
        #expect(bulk.session(preferring: .local) == nil && bulk.overruledDeletion == nil)
        let deleted = SessionMerge(base: base, local: nil, remote: base)
        #expect(deleted.session(preferring: .local) == nil && deleted.overruledDeletion == nil)
    }

    @Test func `unknown values that differ only in the order of their members are equal`() {
        func session(_ value: JSONValue) -> SyncedSession {
            let others = [JSONObject.Member(key: "later", value: value)]
            return SyncedSession(id: SessionFileTests.id, values: EntryValues(), others: others)
        }
        let base: JSONValue = ["a": .null, "b": [["c": .number("2"), "d": .number("3")]]]
        let local: JSONValue = ["b": [["d": .number("3"), "c": .number("2")]], "a": .null]
        let remote: JSONValue = ["a": .null, "b": [["c": .number("2"), "d": .number("4")]]]
        let merge = SessionMerge(base: session(base), local: session(local), remote: session(remote))
        #expect(merge.conflicts.isEmpty && session(base) == session(local) && session(local) != session(remote))
        #expect(merge.session(preferring: .local) == session(remote))
    }

    @Test func `another Unicode normalization is a change`() {
        let id = SessionFileTests.id
        let base = SyncedSession(id: id, values: EntryValues(location: "\u{E9}"))
        let local = SyncedSession(id: id, values: EntryValues(location: "e\u{301}"))
        for merge in [
            SessionMerge(base: base, local: local, remote: base),
            SessionMerge(base: base, local: base, remote: local),
        ] {
            let location = merge.session(preferring: .remote)?.values.location
            #expect(location?.utf8.elementsEqual("e\u{301}".utf8) == true)
        }
    }

    @Test func `an upgrade takes the values of new fields from the base instead of clearing them`() {
        let id = SessionFileTests.id
        let more = [JSONObject.Member(key: "later", value: .number("1"))]
        let base = SyncedSession(id: id, values: EntryValues(location: "A", notes: "old", ), others: more)
        let local = SyncedSession(id: id, values: EntryValues(location: nil))
        let completed = local.completed(from: base, known: ["location"])
        #expect(completed == SyncedSession(id: id, values: EntryValues(notes: "old"), others: more))
        let newer = SyncedSession(id: id, values: EntryValues(notes: "new")).completed(from: base, known: ["location"])
        #expect(newer.values.notes == "new")
    }
}
