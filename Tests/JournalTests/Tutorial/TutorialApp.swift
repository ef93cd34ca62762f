import Foundation
import Persistence

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// The tutorial's app without its screens: the list, the editor and the export, using the engine's public API.
@MainActor final class TutorialApp {
    let place: TemporaryJournal
    let journal: Journal

    /// An app with a journal of these entries.
    init(_ entries: [EntryValues] = []) throws {
        place = try TemporaryJournal()
        for values in entries { try place.add(values) }
        journal = try place.open()
    }

    /// The editor's input: an entry, and its context, because the entry holds that weakly.
    struct Editor {
        let entry: JournalEntry
        let context: ManagedObjectContext
    }

    var mainContext: ManagedObjectContext { journal.mainContext }

    /// The fetch request of the list, also used by the export.
    var request: FetchRequest<JournalEntry> {
        let request = FetchRequest<JournalEntry>(entityName: JournalModel.entityName)
        request.sortDescriptors = [FetchSortDescriptor(key: "date", ascending: false)]
        return request
    }

    /// The rows of the list.
    func list() throws -> [JournalEntry] { try mainContext.fetch(request) }

    /// A scratchpad: a child of the main context.
    func child() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .mainQueue)
        context.parent = mainContext
        return context
    }

    /// An editor with the child context's own instance of a row.
    func editor(of row: JournalEntry) throws -> Editor {
        let context = child()
        guard let entry = context.object(with: row.objectID) as? JournalEntry else { throw JournalError.noEntry(0) }
        return Editor(entry: entry, context: context)
    }

    /// An editor with a new entry.
    func editorOfNew() -> Editor {
        let context = child()
        return Editor(entry: JournalEntry(context: context), context: context)
    }

    /// The list's action when the editor is done: saves the editor's context, then the main context.
    func didFinish(_ editor: Editor, didSave: Bool) async throws {
        let (context, mainContext) = (editor.context, mainContext)
        guard didSave, context.hasChanges else { return }
        try await context.perform {
            try context.save()
            try mainContext.save()
        }
    }

    /// The entries as CSV lines of the tutorial; must run on the queue of their context.
    nonisolated static func csv(_ entries: [JournalEntry]) -> Data {
        var writer = CSVWriter(.original, columns: EntryColumn.original, zone: .gmt)
        var bytes: [UInt8] = []
        for entry in entries { writer.append(entry.record(samples: SampleKeys()), to: &bytes) }
        return Data(bytes)
    }

    /// The program's export in the tutorial's dialect.
    func export(to path: String? = nil, force: Bool = false) throws -> Data {
        let path = path ?? place.folder.appendingPathComponent(UUID().uuidString).path
        let file = try OutputFile.replacing(path, force: force, sparing: nil)
        try Export(EntryQuery(), of: journal, as: .csv(.original), zone: .gmt, to: file).run()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// The entries as another process reads them.
    func stored() throws -> [EntryRecord] { try place.open().all(EntryQuery(sort: .id)) }

    /// The bytes of the database and its log.
    func files() -> [Data?] {
        ["", "-wal"].map { FileManager.default.contents(atPath: place.url.path + $0) }
    }
}
