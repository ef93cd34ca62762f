import Foundation

@testable import Journal
@testable import SurfLanguage

/// A temporary folder with a path for a journal.
final class Scene: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var journal: URL { folder.appendingPathComponent("J.sqlite") }
    /// The drafts of a journal whose last transaction has the number 7, as another process sees them.
    var drafts: Drafts { Drafts(of: journal) { _ in 7 } }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The path of a file in the drafts folder.
    func draftPath(_ name: String) -> String { path("J.sqlite-drafts/" + name) }

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in the folder, or in one of its subfolders, sorted.
    func names(in name: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []).sorted()
    }

    func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]) as? Int
    }
}

/// A draft of an edit with a changed and a cleared field.
let someDraft = EntryEdit(
    entryID: 5001, baseRev: 3, base: EntryValues(date: 363_215_648.859691, location: "Malibu", wind: "5kts", rating: 1),
    changes: [.height: .text("4ft"), .wind: nil], storeUUID: "8A6E", since: 810_914_400.25)
