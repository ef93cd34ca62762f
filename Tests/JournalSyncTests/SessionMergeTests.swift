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
        for (base, here, _) in triples(1_000) {
            let merge = SessionMerge(base: base, here: here, elsewhere: base)
            #expect(merge.session(preferring: .elsewhere) == here && merge.conflicts.isEmpty)
            let swapped = SessionMerge(base: base, here: base, elsewhere: here)
            #expect(swapped.session(preferring: .here) == here && swapped.conflicts.isEmpty)
        }
    }

    @Test func `as many unknown keys as a line may have are merged by key`() throws {
        let (id, count) = (UUID(), SessionFile.maxUnknownKeys)
        func session(_ value: (Int) -> Int) -> SyncedSession {
            let others = (0..<count).map { JSONObject.Member(key: "k\($0)", value: JSONValue(value($0))) }
            return SyncedSession(id: id, values: EntryValues(location: "Malibu"), others: others)
        }
        let (base, here) = (session { _ in 0 }, session { $0 % 3 == 1 ? 1 : 0 })
        let merge = SessionMerge(base: base, here: here, elsewhere: session { $0 % 3 == 2 ? 2 : 0 })
        let merged = try #require(merge.session(preferring: .elsewhere))
        #expect(merge.conflicts.isEmpty && merged == session { $0 % 3 })
        let bytes = SessionFile.bytes(of: [merged])
        var reader = SessionFileReader(path: "f")
        #expect(try reader.read(bytes[...]) == [merged])
    }

    @Test func `equal sides merge to themselves`() {
        for (base, here, _) in triples(1_000) {
            let merge = SessionMerge(base: base, here: here, elsewhere: here)
            #expect(merge.session(preferring: .here) == here && merge.conflicts.isEmpty)
        }
    }

    @Test func `swapped sides swap the conflicts and give the same session`() {
        var conflicts = 0
        for (base, here, elsewhere) in triples(2_000) {
            let merge = SessionMerge(base: base, here: here, elsewhere: elsewhere)
            let swapped = SessionMerge(base: base, here: elsewhere, elsewhere: here)
            #expect(merge.session(preferring: .here) == swapped.session(preferring: .elsewhere))
            let expected = swapped.conflicts.map {
                SessionMerge.Conflict(key: $0.key, before: $0.before, here: $0.elsewhere, elsewhere: $0.here)
            }
            #expect(merge.conflicts == expected)
            conflicts += merge.conflicts.count
        }
        #expect(conflicts > 100)
    }

    @Test func `every key has the value of the side that changed it, and a conflict only if both did`() {
        for (base, here, elsewhere) in triples(2_000) {
            guard let here, let elsewhere else { continue }
            let merge = SessionMerge(base: base, here: here, elsewhere: elsewhere)
            for key in SyncedSession.keys(of: [here, elsewhere]) {
                let before = base?[key]
                let isConflict = here[key] != before && elsewhere[key] != before && here[key] != elsewhere[key]
                #expect(merge.conflicts.contains { $0.key == key } == isConflict)
                let own = isConflict || here[key] != before
                #expect(merge.session(preferring: .here)?[key] == (own ? here[key] : elsewhere[key]))
            }
        }
    }

    @Test func `an edit wins over a deletion, unless it was one of many`() {
        var random = RandomSessions(seed: 9)
        var base = random.session()
        base.values.rating = 3
        var edited = base
        edited.values.rating = 4
        let revived = SessionMerge(base: base, here: edited, elsewhere: nil)
        #expect(revived.session(preferring: .elsewhere) == edited && revived.overruledDeletion == .elsewhere)
        let other = SessionMerge(base: base, here: nil, elsewhere: edited)
        #expect(other.session(preferring: .here) == edited && other.overruledDeletion == .here)
        let bulk = SessionMerge(base: base, here: edited, elsewhere: nil, isBulkEdit: true)
        #expect(bulk.session(preferring: .here) == nil && bulk.overruledDeletion == nil)
        let deleted = SessionMerge(base: base, here: nil, elsewhere: base)
        #expect(deleted.session(preferring: .here) == nil && deleted.overruledDeletion == nil)
    }

    @Test func `unknown values that differ only in the order of their members are equal`() {
        func session(_ value: JSONValue) -> SyncedSession {
            let others = [JSONObject.Member(key: "later", value: value)]
            return SyncedSession(id: SessionFileTests.id, values: EntryValues(), others: others)
        }
        let base: JSONValue = ["a": .null, "b": [["c": .number("2"), "d": .number("3")]]]
        let here: JSONValue = ["b": [["d": .number("3"), "c": .number("2")]], "a": .null]
        let elsewhere: JSONValue = ["a": .null, "b": [["c": .number("2"), "d": .number("4")]]]
        let merge = SessionMerge(base: session(base), here: session(here), elsewhere: session(elsewhere))
        #expect(merge.conflicts.isEmpty && session(base) == session(here) && session(here) != session(elsewhere))
        #expect(merge.session(preferring: .here) == session(elsewhere))
    }

    @Test func `another Unicode normalization is a change`() {
        let id = SessionFileTests.id
        let base = SyncedSession(id: id, values: EntryValues(location: "\u{E9}"))
        let here = SyncedSession(id: id, values: EntryValues(location: "e\u{301}"))
        for merge in [
            SessionMerge(base: base, here: here, elsewhere: base),
            SessionMerge(base: base, here: base, elsewhere: here),
        ] {
            let location = merge.session(preferring: .elsewhere)?.values.location
            #expect(location?.utf8.elementsEqual("e\u{301}".utf8) == true)
        }
    }

    @Test func `an upgrade takes the values of new fields from the base instead of clearing them`() {
        let id = SessionFileTests.id
        let more = [JSONObject.Member(key: "later", value: .number("1"))]
        let base = SyncedSession(id: id, values: EntryValues(location: "A", notes: "old", ), others: more)
        let here = SyncedSession(id: id, values: EntryValues(location: nil))
        let completed = here.completed(from: base, known: ["location"])
        #expect(completed == SyncedSession(id: id, values: EntryValues(notes: "old"), others: more))
        let newer = SyncedSession(id: id, values: EntryValues(notes: "new")).completed(from: base, known: ["location"])
        #expect(newer.values.notes == "new")
    }
}
