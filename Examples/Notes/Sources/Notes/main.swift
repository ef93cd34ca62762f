import Persistence
import PersistenceSQLite

final class Note: ManagedObject {
    @Managed("text") var text: String?
    @Managed("date") var date: Date?
    @Managed("isDone") var isDone: Bool
}

let note = EntityDescription(
    name: "Note", class: Note.self,
    properties: [
        AttributeDescription(name: "text", type: .string), AttributeDescription(name: "date", type: .date),
        AttributeDescription(name: "isDone", type: .boolean, defaultValue: false),
    ])
let container = PersistentContainer(name: "Notes", managedObjectModel: ManagedObjectModel(entities: [note]))
container.loadPersistentStores { _, error in
    if let error { fatalError("\(error)") }
}

let context = container.viewContext
for text in ["Wax the board", "Call Ada", "Look at the forecast"] {
    let note = Note(context: context)
    note.text = text
    note.date = Date()
}
try context.save()

let request = Note.fetchRequest()
request.predicate = FetchPredicate("text CONTAINS[cd] %@ AND isDone == NO", "the")
request.sortDescriptors = [FetchSortDescriptor(key: "text", ascending: true)]
for note in try context.fetch(request) { print(note.text ?? "") }
