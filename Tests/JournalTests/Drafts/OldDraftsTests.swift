import Foundation
import TestSupport
import Testing

@testable import Journal

/// Drafts that earlier versions of the program kept as files.
struct OldDraftsTests {
    private let scene: Scene
    private let drafts: Drafts

    init() throws {
        scene = try Scene()
        drafts = scene.drafts
        try FileManager.default.createDirectory(atPath: scene.draftPath(""), withIntermediateDirectories: false)
    }

    private func content(_ rating: Int16) -> EntryEdit {
        var content = someDraft
        content.changes[.rating] = .some(.integer(rating))
        return content
    }

    /// Writes a draft's file.
    private func write(_ name: String, _ rating: Int16 = 1) throws {
        try scene.write(String(decoding: content(rating).bytes, as: UTF8.self), to: scene.draftPath(name))
    }

    private func record(_ stamp: Int, _ numbers: [Int], isUndone: Bool) throws {
        try scene.write(
            "{\"stamp\":\(stamp),\"numbers\":\(numbers),\"isUndone\":\(isUndone)}\n", to: scene.draftPath(".cancel"))
    }

    /// The ratings of the drafts by number.
    private func ratings() throws -> [Int: Int16] {
        let listed = try drafts.list().drafts.map { draft in
            guard case .integer(let rating)?? = draft.content.changes[.rating] else { return (draft.number, Int16(0)) }
            return (draft.number, rating)
        }
        return Dictionary(listed, uniquingKeysWith: { $1 })
    }

    /// The files in the folder, without the log of the open store.
    private var names: [String] {
        scene.names(in: "J.sqlite-drafts").filter { !$0.hasPrefix("drafts.sqlite-") }
    }

    @Test func `files are drafts with the same numbers, and the first change makes rows of them`() throws {
        for number in [1, 3, 10] { try write("d\(number).json", Int16(number)) }
        for name in [".last-12", ".d3.lock", ".new-dead"] { try scene.write("", to: scene.draftPath(name)) }
        let before = names
        #expect(try ratings() == [1: 1, 3: 3, 10: 10])
        #expect(names == before)
        #expect(try drafts.hold(3).draft.content == content(3))
        #expect(names == ["drafts.lock", "drafts.sqlite"])
        #expect(try ratings() == [1: 1, 3: 3, 10: 10])
        #expect(try drafts.begin(content(5)).draft.number == 13)
    }

    @Test func `the number of the last draft is not reused although its draft is gone`() throws {
        try scene.write("", to: scene.draftPath(".last-7"))
        #expect(try drafts.begin(someDraft).draft.number == 8)
        #expect(try ratings().keys.sorted() == [8])
    }

    @Test(arguments: ["d09.json", "d-3.json", "d1000000000000000.json", "dd4.json", "d4.json.bak", "d.json", "d٤.json"])
    func `a file with another kind of name is not a draft, and stays`(name: String) throws {
        try write("d1.json")
        try scene.write("", to: scene.draftPath(name))
        #expect(try drafts.list().unreadable == [])
        #expect(try drafts.begin(someDraft).draft.number == 2)
        #expect(names == [name, "drafts.lock", "drafts.sqlite"].sorted())
    }

