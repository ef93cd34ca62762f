import Foundation
import SurfLanguage
import TestSupport
import Testing

@testable import Journal
@testable import JournalSync

/// Two machines and a bare repository, with the real git.
@Suite(.serialized) @MainActor struct SyncTests {
    let folder: TemporaryFolder
    let git: GitProgram
    let remote: GitRemote
    let one, two: Journal

    init() throws {
        folder = try TemporaryFolder()
        git = try GitProgram(environment: ["HOME": folder.url.path, "PATH": "/usr/bin:/bin"])
        remote = try GitRemote(folder.url(of: "remote").path)
        for name in ["one", "two"] { try Journal.create(at: folder.url(of: name), sample: false) }
        (one, two) = (try Journal.open(folder.url(of: "one")), try Journal.open(folder.url(of: "two")))
        try shell("git init -q --bare remote")
    }

    private func shell(_ command: String) throws {
        try folder.shell(
            command,
            [
                "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@b",
            ])
    }

    private var options: ExchangeOptions {
        var options = ExchangeOptions(machine: "here", now: 8e8)
        options.wait = { _ in }
        return options
    }

    @discardableResult
    private func add(_ place: String, date: Double = 8e8, to journal: Journal) throws -> Int64 {
        journal.act(for: "add")
        let pad = journal.beginAdd()
        pad.change([.date: .date(date), .location: .text(place), .rating: .integer(3)])
        return try #require(try pad.save(.auto).record).id
    }

    private func edit(_ id: Int64, _ field: EntryField, _ value: FieldValue?, in journal: Journal) throws {
        journal.act(for: "edit")
        let pad = try journal.beginEdit(id)
        try pad.set(field, value)
        _ = try pad.save(.fail)
    }

    private func start() throws {
        _ = try one.startSync(with: remote, git, options)
        _ = try two.startSync(with: remote, git, options)
    }

    @discardableResult
    private func sync(_ journal: Journal) throws -> ExchangeReport { try journal.sync(git, options) }

    private func places(_ journal: Journal) throws -> [String] {
        var places: [String] = []
        try journal.records(EntryQuery(sort: .id)) { places.append($0.values.location ?? "") }
        return places.sorted()
    }

    /// Another error, or none.
    private struct Unexpected: Error {}

