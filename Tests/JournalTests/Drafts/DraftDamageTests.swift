import Foundation
import Testing

@testable import Journal

/// Files in the drafts folder that are not drafts.
struct DraftDamageTests {
    private let scene: Scene
    private let drafts: DraftFolder

    init() throws {
        scene = try Scene()
        drafts = scene.drafts
        _ = try drafts.create(someDraft)
    }

    private func expectUnreadable(_ number: Int) throws {
        #expect(try drafts.list() == DraftList(drafts: [Draft(number: 1, content: someDraft)], unreadable: [number]))
        #expect(throws: DraftError.unreadable(number)) { try drafts.take(number) }
        #expect(scene.names(in: "J.sqlite-drafts") == [".last-1", "d1.json", "d\(number).json"])
        #expect(try drafts.create(someDraft).number == number + 1)
    }

    @Test func `a corrupt draft file is reported and kept`() throws {
        try scene.write("{", to: scene.draftPath("d2.json"))
        try expectUnreadable(2)
        #expect(scene.text(scene.draftPath("d2.json")) == "{")
    }

    @Test func `a symbolic link is not followed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: scene.draftPath("d2.json"), withDestinationPath: scene.draftPath("d1.json"))
        try expectUnreadable(2)
    }

    @Test func `a folder with the name of a draft is reported`() throws {
        try FileManager.default.createDirectory(atPath: scene.draftPath("d2.json"), withIntermediateDirectories: false)
        try expectUnreadable(2)
    }

    @Test func `a pipe with the name of a draft is reported without waiting for it`() throws {
        #expect(mkfifo(scene.draftPath("d2.json"), 0o600) == 0)
        try expectUnreadable(2)
    }

    @Test func `a draft file that is too large is reported and not read`() throws {
        try scene.write("", to: scene.draftPath("d2.json"))
        #expect(truncate(scene.draftPath("d2.json"), DraftFile.sizeLimit + 1) == 0)
        try expectUnreadable(2)
    }

    @Test func `a draft that would be too large to read is not written`() throws {
        var content = someDraft
        content.changes[.notes] = .some(.text(String(repeating: "a", count: DraftFile.sizeLimit)))
        #expect(throws: DraftError.self) { try drafts.create(content) }
        #expect(scene.names(in: "J.sqlite-drafts") == [".last-1", "d1.json"])
    }

    @Test func `a drafts folder that is a symbolic link is not followed`() throws {
        let other = DraftFolder(journal: scene.folder.appendingPathComponent("K"))
        try FileManager.default.createSymbolicLink(
            atPath: scene.path("K-drafts"), withDestinationPath: scene.path("J.sqlite-drafts"))
        #expect(throws: DraftError.self) { try other.create(someDraft) }
        #expect(throws: DraftError.self) { try other.list() }
    }

    @Test func `a file with the name of the drafts folder is an error`() throws {
        let other = DraftFolder(journal: scene.folder.appendingPathComponent("K"))
        try scene.write("", to: scene.path("K-drafts"))
        #expect(throws: DraftError.self) { try other.create(someDraft) }
        #expect(throws: DraftError.self) { try other.take(1) }
    }

    @Test func `half-written files of killed processes are removed, but not those of running ones`() throws {
        try scene.write("{", to: scene.draftPath(".new-dead"))
        let folder = try OpenFolder(scene.draftPath(""), followsLink: false)
        let live = try TemporaryFile(in: folder, prefix: ".new-")
        _ = try drafts.create(someDraft)
        #expect(scene.names(in: "J.sqlite-drafts") == [".last-2", live.name, "d1.json", "d2.json"])
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a drafts folder that cannot be written is reported as not permitted`() throws {
        #expect(chmod(scene.folder.path, 0o500) == 0)
        defer { chmod(scene.folder.path, 0o700) }
        let other = DraftFolder(journal: scene.folder.appendingPathComponent("K"))
        #expect(throws: DraftError.notPermitted(other.url)) { try other.create(someDraft) }
    }
}
