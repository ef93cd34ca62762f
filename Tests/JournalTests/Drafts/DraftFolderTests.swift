import Foundation
import Synchronization
import Testing

@testable import Journal

struct DraftFolderTests {
    private let scene: Scene
    private let drafts: DraftFolder

    init() throws {
        scene = try Scene()
        drafts = scene.drafts
    }

    @Test func `a journal without drafts has an empty list and no folder`() throws {
        #expect(try drafts.list() == DraftList())
        #expect(throws: DraftError.noDraft(1)) { try drafts.take(1) }
        #expect(scene.names() == [])
    }

    @Test func `drafts are listed in numerical order`() throws {
        for _ in 1...11 { _ = try drafts.create(someDraft) }
        #expect(try drafts.all().map(\.number) == Array(1...11))
        #expect(try drafts.all().allSatisfy { $0.content == someDraft })
    }

    @Test func `a draft number is never reused, even after the last draft is gone`() throws {
        for _ in 1...3 { _ = try drafts.create(someDraft) }
        try drafts.take(3).discard()
        #expect(try drafts.create(someDraft).number == 4)
        for number in [1, 2, 4] { try drafts.take(number).discard() }
        #expect(try drafts.create(someDraft).number == 5)
    }

    @Test(arguments: [0, 1, 2])
    func `leftovers of a killed process are removed when a draft is next changed`(way: Int) throws {
        let number = try drafts.create(someDraft).number
        try scene.write("half", to: scene.draftPath(".new-abc"))
        switch way {
        case 0: _ = try drafts.create(someDraft)
        case 1: try drafts.take(number).write(someDraft)
        default: try drafts.take(number).discard()
        }
        #expect(!FileManager.default.fileExists(atPath: scene.draftPath(".new-abc")))
    }

    @Test func `a draft number taken before a crash is not reused`() throws {
        _ = try drafts.create(someDraft)
        try scene.write("", to: scene.draftPath(".last-7"))
        #expect(try drafts.create(someDraft).number == 8)
    }

    @Test(arguments: ["d09.json", "d-3.json", "d1000000000000000.json", "dd4.json", "d4.json.bak", "d.json", "d٤.json"])
    func `a file with another kind of name is not a draft`(name: String) throws {
        _ = try drafts.create(someDraft)
        try scene.write("", to: scene.draftPath(name))
        #expect(try drafts.list() == DraftList(drafts: [Draft(number: 1, content: someDraft)]))
        #expect(try drafts.create(someDraft).number == 2)
    }

    @Test func `running out of draft numbers is an error`() throws {
        _ = try drafts.create(someDraft)
        try scene.write("", to: scene.draftPath("d999999999999999.json"))
        #expect(throws: DraftError.self) { try drafts.create(someDraft) }
    }