    private func error(_ body: () throws -> Void) -> SyncError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SyncError
        }
    }

    // MARK: First exchanges

    @Test func `the first machine sends all its sessions, and the second receives them`() throws {
        try add("Malibu", to: one)
        try add("Rincon", to: one)
        #expect(try one.startSync(with: remote, git, options).sent == .init(added: 2))
        let report = try two.startSync(with: remote, git, options)
        #expect(report.received == .init(added: 2) && report.sent.isEmpty && report.isFirst)
        #expect(try places(two) == ["Malibu", "Rincon"])
        #expect(try sync(one) == ExchangeReport(isFirst: false))
    }

    @Test func `sessions that are equal in every field are paired one to one`() throws {
        for journal in [one, two] { for _ in 0..<2 { try add("Malibu", to: journal) } }
        try add("Malibu", to: two)
        try add("Rincon", to: two)
        _ = try one.startSync(with: remote, git, options)
        let report = try two.startSync(with: remote, git, options)
        #expect(report.paired == 2 && report.sent == .init(added: 2) && report.received.isEmpty)
        #expect(try sync(one).received == .init(added: 2))
        #expect(try places(one) == places(two))
    }

    @Test func `a first exchange with a remote that cannot be reached chooses no remote`() throws {
        let nowhere = try GitRemote(folder.url(of: "nowhere").path)
        #expect(throws: SyncError.self) { try one.startSync(with: nowhere, git, options) }
        guard case .notStarted? = error({ try sync(one) }) else { throw Unexpected() }
    }

    @Test func `a journal of an earlier version is refused, and migrating gives derived UUIDs`() throws {
        let url = folder.url(of: "old")
        let (coordinator, store) = try JournalStack.make(url, .second)
        try coordinator.writeMetadata(
            JournalMetadata.marking(store.currentMetadata(), samples: SampleKeys()), for: store)
        try coordinator.remove(store)
        let old = try Journal.open(url)
        let id = try add("Malibu", to: old)
        guard case .needsMigration(.second)? = error({ _ = try old.startSync(with: remote, git, options) }) else {
            throw Unexpected()
        }
        let identifier = old.storeUUID
        try old.close()
        #expect(try Journal.migrate(url).to == .latest)
        let migrated = try Journal.open(url)
        let session = try #require(try migrated.sessions().first)
        #expect(session.uuid == UUID(session: id, inStore: identifier) && session.rev == 1)
        #expect(migrated.storeUUID == identifier)
    }

    @Test func `version 5 of UUIDs is computed as RFC 9562 describes`() {
        // Python: uuid.uuid5(uuid.UUID("2ed6657d-e927-568b-95e1-2665a8aea6a2"), "1")
        #expect(
            UUID(session: 1, inStore: "2ED6657D-E927-568B-95E1-2665A8AEA6A2").uuidString
                == "9FEAE21E-79AA-51BB-842F-0383C319EF9D")
        #expect(UUID(session: 1, inStore: "2ED6657D-E927-568B-95E1-2665A8AEA6A2").isDerived)
        let uuids = (0..<1_000).map { _ in UUID.random() }
        #expect(Set(uuids).count == 1_000)
        #expect(uuids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    }

    // MARK: Merging

    @Test func `changes of different fields are merged on both machines`() throws {
        let id = try add("Malibu", to: one)
        try start()
        try edit(id, .rating, .integer(5), in: one)
        try edit(1, .height, .text("4ft"), in: two)
        #expect(try sync(one).sent == .init(changed: 1))
        let report = try sync(two)
        #expect(report.received == .init(changed: 1) && report.sent == .init(changed: 1) && report.merged == [1])
        try sync(one)
        for journal in [one, two] {
            let values = try journal.record(1).values
            #expect(values.rating == 5 && values.height == "4ft")
        }
        #expect(try two.drafts.list().drafts == [])
    }

    @Test func `where one field was changed on both, the other machine's is stored and a draft keeps this one's`()
        throws
    {
        try add("Malibu", to: one)
        try start()
        try edit(1, .rating, .integer(5), in: one)
        try edit(1, .rating, .integer(1), in: two)
        try sync(one)
        #expect(try sync(two).drafts == [1: 1])
        #expect(try two.record(1).values.rating == 5)
        let draft = try #require(try two.drafts.list().drafts.first)
        #expect(draft.content.isSyncConflict && draft.content.changes == [.rating: .integer(1)])
        #expect(try sync(two).drafts == [:])
        let held = try two.drafts.hold(draft.number)
        _ = try two.resume(held.draft.content).save(.fail)
        try held.discard()
        try sync(two)
        try sync(one)
        #expect(try one.record(1).values.rating == 1)
    }

    @Test func `later conflicts of a session join its draft`() throws {
        try add("Malibu", to: one)
        try start()
        for (field, here, there) in [
            (EntryField.rating, FieldValue.integer(5), FieldValue.integer(1)),
            (.height, .text("5ft"), .text("1ft")),
        ] {
            try edit(1, field, here, in: one)
            try edit(1, field, there, in: two)
            try sync(one)
            #expect(try sync(two).drafts == [1: 1])
            try sync(one)
        }
        let drafts = try two.drafts.list().drafts
        #expect(drafts.map(\.content.changes) == [[.rating: .integer(1), .height: .text("1ft")]])
    }

    @Test func `a draft that a later conflict joins still conflicts with a value that was received meanwhile`() throws {
        try add("Malibu", to: one)
        try start()
        try edit(1, .notes, .text("from one"), in: one)
        try edit(1, .notes, .text("from two"), in: two)
        try sync(one)
        try sync(two)
        try edit(1, .notes, .text("from one again"), in: one)
        try edit(1, .rating, .integer(5), in: one)
        try edit(1, .rating, .integer(1), in: two)
        try sync(one)
        #expect(try sync(two).drafts == [1: 1])
        let draft = try #require(try two.drafts.list().drafts.first)
        let conflict = try #require(throws: JournalError.self) { _ = try two.resume(draft.content).save(.auto) }
        guard case .conflict(let report) = conflict else { throw conflict }
        #expect(report.fields.map(\.field) == [.notes])
        #expect(try two.record(1).values.notes == "from one again")
        _ = try two.resume(draft.content).save(.mine)
        let values = try two.record(1).values
        #expect(values.notes == "from two" && values.rating == 1)
    }

    @Test(arguments: [(ConflictChoice.local, Int16(1)), (.remote, 5)])
    func `an answer decides without a draft`(choice: ConflictChoice, rating: Int16) throws {
        try add("Malibu", to: one)
        try start()
        try edit(1, .rating, .integer(5), in: one)
        try edit(1, .rating, .integer(1), in: two)
        try sync(one)
        var options = options
        options.decide = { fields, _ in
            #expect(fields.map(\.began) == [.integer(3)])
            #expect(fields.map(\.stored) == [.integer(5)] && fields.map(\.yours) == [.integer(1)])
            return choice.of(fields)
        }
        #expect(try two.sync(git, options).drafts == [:])
        try sync(one)
        for journal in [one, two] { #expect(try journal.record(1).values.rating == rating) }
    }

    @Test func `an edit wins over a deletion, on whichever side`() throws {
        try add("Malibu", to: one)
        try add("Rincon", to: one)
        try start()
        _ = try one.delete([1])
        try edit(1, .rating, .integer(5), in: two)
        try edit(2, .rating, .integer(5), in: one)
        _ = try two.delete([2])
        try sync(one)
        let report = try sync(two)
        #expect(report.kept == [1] && report.revived == [2])
        #expect(try sync(one).revived == [1])
        for journal in [one, two] {
            var ratings: [Int16?] = []
            try journal.records(EntryQuery()) { ratings.append($0.values.rating) }
            #expect(try places(journal) == ["Malibu", "Rincon"] && ratings == [5, 5])
        }
        #expect(try two.record(2).rev > 1)
    }

    @Test func `a rename of a place does not bring back a session that was deleted elsewhere`() throws {
        try add("Malibu", to: one)
        try add("Malibu", to: one)
        try start()
        _ = try one.delete([1])
        two.act(for: "spots rename")
        _ = try two.rename(.place, "Malibu", to: "First Point")
        try sync(one)
        #expect(try sync(two).kept == [])
        #expect(try sync(one).revived == [])
        for journal in [one, two] { #expect(try places(journal) == ["First Point"]) }
    }

    // MARK: Numbers and undo

    @Test func `a number is kept where it is free and higher than all given, and another becomes new`() throws {
        try add("Malibu", to: one)
        try add("Rincon", to: two)
        try add("Hossegor", to: one)
        _ = try one.startSync(with: remote, git, options)
        #expect(try two.startSync(with: remote, git, options).renumbered == [1: 3])
        #expect(try two.record(2).values.location == "Hossegor")
        #expect(try two.record(3).values.location == "Malibu")
        #expect(try sync(one).renumbered == [1: 3])
    }

    @Test func `a session with values that no command accepts is reported once, and again only after it was regular`()
        throws
    {
        try add("Malibu", to: one)
        try start()
        func elsewhere(_ change: String) throws {
            try shell(
                """
                rm -rf work; git clone -q -b main remote work; cd work
                sed -i '\(change)' sessions/*/*; git commit -qam x; git push -q origin main
                """)
        }
        try elsewhere(#"s/"rating":3/"rating":9/"#)
        #expect(try sync(one).irregular == [1])
        try edit(1, .notes, .text("windy"), in: two)
        #expect(try sync(two).irregular == [1])
        let report = try sync(one)
        #expect(report.received == .init(changed: 1) && report.irregular == [])
        try elsewhere(#"s/"rating":9/"rating":4/"#)
        #expect(try sync(one).irregular == [])
        try elsewhere(#"s/"rating":4/"rating":8/"#)
        #expect(try sync(one).irregular == [1])
    }

    @Test func `a plain undo passes over exchanges`() throws {
        try add("Malibu", to: one)
        try start()
        try add("Rincon", to: one)
        try add("Hossegor", to: two)
        try sync(two)
        try sync(one)
        let undone = try one.undoLast(.auto)
        #expect(undone.command.name == "add" && undone.entries.map(\.before?.values.location) == ["Rincon"])
        try sync(one)
        #expect(try places(one) == ["Hossegor", "Malibu"])
        _ = try one.redoLast(.auto)
        #expect(try places(one) == ["Hossegor", "Malibu", "Rincon"])
    }

    @Test func `a restored session keeps its UUID`() throws {
        try add("Malibu", to: one)
        try start()
        one.act(for: "delete")
        let uuid = try one.storedUUID(of: 1)
        _ = try one.delete([1])
        try sync(one)
        #expect(try sync(two).received == .init(deleted: 1))
        _ = try one.undoLast(.auto)
        #expect(try one.storedUUID(of: 1) == uuid)
        try sync(one)
        #expect(try sync(two).received == .init(added: 1))
        #expect(try two.sessions(with: [#require(uuid)]).map(\.values.location) == ["Malibu"])
    }

    // MARK: Safety

    @Test func `many deletions need a confirmation, and nothing is changed without it`() throws {
        for _ in 0..<30 { try add("Malibu", to: one) }
        try start()
        _ = try one.delete(Array(1...25))
        try sync(one)
        guard case .manyDeletions(let many)? = error({ try sync(two) }) else { throw Unexpected() }
        #expect((many.count, many.total, many.first.count) == (25, 30, 3))
        #expect(try places(two).count == 30)
        var options = options
        options.confirmDeletions = { deletions, first in
            deletions.count == 25 && deletions.total == 30 && deletions.first == first.map(\.id)
        }
        #expect(try two.sync(git, options).received == .init(deleted: 25))
    }

    @Test func `an emptied or rewritten remote deletes nothing, and can be filled again`() throws {
        try add("Malibu", to: one)
        try start()
        try shell("rm -rf remote; git init -q --bare remote")
        guard case .emptied? = error({ try sync(one) }) else { throw Unexpected() }
        var later = options
        later.now += 1
        #expect(try one.startSync(with: nil, fromScratch: true, git, later).sent == .init(added: 1))
        guard case .rewritten? = error({ try sync(two) }) else { throw Unexpected() }
        let report = try two.startSync(with: nil, fromScratch: true, git, options)
        #expect(report.paired == 1 && report.sent.isEmpty && report.received.isEmpty)
    }

    /// A power cut or an older backup there. The other machine may have exchanged since.
    @Test(arguments: [false, true])
    func `what a remote lost is sent again, and what was deleted stays deleted`(isForked: Bool) throws {
        for place in ["Malibu", "Rincon"] { try add(place, to: one) }
        try start()
        _ = try one.delete([1])
        try add("Trestles", to: one)
        try sync(one)
        try shell("git -C remote update-ref refs/heads/main main~1")
        if isForked {
            try add("Swami's", to: two)
            try sync(two)
        }
        let report = try sync(one)
        #expect(report.sent == .init(added: 1, deleted: 1))
        try sync(two)
        let expected = isForked ? ["Rincon", "Swami's", "Trestles"] : ["Rincon", "Trestles"]
        #expect(try places(one) == expected)
        #expect(try places(two) == expected)
        #expect(try sync(one) == ExchangeReport(isFirst: false))
    }

    @Test func `a branch that was cut is sent again by a machine that has it, and no other`() throws {
        for place in ["Malibu", "Rincon"] { try add(place, to: one) }
        _ = try one.startSync(with: remote, git, options)
        _ = try one.delete([1])
        try shell(": > remote/refs/heads/main")
        guard case .git(.damagedRemote)? = error({ _ = try two.startSync(with: remote, git, options) }) else {
            throw Unexpected()
        }
        guard case .notStarted? = error({ try sync(two) }) else { throw Unexpected() }
        #expect(try sync(one).sent == .init(deleted: 1))
        _ = try two.startSync(with: remote, git, options)
        #expect(try places(two) == ["Rincon"])
    }

    @Test func `a branch that is gone is made again, and what was deleted stays deleted`() throws {
        for place in ["Malibu", "Rincon"] { try add(place, to: one) }
        try start()
        _ = try one.delete([1])
        try sync(one)
        try shell("rm remote/refs/heads/main")
        #expect(try sync(one) == ExchangeReport(isFirst: false))
        try sync(two)
        #expect(try places(two) == ["Rincon"])
    }

    @Test func `a first exchange continues where the objects were sent and the branch was not`() throws {
        try add("Malibu", to: one)
        try start()
        try shell("rm remote/refs/heads/main; rm -rf two-sync")
        try Journal.create(at: folder.url(of: "three"), sample: false)
        let three = try Journal.open(folder.url(of: "three"))
        _ = try three.startSync(with: remote, git, options)
        #expect(try sync(three) == ExchangeReport(isFirst: false))
    }

    @Test(arguments: [false, true])
    func `a remote with another hash is refused and not kept`(isHost: Bool) throws {
        try add("Malibu", to: one)
        try shell(
            """
            git init -q --bare --object-format=sha256 other
            printf '#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n' > ssh; chmod +x ssh
            git config --global core.sshCommand "$PWD/ssh"
            """)
        let other = try GitRemote((isHost ? "ssh://host" : "") + folder.url(of: "other").path)
        guard case .git(.otherHashFormat)? = error({ _ = try one.startSync(with: other, git, options) }) else {
            throw Unexpected()
        }
        guard case .notStarted? = error({ try sync(one) }) else { throw Unexpected() }
        #expect(try one.startSync(with: remote, git, options).sent == .init(added: 1))
    }

    @Test func `a remote with a user's name that an older version kept still works`() throws {
        try start()
        try folder.write("https://me@host.invalid/x\n".utf8, to: "one-sync/remote")
        #expect(try one.syncRemote().url == "https://me@host.invalid/x")
        _ = try one.stopSync()
    }

    @Test(arguments: ["main", "trunk"])
    func `a remote that somebody replaced by another repository is left alone`(branch: String) throws {
        try add("Malibu", to: one)
        try start()
        try shell(
            """
            rm -rf remote; git init -q --bare remote; git init -q other; cd other; echo x > x; git add x
            git commit -q -m x; git push -q ../remote HEAD:refs/heads/\(branch)
            """)
        guard case .replaced? = error({ try sync(one) }) else { throw Unexpected() }
        #expect(try one.stopSync() == remote)
        try shell("git init -q --bare right")
        let right = try GitRemote(folder.url(of: "right").path)
        #expect(try one.startSync(with: right, git, options).sent == .init(added: 1))
    }

    @Test func `a first exchange that failed continues with the same remote`() throws {
        try add("Malibu", to: one)
        try shell("touch -d '2 minutes ago' remote/refs/heads/main.lock; git init -q --bare other")
        guard case .locked(_, isLeft: true)? = error({ _ = try one.startSync(with: remote, git, options) }) else {
            throw Unexpected()
        }
        try shell("rm remote/refs/heads/main.lock")
        let other = try GitRemote(folder.url(of: "other").path)
        guard case .started? = error({ _ = try one.startSync(with: other, git, options) }) else { throw Unexpected() }
        #expect(try one.startSync(with: remote, git, options).sent == .init(added: 1))
        guard case .started? = error({ _ = try one.startSync(with: remote, git, options) }) else { throw Unexpected() }
    }

    @Test func `a damaged or removed copy of the remote is made again`() throws {
        try add("Malibu", to: one)
        try start()
        let copy = one.url.path + "-sync/repository"
        try FileManager.default.removeItem(atPath: copy)
        #expect(try sync(one) == ExchangeReport(isFirst: false))
        try shell("rm -rf one-sync/repository/objects/*; echo x > one-sync/repository/HEAD")
        try add("Rincon", to: one)
        #expect(try sync(one).sent == .init(added: 1))
        #expect(try sync(two).received == .init(added: 1))
    }

    @Test(arguments: [
        "find objects -type f -delete", "find objects -type f | while read f; do : > $f; done",
        "find objects -type f | while read f; do chmod u+w $f; printf x | dd of=$f bs=1 seek=9 conv=notrunc; done",
        "find objects -type f | while read f; do chmod u+w $f; printf x | dd of=$f bs=1 seek=40 conv=notrunc; done",
        "find objects -type f | while read f; do chmod u+w $f; head -c 20 $f > t; cat t > $f; rm t; done",
        "echo x > refs/surfjournal/fetched", "rm -r refs", "rm HEAD", "echo x > HEAD", "echo x > packed-refs",
        "echo 0123456789012345678901234567890123456789 > refs/surfjournal/fetched",
        "echo 0123456789012345678901234567890123456789 > refs/heads/main", "echo x > shallow", "mkdir shallow",
        "echo /nowhere > objects/info/alternates", "echo > refs/surfjournal/fetched.lock", "echo > packed-refs.lock",
        "echo > shallow.lock", "rm -r objects; echo > objects", "cd ..; rm -r repository; echo > repository",
        "rm -r refs/surfjournal; echo > refs/surfjournal", "mkdir -p objects/pack; echo x > objects/pack/pack-x.idx",
    ])
    func `whatever is damaged in the copy of the remote, it is made again`(damage: String) throws {
        try add("Malibu", to: one)
        try start()
        try shell("cd one-sync/repository; (\(damage)) 2>&1")
        try add("Rincon", to: two)
        try sync(two)
        try add("Trestles", to: one)
        let report = try sync(one)
        #expect(report.sent == .init(added: 1) && report.received == .init(added: 1))
        #expect(try sync(one) == ExchangeReport(isFirst: false))
    }

    @Test func `an exchange that fails elsewhere keeps a sound copy of the remote`() throws {
        try add("Malibu", to: one)
        try start()
        try shell("touch one-sync/repository/kept; mv remote away")
        #expect(error { try sync(one) } != nil)
        #expect(FileManager.default.fileExists(atPath: one.url.path + "-sync/repository/kept"))
        try shell("mv away remote")
        #expect(try sync(one) == ExchangeReport(isFirst: false))
    }

    @Test func `a second exchange of one journal is refused while one runs`() throws {
        try start()
        let lock = try SyncFolder(of: one.url).lock()
        guard case .running? = error({ try sync(one) }) else { throw Unexpected() }
        withExtendedLifetime(lock) {}
    }

    @Test func `stopping is refused while an exchange runs, and the remote stays`() throws {
        try start()
        let lock = try SyncFolder(of: one.url).lock()
        guard case .running? = error({ _ = try one.stopSync() }) else { throw Unexpected() }
        withExtendedLifetime(lock) {}
        #expect(try one.syncRemote() == remote)
    }

    @Test func `the log is refused while an exchange runs, because that writes the copy of the remote`() throws {
        try start()
        let lock = try SyncFolder(of: one.url).lock()
        guard case .running? = error({ _ = try one.syncLog(git, limit: 1) }) else { throw Unexpected() }
        withExtendedLifetime(lock) {}
    }

    @Test func `a repository of somebody else is refused`() throws {
        try shell(
            """
            git init -q work; cd work; git checkout -q -b main; echo x > x; git add x; git commit -q -m x
            git clone -q --bare . ../other
            """)
        let other = try GitRemote(folder.url(of: "other").path)
        guard case .notAJournal? = error({ _ = try one.startSync(with: other, git, options) }) else {
            throw Unexpected()
        }
        guard case .notStarted? = error({ try sync(one) }) else { throw Unexpected() }
    }

    @Test(arguments: [
        ("sessions/2026/2026-09.jsonl/x", "x"), ("sessions", "x"), ("sessions/2026", "x"),
        ("sessions/2026/2026-09.jsonl", "{\"uuid\":1}\n"), ("sessions/2026/2026-09.jsonl", "{\n"),
        ("sessions/2026/2026-09.jsonl", "{\"uuid\":\"2ed6657d-e927-468b-95e1-2665a8aea6a2\",\"rating\":\"x\"}\n"),
        ("sessions/2026/2026-09.jsonl", String(repeating: "[", count: 20_000)),
        ("sessions/2026/2026-09.jsonl", "{\"uuid\":\"2ed6657d-e927-468b-95e1-2665a8aea6a2\",\"a\":1,\"a\":1}\n"),
        ("journal.json", "{\"format\":2}"), ("journal.json", "[]"),
        ("journal.json", String(repeating: " ", count: 70_000)),
    ])
    func `a hostile file ends the exchange, and nothing is changed`(path: String, text: String) throws {
        try add("Malibu", to: one)
        try start()
        try shell(
            """
            git clone -q -b main remote work; cd work; rm -rf '\(path)'
            mkdir -p "$(dirname '\(path)')"; printf '%s' '\(text)' > '\(path)'
            git add -A; git commit -q -m x; git push -q origin main
            """)
        try add("Rincon", to: one)
        #expect(throws: SyncError.self) { try sync(one) }
        #expect(try places(one) == ["Malibu", "Rincon"])
        #expect(try one.syncStatus().waiting == 1)
    }

    /// What `git mktree` makes of the files of a journal and one more, which no ordinary git would write.
    @Test(arguments: ["100644 blob", "120000 blob", "160000 commit", "100755 blob"], ["..", "x"])
    func `a hostile tree ends the exchange, and nothing is changed`(kind: String, name: String) throws {
        if kind == "100644 blob", name == "x" { return }
        try add("Malibu", to: one)
        try start()
        try shell(
            """
            blob=$(echo x | git -C remote hash-object -w --stdin)
            [ '\(kind)' = '160000 commit' ] && blob=$(git -C remote rev-parse main)
            sub=$(printf '\(kind) %s\\t\(name)\\n' $blob | git -C remote mktree)
            tree=$({ git -C remote ls-tree main; printf '040000 tree %s\\tz\\n' $sub; } | git -C remote mktree)
            head=$(git -C remote commit-tree -p main -m x $tree)
            git -C remote update-ref refs/heads/main $head
            """)
        try add("Rincon", to: one)
        guard case .git(.badTree)? = error({ try sync(one) }) else { throw Unexpected() }
        #expect(try places(one) == ["Malibu", "Rincon"])
        #expect(try one.syncStatus().waiting == 1)
    }

    @Test func `a first exchange lets the HEAD of a repository name the branch, so that a clone shows it`() throws {
        try shell("git -C remote symbolic-ref HEAD refs/heads/other")
        try add("Malibu", to: one)
        try start()
        try shell("git clone -q remote work; test -f work/journal.json")
        try shell("git -C remote branch mine main; git -C remote symbolic-ref HEAD refs/heads/mine")
        try add("Rincon", to: one)
        try sync(one)
        try shell("test $(git -C remote symbolic-ref HEAD) = refs/heads/mine")
    }

    @Test(arguments: ["refs/surfjournal/fetched.lock", "refs/surfjournal/outgoing.lock"])
    func `a lock that a killed git left in the copy does not stop the next exchange`(name: String) throws {
        try add("Malibu", to: one)
        try start()
        try shell("touch one-sync/repository/\(name)")
        try add("Rincon", to: two)
        try sync(two)
        try add("Hossegor", to: one)
        try sync(one)
        #expect(try places(one) == ["Hossegor", "Malibu", "Rincon"])
    }

    @Test func `the log tells what each machine sent`() throws {
        try add("Malibu", to: one)
        try start()
        _ = try two.delete([1])
        try sync(two)
        try sync(one)
        let log = try one.syncLog(git, limit: 10)
        #expect(log.map(\.counts) == [.init(deleted: 1), .init(added: 1)])
        #expect(log.map(\.machine) == ["here", "here"] && log.map(\.date) == [8e8, 8e8])
    }

    @Test func `an exchange without news is the last one too`() throws {
        try add("Malibu", to: one)
        try start()
        var later = options
        later.now += 60
        #expect(try one.sync(git, later) == ExchangeReport(isFirst: false))
        #expect(try one.syncStatus().date == later.now)
    }

    @Test func `what was added, changed or deleted since the last sync waits`() throws {
        for place in ["Malibu", "Rincon", "Hossegor"] { try add(place, to: one) }
        try start()
        #expect(try one.syncStatus().waiting == 0)
        _ = try one.delete([1])
        #expect(try one.syncStatus().waiting == 1)
        try edit(2, .rating, .integer(5), in: one)
        _ = try one.delete([add("Zuma", to: one)])
        try add("Trestles", to: one)
        #expect(try one.syncStatus().waiting == 3 && one.waitingCount() == 3)
        try sync(one)
        #expect(try one.syncStatus().waiting == 0)
    }

    @Test func `stopping forgets the remote and removes nothing`() throws {
        try add("Malibu", to: one)
        try start()
        #expect(try one.stopSync() == remote)
        guard case .notStarted? = error({ try sync(one) }) else { throw Unexpected() }
        #expect(try places(one) == ["Malibu"])
    }

    @Test func `starting again with the same remote continues, and with another one begins anew`() throws {
        for place in ["Malibu", "Rincon"] { try add(place, to: one) }
        try start()
        _ = try one.stopSync()
        try add("Hossegor", to: one)
        _ = try two.delete([1])
        try sync(two)
        let report = try one.startSync(with: remote, git, options)
        #expect(!report.isFirst && report.sent == .init(added: 1) && report.received == .init(deleted: 1))
        _ = try one.stopSync()
        try shell("git init -q --bare other")
        let other = try GitRemote(folder.url(of: "other").path)
        let first = try one.startSync(with: other, git, options)
        #expect(first.isFirst && first.sent == .init(added: 2))
        #expect(try places(one) == ["Hossegor", "Rincon"])
    }

    @Test func `undoing the deletion of a session that came back from another machine is a conflict`() throws {
        for place in ["Malibu", "Rincon"] { try add(place, to: one) }
        try start()
        one.act(for: "delete")
        _ = try one.delete([1])
        try edit(1, .rating, .integer(5), in: two)
        try sync(one)
        #expect(try sync(two).kept == [1])
        let report = try sync(one)
        #expect(report.received == .init(added: 1) && report.revived == [1] && report.renumbered == [:])
        let conflict = try #require(throws: JournalError.self) { _ = try one.undoLast(.auto) }
        guard case .conflict(let fields) = conflict else { throw conflict }
        #expect(fields.fields.map(\.field) == [.rating])
        #expect(try places(one) == ["Malibu", "Rincon"])
        #expect(try sync(one).sent.isEmpty)
    }

    /// `SURFJOURNAL_EXCHANGES` sets the number of exchanges, each of one change.
    @Test func `exchanges of one change keep both repositories small`() throws {
        let count = ProcessInfo.processInfo.environment["SURFJOURNAL_EXCHANGES"].flatMap { Int($0) } ?? 12
        for day in 0..<30 { try add("Malibu", date: 8e8 + Double(day) * 86_400, to: one) }
        try start()
        for turn in 0..<count {
            try edit(Int64(turn % 30 + 1), .notes, .text("note \(turn)"), in: one)
            try sync(one)
        }
        try shell(
            """
            for r in remote one-sync/repository; do
                bytes=$(find $r -type f -printf '%s\\n' | awk '{ sum += $1 } END { print sum }')
                [ $bytes -le $((200000 + \(count) * 4000)) ] || { echo "$r: $bytes" >&2; exit 1; }
            done
            """)
    }

    @Test func `a first exchange gives new numbers where a remote's numbers occur twice or are too high`() throws {
        try add("Malibu", to: one)
        try add("Rincon", to: one)
        try start()
        try shell(
            """
            git clone -q -b main remote work; cd work
            sed -i 's/"id":[0-9]*/"id":7/' sessions/*/*; git commit -qam x; git push -q origin main
            """)
        try Journal.create(at: folder.url(of: "three"), sample: false)
        let three = try Journal.open(folder.url(of: "three"))
        let report = try three.startSync(with: remote, git, options)
        #expect(report.received == .init(added: 2) && report.renumbered == [7: 8] && report.isFirst)
        #expect(try three.record(7).values.location != three.record(8).values.location)
        #expect(try places(three) == ["Malibu", "Rincon"])
        #expect(try sync(three) == ExchangeReport(isFirst: false))
        try three.close()
    }

    @Test func `a first exchange sends the sessions of the first and the last second of a month in its file`() throws {
        let reader = DateReader(now: 8e8, zone: .gmt)
        let texts = ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2024-03-31T23:59:59Z"]
        for text in texts { try add("Malibu", date: reader.date(text), to: one) }
        try start()
        #expect(try Set(two.sessions().map(\.values.date)) == Set(texts.map { try reader.date($0) }))
        for text in texts {
            try shell("git -C remote show main:sessions/\(text.prefix(4))/\(text.prefix(7)).jsonl | grep -q \(text)")
        }
    }

    @Test(arguments: [(1_000_000, 1_000_000), (1_000_001, 1)] as [(Int64, Int64)])
    func `a received session keeps its number up to a million above all given`(number: Int64, id: Int64) throws {
        try add("Malibu", to: one)
        _ = try one.startSync(with: remote, git, options)
        try shell(
            """
            git clone -q -b main remote work; cd work
            sed -i 's/"id":1/"id":\(number)/' sessions/*/*; git commit -qam x; git push -q origin main
            """)
        let report = try two.startSync(with: remote, git, options)
        #expect(report.renumbered == (id == number ? [:] : [number: id]))
        #expect(try two.record(id).values.location == "Malibu")
    }

    @Test func `a first exchange with sessions of all times and none is complete on both sides`() throws {
        var random = RandomSessions(seed: 5)
        one.act(for: "add")
        for _ in 0..<60 {
            let values = random.session().values
            let pad = one.beginAdd()
            pad.change(Dictionary(uniqueKeysWithValues: EntryField.allCases.map { ($0, values[$0]) }))
            pad.change([.location: .text("Malibu")])
            _ = try? pad.save(.auto)
        }
        try start()
        let (here, there) = (try one.sessions(), try two.sessions())
        #expect(!here.isEmpty && here.count == there.count)
        for session in here {
            let other = there.first { $0.uuid == session.uuid }
            #expect(other.map { session.values.isStoredLike($0.values) } == true)
        }
        #expect(try sync(one) == ExchangeReport(isFirst: false))
    }

    @Test func `a journal with many sessions sends them first to a remote that has few, then compares the others`()
        throws
    {
        for journal in [one, two] { try add("Malibu", to: journal) }
        try add("Rincon", to: one)
        for month in 0..<6 { try add("Hossegor", date: 8e8 + Double(month) * 2_700_000, to: two) }
        _ = try one.startSync(with: remote, git, options)
        var options = options
        options.fewSessions = 2
        let report = try two.startSync(with: remote, git, options)
        #expect(report.isFirst && report.paired == 1)
        #expect(report.sent == .init(added: 6) && report.received == .init(added: 1))
        #expect(try sync(one).received == .init(added: 6))
        #expect(try places(one) == places(two) && places(one).count == 8)
        #expect(try sync(two) == ExchangeReport(isFirst: false))
        try shell("test $(git -C remote rev-list --count main) = 2")
    }

    @Test func `a session that stands twice in the remote is refused with its file, and nothing is changed`() throws {
        try add("Malibu", to: one)
        try start()
        try shell(
            """
            git clone -q -b main remote work; cd work; f=$(ls sessions/*/*); mkdir -p sessions/2020
            cp $f sessions/2020/2020-01.jsonl; git add -A; git commit -qm x; git push -q origin main
            """)
        try Journal.create(at: folder.url(of: "three"), sample: false)
        let three = try Journal.open(folder.url(of: "three"))
        guard case .repeated(let path)? = error({ _ = try three.startSync(with: remote, git, options) }) else {
            throw Unexpected()
        }
        #expect(try path.hasPrefix("sessions/20") && places(three) == [])
        guard case .notStarted? = error({ try sync(three) }) else { throw Unexpected() }
        try three.close()
    }

    @Test func `the files of an exchange are private`() throws {
        try start()
        #expect(folder.permissions(of: "one-sync") == 0o700)
        #expect(folder.permissions(of: "one-sync/remote") == 0o600)
        #expect(folder.permissions(of: "one-sync/repository") == 0o700)
    }

    @Test func `if the history does not reach back, all sessions are compared, and that is reported`() throws {
        for _ in 0..<3 { try add("Malibu", to: one) }
        try start()
        try edit(1, .rating, .integer(5), in: one)
        _ = try one.delete([2])
        let history = try one.history()
        try history.delete(before: try #require(try history.lastNumber()), atMost: nil)
        let report = try sync(one)
        #expect(report.comparedAll && report.sent == .init(changed: 1, deleted: 1))
        try sync(two)
        #expect(try places(two).count == 2)
    }

    @Test func `a history that begins right after the last exchange reaches back to it`() throws {
        try add("Malibu", to: one)
        try start()
        let sent = try #require(try one.syncState().sent)
        for rating: Int16 in [4, 5] { try edit(1, .rating, .integer(rating), in: one) }
        let history = try one.history()
        try history.delete(before: sent + 1, atMost: nil)
        #expect(try one.localChanges(since: sent)?.touches.count == 1)
        try history.delete(before: sent + 2, atMost: nil)
        #expect(try one.localChanges(since: sent) == nil)
    }
}
