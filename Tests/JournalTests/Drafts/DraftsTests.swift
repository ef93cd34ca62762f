import Foundation
import SQLite
import Synchronization
import Testing

@testable import Journal

struct DraftsTests {
    private let scene: Scene
    private let drafts: Drafts

    init() throws {
        scene = try Scene()
        drafts = scene.drafts
    }

    /// Begins drafts and releases them.
    private func begin(_ count: Int = 1) throws { for _ in 0..<count { _ = try drafts.begin(someDraft) } }

    private func numbers() throws -> [Int] { try drafts.list().drafts.map(\.number) }

    @Test func `a journal without drafts has an empty list and no folder`() throws {
        #expect(try drafts.list() == DraftList())
        #expect(throws: DraftError.noDraft(1)) { try drafts.hold(1) }
        #expect(try drafts.lastCancel() == nil)
        #expect(scene.names() == [])
    }

    @Test func `drafts are listed in numerical order`() throws {
        try begin(11)
        #expect(try numbers() == Array(1...11))
        #expect(try scene.drafts.list().drafts.allSatisfy { $0.content == someDraft })
    }

    @Test func `a draft number is never reused, even after the last draft is gone`() throws {
        try begin(3)
        try drafts.hold(3).discard()
        #expect(try drafts.begin(someDraft).draft.number == 4)
        for number in [1, 2, 4] { try drafts.hold(number).discard() }
        #expect(try scene.drafts.begin(someDraft).draft.number == 5)
    }