    @Test func `drafts created simultaneously get different numbers`() throws {
        let numbers = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            guard let draft = try? drafts.create(someDraft) else { return }
            numbers.withLock { $0.append(draft.number) }
        }
        #expect(numbers.withLock { $0.sorted() } == Array(1...32))
        #expect(try drafts.all().count == 32)
    }

    @Test func `only the owner can read drafts, whatever the umask`() async {
        await #expect(processExitsWith: .success) {
            let scene = try Scene()
            umask(0)
            _ = try scene.drafts.create(someDraft)
            umask(0o777)
            let taken = try scene.drafts.take(1)
            try taken.write(someDraft)
            let modes = [scene.draftPath(""), scene.draftPath("d1.json"), scene.draftPath(".d1.lock")].map(scene.mode)
            umask(0o022)
            precondition(modes == [0o700, 0o600, 0o600])
        }
    }

    @Test func `only one process at a time can work on a draft`() throws {
        _ = try drafts.create(someDraft)
        let taken = try drafts.take(1)
        #expect(throws: DraftError.taken(1)) { try drafts.take(1) }
        taken.release()
        #expect(try drafts.take(1).draft.content == someDraft)
    }

    @Test func `of many simultaneous attempts to take a draft, one succeeds`() throws {
        _ = try drafts.create(someDraft)
        let held = Mutex<[TakenDraft]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            guard let taken = try? drafts.take(1) else { return }
            held.withLock { $0.append(taken) }
        }
        #expect(held.withLock { $0.count } == 1)
    }

    @Test func `concurrent taking and releasing never gives a draft to two holders`() throws {
        _ = try drafts.create(someDraft)
        let holders = Atomic(0)
        let overlaps = Atomic(0)
        let turns = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<200 {
                guard let taken = try? drafts.take(1) else { continue }
                if holders.add(1, ordering: .sequentiallyConsistent).newValue > 1 {
                    overlaps.add(1, ordering: .relaxed)
                }
                holders.subtract(1, ordering: .sequentiallyConsistent)
                turns.add(1, ordering: .relaxed)
                taken.release()
            }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(turns.load(ordering: .relaxed) > 0)
    }

    @Test func `the lock file of a killed process does not block a draft`() throws {
        _ = try drafts.create(someDraft)
        try scene.write("", to: scene.draftPath(".d1.lock"))
        #expect(try drafts.take(1).draft.number == 1)
    }

    @Test func `a draft whose holder was deallocated can be taken again`() throws {
        _ = try drafts.create(someDraft)
        _ = try drafts.take(1)
        #expect(try drafts.take(1).draft.number == 1)
    }

    @Test func `a draft is rewritten as a whole`() throws {
        _ = try drafts.create(someDraft)
        let taken = try drafts.take(1)
        var content = someDraft
        content.changes = [.rating: .integer(5)]
        try taken.write(content)
        #expect(taken.draft.content == content)
        #expect(try drafts.all() == [Draft(number: 1, content: content)])
        #expect(throws: DraftError.taken(1)) { try drafts.take(1) }
    }

    @Test func `a discarded draft leaves only its number`() throws {
        _ = try drafts.create(someDraft)
        let taken = try drafts.take(1)
        try taken.discard()
        #expect(scene.names(in: "J.sqlite-drafts") == [".last-1"])
        #expect(throws: DraftError.noDraft(1)) { try taken.write(someDraft) }
        #expect(throws: DraftError.noDraft(1)) { try taken.discard() }
    }

    @Test func `a released draft cannot be written`() throws {
        _ = try drafts.create(someDraft)
        let taken = try drafts.take(1)
        taken.release()
        #expect(throws: DraftError.taken(1)) { try taken.write(someDraft) }
        #expect(throws: DraftError.taken(1)) { try taken.discard() }
    }

    @Test func `a discarded draft can be restored under its number`() throws {
        let draft = try drafts.create(someDraft)
        try drafts.take(1).discard()
        try drafts.restore(draft)
        #expect(try drafts.all() == [draft])
        #expect(throws: DraftError.taken(1)) { try drafts.restore(draft) }
        #expect(scene.names(in: "J.sqlite-drafts") == [".last-1", "d1.json"])
    }

    @Test func `drafts of another journal are listed separately`() throws {
        _ = try drafts.create(someDraft)
        let own = DraftFolder(journal: scene.journal, storeUUID: "8A6E")
        let other = DraftFolder(journal: scene.journal, storeUUID: "OTHER")
        #expect(try own.all().count == 1)
        #expect(try other.list() == DraftList(ofOtherJournals: [1]))
        #expect(throws: DraftError.otherJournal(1)) { try other.take(1) }
    }

    @Test func `a cancel is later than the previous one even if the clock was set back`() throws {
        for _ in 1...2 { _ = try drafts.create(someDraft) }
        try drafts.cancel([drafts.take(1)], now: 1_000)
        let first = try #require(try drafts.lastCancel())
        try drafts.cancel([drafts.take(2)], now: 500)
        let second = try #require(try drafts.lastCancel())
        #expect(second.numbers == [2])
        #expect(second.stamp > first.stamp)
    }

    @Test func `a cancel that cannot be undone keeps nothing of the draft`() throws {
        _ = try drafts.create(someDraft)
        try drafts.cancel([drafts.take(1)], now: 1_000, isKept: false)
        #expect(try drafts.lastCancel() == nil)
        #expect(scene.names(in: "J.sqlite-drafts") == [".last-1"])
    }
}