    @Test(arguments: ["a pipe", "a folder", "a link", "a large file"])
    func `what no version wrote is reported, and neither read nor removed`(kind: String) throws {
        try write("d1.json")
        let path = scene.draftPath("d2.json")
        switch kind {
        case "a pipe": #expect(mkfifo(path, 0o600) == 0)
        case "a folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "a link":
            try write("other")
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: scene.draftPath("other"))
        default:
            try scene.write("", to: path)
            #expect(truncate(path, off_t(EntryEdit.sizeLimit + 1)) == 0)
        }
        for _ in 1...2 {
            #expect(try drafts.list().unreadable == [2])
            #expect(throws: DraftError.unreadable(2)) { try drafts.hold(2) }
        }
        #expect(try drafts.begin(someDraft).draft.number == 3)
        #expect(names.contains("d2.json"))
    }

    @Test func `a damaged file becomes an unreadable draft, which can be cancelled and restored`() throws {
        try scene.write("{", to: scene.draftPath("d1.json"))
        try write("d2.json", 2)
        #expect(throws: DraftError.unreadable(1)) { try drafts.hold(1) }
        #expect(try drafts.list().unreadable == [1])
        #expect(try ratings() == [2: 2])
        try drafts.cancel([1], now: 1_000)
        #expect(try drafts.list().unreadable == [])
        try drafts.restore(try #require(try drafts.lastCancel()), now: 1_000)
        #expect(try drafts.list().unreadable == [1])
    }

    // MARK: Cancelled drafts

    @Test func `cancelled drafts can still be restored, those of an earlier cancel not`() throws {
        try write(".cancelled-5000-1", 1)
        try write(".cancelled-6000-2", 2)
        try write(".cancelled-6000-3", 3)
        try write("d4.json", 4)
        try record(6000, [2, 3], isUndone: false)
        #expect(try ratings() == [4: 4])
        let cancel = try #require(try drafts.lastCancel())
        #expect((cancel.numbers, cancel.isUndone) == ([2, 3], false))
        try drafts.restore(cancel, now: 0)
        #expect(try ratings() == [2: 2, 3: 3, 4: 4])
        #expect(names == ["drafts.sqlite"])
    }

    @Test func `a cancel that was interrupted after its record is done`() throws {
        try write(".cancelled-6000-1", 1)
        try write("d2.json", 2)
        try write("d3.json", 3)
        try record(6000, [1, 2], isUndone: false)
        #expect(try ratings() == [3: 3])
        #expect(try drafts.lastCancel()?.numbers == [1, 2])
        #expect(try ratings() == [3: 3])
    }

    @Test func `an undo of a cancel that was interrupted after its record is done, and can be redone`() throws {
        try write(".cancelled-6000-1", 1)
        try write("d2.json", 2)
        try record(7000, [1, 2], isUndone: true)
        #expect(try ratings() == [1: 1, 2: 2])
        let cancel = try #require(try drafts.lastCancel())
        #expect((cancel.numbers, cancel.isUndone) == ([1, 2], true))
    }

    @Test(arguments: [nil, "{", "{\"stamp\":1,\"numbers\":[1]}"])
    func `without a readable record, the names of the files decide`(record: String?) throws {
        if let record { try scene.write(record, to: scene.draftPath(".cancel")) }
        try write(".cancelled-5000-1", 1)
        try write(".cancelled-6000-2", 2)
        try write("d3.json", 3)
        #expect(try ratings() == [3: 3])
        #expect(try drafts.lastCancel()?.numbers == [2])
    }

    @Test func `a cancelled draft is after the commands of its journal that came before it`() throws {
        try write(".cancelled-6000-1", 1)
        let drafts = Drafts(of: scene.journal) { date in date.map { Int64($0 * 10) } ?? 0 }
        #expect(try drafts.lastCancel()?.transaction == 60)
    }

    // MARK: Interrupted

    @Test func `a file whose draft is in the store already is removed and not doubled`() throws {
        try write("d1.json", 1)
        try write("d2.json", 2)
        _ = try drafts.hold(1)
        try write("d2.json", 2)
        try write("d1.json", 1)
        #expect(try ratings() == [1: 1, 2: 2])
        _ = try scene.drafts.hold(1)
        #expect(try ratings() == [1: 1, 2: 2])
        #expect(names == ["drafts.lock", "drafts.sqlite"])
    }

    /// Whether anybody waits for the lock of the drafts folder.
    private func isAwaited() throws -> Bool {
        let folder = try FileManager.default.attributesOfItem(atPath: scene.draftPath(""))
        let inode = try #require(folder[.systemFileNumber] as? Int)
        let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
        return locks.contains { $0.contains("-> FLOCK") && $0.contains(":\(inode) ") }
    }

    @Test(.enabled(if: access("/proc/locks", R_OK) == 0, "only /proc/locks tells who waits for a lock"))
    func `of two programs that take over files at once, the second takes over what the first left`() throws {
        for number: Int16 in [1, 2] { try write("d\(number).json", number) }
        var lock: Descriptor? = try OpenFolder(scene.draftPath(""), followsLink: false).lock()
        let hasEnded = Box<Bool>()
        let second = Background { [scene] in
            defer { hasEnded.value = true }
            _ = try scene.drafts.hold(2)
        }
        while hasEnded.value == nil, try !isAwaited() { usleep(1_000) }
        // The first program has taken over draft 1, which was discarded at once.
        try FileManager.default.removeItem(atPath: scene.draftPath("d1.json"))
        withExtendedLifetime(lock) { lock = nil }
        #expect(second.error() == nil)
        #expect(try ratings() == [2: 2])
    }

    @Test func `many programs that take over files at once make one draft of each`() throws {
        for number: Int16 in 1...9 { try write("d\(number).json", number) }
        DispatchQueue.concurrentPerform(iterations: 8) { [scene] number in _ = try? scene.drafts.hold(number + 1) }
        #expect(try ratings() == Dictionary(uniqueKeysWithValues: (1...9).map { ($0, Int16($0)) }))
        #expect(names == ["drafts.lock", "drafts.sqlite"])
    }

    @Test func `a later file whose number is used gets another`() throws {
        for rating: Int16 in [1, 2] { _ = try drafts.begin(content(rating)) }
        try drafts.hold(2).discard()
        for number: Int16 in [1, 2, 3] { try write("d\(number).json", number + 5) }
        _ = try scene.drafts.hold(1)
        #expect(try ratings() == [1: 1, 3: 8, 4: 6, 5: 7])
    }
}