    @Test func `drafts begun simultaneously get different numbers`() throws {
        let numbers = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 32) { [scene] _ in
            guard let draft = try? scene.drafts.begin(someDraft).draft else { return }
            numbers.withLock { $0.append(draft.number) }
        }
        #expect(numbers.withLock { $0.sorted() } == Array(1...32))
        #expect(try drafts.list().drafts.count == 32)
    }

    @Test func `only the owner can read drafts, whatever the umask`() async {
        await #expect(processExitsWith: .success) {
            let scene = try Scene()
            umask(0)
            _ = try scene.drafts.begin(someDraft)
            umask(0o777)
            let held = try scene.drafts.hold(1)
            try held.write(someDraft)
            let modes = ["", "drafts.sqlite", "drafts.lock"].map { scene.mode(scene.draftPath($0)) }
            umask(0o022)
            precondition(modes == [0o700, 0o600, 0o600])
        }
    }

    @Test func `only one process at a time can work on a draft`() throws {
        try begin(2)
        let held = try drafts.hold(1)
        #expect(throws: DraftError.taken(1)) { try drafts.hold(1) }
        #expect(throws: DraftError.taken(1)) { try scene.drafts.hold(1) }
        #expect(try scene.drafts.hold(2).draft.number == 2)
        held.release()
        #expect(try scene.drafts.hold(1).draft.content == someDraft)
    }

    @Test func `a new draft is held from the start`() throws {
        let held = try drafts.begin(someDraft)
        #expect(throws: DraftError.taken(1)) { try scene.drafts.hold(1) }
        held.release()
        #expect(try scene.drafts.hold(1).draft == held.draft)
    }

    @Test func `of many simultaneous attempts to hold a draft, one succeeds`() throws {
        try begin()
        let held = Mutex<[HeldDraft]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { [scene] _ in
            guard let draft = try? scene.drafts.hold(1) else { return }
            held.withLock { $0.append(draft) }
        }
        #expect(held.withLock { $0.count } == 1)
    }

    @Test func `concurrent holding and releasing never gives a draft to two holders`() throws {
        try begin()
        let holders = Atomic(0)
        let overlaps = Atomic(0)
        let turns = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { [scene] _ in
            let drafts = scene.drafts
            for _ in 0..<100 {
                guard let held = try? drafts.hold(1) else { continue }
                if holders.add(1, ordering: .sequentiallyConsistent).newValue > 1 {
                    overlaps.add(1, ordering: .relaxed)
                }
                holders.subtract(1, ordering: .sequentiallyConsistent)
                turns.add(1, ordering: .relaxed)
                held.release()
            }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(turns.load(ordering: .relaxed) > 0)
    }

    @Test func `a draft whose holder was deallocated can be held again`() throws {
        try begin()
        _ = try drafts.hold(1)
        #expect(try drafts.hold(1).draft.number == 1)
    }

    @Test func `a draft is rewritten as a whole`() throws {
        let held = try drafts.begin(someDraft)
        var content = someDraft
        content.changes = [.rating: .integer(5)]
        try held.write(content)
        #expect(held.draft.content == content)
        #expect(try scene.drafts.list().drafts == [Draft(number: 1, content: content)])
        #expect(throws: DraftError.taken(1)) { try drafts.hold(1) }
    }

    @Test func `a discarded draft is gone`() throws {
        let held = try drafts.begin(someDraft)
        try held.discard()
        #expect(try drafts.list() == DraftList())
        #expect(throws: DraftError.noDraft(1)) { try held.write(someDraft) }
        #expect(throws: DraftError.noDraft(1)) { try held.discard() }
        #expect(throws: DraftError.noDraft(1)) { try drafts.hold(1) }
    }

    @Test func `a released draft cannot be written`() throws {
        let held = try drafts.begin(someDraft)
        held.release()
        #expect(throws: DraftError.taken(1)) { try held.write(someDraft) }
        #expect(throws: DraftError.taken(1)) { try held.discard() }
        #expect(throws: DraftError.taken(1)) { try drafts.cancel([1], held: [held], now: 0) }
    }

    @Test(arguments: [0, Int(1) << 53, .max])
    func `there is no draft with a number that none can have`(number: Int) throws {
        try begin()
        #expect(throws: DraftError.noDraft(number)) { try drafts.hold(number) }
        #expect(throws: DraftError.noDraft(number)) { try drafts.cancel([number], now: 0) }
    }

    @Test func `drafts of another journal are listed separately and not held, but can be cancelled`() throws {
        try begin()
        let own = Drafts(of: scene.journal, storeUUID: "8A6E")
        let other = Drafts(of: scene.journal, storeUUID: "OTHER") { _ in 0 }
        #expect(try own.list().drafts.count == 1)
        #expect(try other.list() == DraftList(ofOtherJournals: [1]))
        #expect(throws: DraftError.otherJournal(1)) { try other.hold(1) }
        try other.cancel([1], now: 1_000)
        #expect(try other.list() == DraftList())
    }

    // MARK: Cancelling

    @Test func `a cancel keeps drafts for one undo, whatever they are`() throws {
        try begin(3)
        try scene.sql("UPDATE ZDRAFT SET ZCONTENT = x'7b' WHERE Z_PK = 2")
        let held = try drafts.hold(3)
        try drafts.cancel([1, 2, 3], held: [held], now: 1_000)
        #expect(try drafts.list() == DraftList())
        #expect(throws: DraftError.noDraft(1)) { try drafts.hold(1) }
        #expect(throws: DraftError.noDraft(3)) { try held.write(someDraft) }
        let cancel = try #require(try drafts.lastCancel())
        #expect((cancel.numbers, cancel.isUndone, cancel.transaction) == ([1, 2, 3], false, 7))
        try drafts.restore(cancel, now: 1_000)
        #expect(try drafts.list().drafts.map(\.number) == [1, 3])
        #expect(try drafts.list().unreadable == [2])
        #expect(try drafts.lastCancel()?.isUndone == true)
        #expect(throws: DraftError.noDraft(1)) { try drafts.restore(cancel, now: 1_000) }
    }

    @Test func `a cancel of several drafts is refused as a whole if one is held elsewhere or gone`() throws {
        try begin(2)
        let held = try scene.drafts.hold(2)
        #expect(throws: DraftError.taken(2)) { try drafts.cancel([1, 2], now: 1_000) }
        held.release()
        #expect(throws: DraftError.noDraft(3)) { try drafts.cancel([1, 2, 3], now: 1_000) }
        #expect(try numbers() == [1, 2])
        #expect(try drafts.lastCancel() == nil)
    }

    @Test func `the next cancel deletes the drafts of the one before, also when that was undone`() throws {
        try begin(4)
        try drafts.cancel([1], now: 1_000)
        try drafts.cancel([2], now: 2_000)
        #expect(try drafts.lastCancel()?.numbers == [2])
        #expect(try scene.sql("SELECT group_concat(Z_PK) FROM ZDRAFT") == "2,3,4")
        try drafts.restore(try #require(try drafts.lastCancel()), now: 3_000)
        try drafts.cancel([3, 4], now: 4_000)
        #expect(try drafts.lastCancel()?.numbers == [3, 4])
        try drafts.restore(try #require(try drafts.lastCancel()), now: 5_000)
        #expect(try numbers() == [2, 3, 4])
    }

    @Test func `a cancel is later than the previous one even if the clock was set back`() throws {
        try begin(2)
        try drafts.cancel([1], now: 1_000)
        let first = try #require(try drafts.lastCancel())
        try drafts.cancel([2], now: 500)
        let second = try #require(try drafts.lastCancel())
        #expect(second.numbers == [2])
        #expect(second.stamp > first.stamp)
    }

    @Test func `after restored drafts are discarded, an earlier cancel is not the last one`() throws {
        try begin(3)
        for number in 1...2 {
            try drafts.cancel([number], now: Double(number) * 1_000)
            try drafts.restore(try #require(try drafts.lastCancel()), now: Double(number) * 1_000 + 500)
        }
        #expect(try drafts.lastCancel()?.numbers == [2])
        try drafts.hold(2).discard()
        #expect(try drafts.lastCancel() == nil)
        #expect(try numbers() == [1, 3])
    }

    @Test func `a cancel of several drafts is the last one until the last of them is discarded`() throws {
        try begin(3)
        try drafts.cancel([1, 2], now: 1_000)
        try drafts.restore(try #require(try drafts.lastCancel()), now: 2_000)
        try drafts.hold(1).discard()
        let cancel = try #require(try drafts.lastCancel())
        #expect((cancel.numbers, cancel.isUndone) == ([2], true))
    }

    @Test func `a draft that is cancelled again belongs to the later cancel alone`() throws {
        try begin(2)
        try drafts.cancel([1, 2], now: 1_000)
        try drafts.restore(try #require(try drafts.lastCancel()), now: 2_000)
        try drafts.cancel([1], now: 3_000)
        let cancel = try #require(try drafts.lastCancel())
        #expect((cancel.numbers, cancel.isUndone) == ([1], false))
        try drafts.restore(cancel, now: 4_000)
        #expect(try drafts.lastCancel()?.numbers == [1])
    }

    @Test func `a cancel and its undo are each after the commands of the journal that came before them`() throws {
        var number: Int64 = 7
        let drafts = Drafts(of: scene.journal) { _ in number }
        _ = try drafts.begin(someDraft)
        try drafts.cancel([1], now: 1_000)
        number = 9
        #expect(try drafts.lastCancel()?.transaction == 7)
        try drafts.restore(try #require(try drafts.lastCancel()), now: 2_000)
        #expect(try drafts.lastCancel()?.transaction == 9)
    }

    @Test func `a cancel in a journal without history keeps nothing of the draft`() throws {
        try begin()
        let drafts = Drafts(of: scene.journal)
        try FileManager.default.createDirectory(
            atPath: scene.draftPath("d1.form"), withIntermediateDirectories: false)
        try drafts.cancel([1], now: 1_000)
        #expect(try drafts.lastCancel() == nil)
        #expect(try scene.sql("SELECT count(*) FROM ZDRAFT") == 0)
        #expect(!scene.names(in: "J.sqlite-drafts").contains("d1.form"))
    }

    // MARK: Damage

    @Test(arguments: ["x'7b'", "x'ff'", "NULL", "zeroblob(0)"])
    func `a draft that cannot be read is reported and kept, and the others stay readable`(value: String) throws {
        try begin(2)
        try scene.sql("UPDATE ZDRAFT SET ZCONTENT = \(value) WHERE Z_PK = 1")
        #expect(try drafts.list() == DraftList(drafts: [Draft(number: 2, content: someDraft)], unreadable: [1]))
        #expect(throws: DraftError.unreadable(1)) { try drafts.hold(1) }
        try drafts.hold(2).discard()
        #expect(try scene.sql("SELECT ZCONTENT IS \(value) FROM ZDRAFT") == 1)
    }

    @Test func `a draft that would be too large to read is not written`() throws {
        try begin()
        var content = someDraft
        content.changes[.notes] = .some(.text(String(repeating: "a", count: EntryEdit.sizeLimit)))
        #expect(throws: DraftError.self) { try drafts.begin(content) }
        #expect(throws: DraftError.self) { try drafts.hold(1).write(content) }
        #expect(try drafts.list().drafts == [Draft(number: 1, content: someDraft)])
    }

    @Test func `a drafts folder that is a symbolic link is not followed`() throws {
        try begin()
        let other = Drafts(of: scene.folder.appendingPathComponent("K"))
        try FileManager.default.createSymbolicLink(
            atPath: scene.path("K-drafts"), withDestinationPath: scene.path("J.sqlite-drafts"))
        #expect(throws: DraftError.self) { try other.begin(someDraft) }
        #expect(throws: DraftError.self) { try other.list() }
    }

    @Test func `a file with the name of the drafts folder is an error`() throws {
        let other = Drafts(of: scene.folder.appendingPathComponent("K"))
        try scene.write("", to: scene.path("K-drafts"))
        #expect(throws: DraftError.self) { try other.begin(someDraft) }
        #expect(throws: DraftError.self) { try other.hold(1) }
    }

    @Test func `a folder that was removed while its store was open is made again`() throws {
        try begin(2)
        try FileManager.default.removeItem(atPath: scene.draftPath(""))
        #expect(try drafts.list() == DraftList())
        #expect(throws: DraftError.noDraft(1)) { try drafts.hold(1) }
        try begin()
        #expect(try numbers() == [1])
    }

    @Test func `anything but a store in the store's place is an error, and stays`() throws {
        try FileManager.default.createDirectory(
            atPath: scene.draftPath("drafts.sqlite"), withIntermediateDirectories: true)
        #expect(throws: DraftError.damaged(drafts.file)) { try drafts.list() }
        #expect(throws: DraftError.damaged(drafts.file)) { try drafts.begin(someDraft) }
        try FileManager.default.removeItem(atPath: scene.draftPath("drafts.sqlite"))
        try scene.write("not a database, but long enough", to: scene.draftPath("drafts.sqlite"))
        #expect(throws: DraftError.damaged(drafts.file)) { try drafts.list() }
        #expect(throws: DraftError.damaged(drafts.file)) { try drafts.begin(someDraft) }
        #expect(scene.text(scene.draftPath("drafts.sqlite")) == "not a database, but long enough")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a drafts folder that cannot be written is reported as not permitted`() throws {
        #expect(chmod(scene.folder.path, 0o500) == 0)
        defer { chmod(scene.folder.path, 0o700) }
        let other = Drafts(of: scene.folder.appendingPathComponent("K"))
        #expect(throws: DraftError.notPermitted(other.file)) { try other.begin(someDraft) }
    }
}

extension Scene {
    /// The first value of a statement in the drafts' store.
    @discardableResult
    fileprivate func sql(_ statement: String) throws -> Value {
        let connection = try Connection(path: draftPath("drafts.sqlite"))
        defer { try? connection.close() }
        return try connection.scalar(statement)
    }
}
