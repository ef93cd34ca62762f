import Foundation
import Persistence

@testable import Journal
@testable import SurfLanguage

/// The tutorial's app without its screens: the list, the editor and the export, on the engine's own API.
@MainActor final class TutorialApp {
    let place: TemporaryJournal
    let journal: Journal

    /// An app over a journal with these entries.
    init(_ entries: [EntryValues] = []) throws {
        place = try TemporaryJournal()
        for values in entries { try place.add(values) }
        journal = try place.open()
    }

    /// What the editor is given: an entry and, because the entry holds it weakly, its context.
    struct Editor {
        let entry: JournalEntry
        let context: ManagedObjectContext
    }

    var mainContext: ManagedObjectContext { journal.mainContext }

    /// The list's request, which the export uses as well.
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

    /// An editor with the child's own instance of a row.
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

    /// What the list does when the editor is done: the editor's context is saved, then the main one.
    func didFinish(_ editor: Editor, didSave: Bool) async throws {
        let (context, mainContext) = (editor.context, mainContext)
        guard didSave, context.hasChanges else { return }
        try await context.perform {
            try context.save()
            try mainContext.save()
        }
    }

    /// The entries as lines in the tutorial's form, through objects of a context on whose queue this runs.
    nonisolated static func csv(_ entries: [JournalEntry]) -> Data {
        var writer = CSVWriter(.original, columns: EntryColumn.original, zone: .gmt)
        var bytes: [UInt8] = []
        for entry in entries { writer.append(entry.record(samples: SampleKeys()), to: &bytes) }
        return Data(bytes)
    }

    /// What the program exports in the tutorial's dialect.
    func export(to path: String? = nil, force: Bool = false) throws -> Data {
        let path = path ?? place.folder.appendingPathComponent(UUID().uuidString).path
        let file = try OutputFile.replacing(path, force: force, sparing: nil)
        try Exporter(.csv(.original), zone: .gmt).export(EntryQuery(), of: journal, to: file)
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// What another process finds in the journal.
    func stored() throws -> [EntryRecord] { try place.open().all(EntryQuery(sort: .id)) }

    /// The bytes of the database and of its log.
    func files() -> [Data?] {
        ["", "-wal"].map { FileManager.default.contents(atPath: place.url.path + $0) }
    }
}
