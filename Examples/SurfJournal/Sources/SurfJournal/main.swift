import Dispatch
import Foundation

// What a person does in the app: look at the list, edit, cancel an edit, add, and export.

let list = JournalListViewController()
list.coreDataStack = CoreDataStack(modelName: "SurfJournalModel")
list.rows.forEach { print($0) }

DispatchQueue.main.async {
    let editor = list.segueListToDetail(at: IndexPath(row: 0, section: 0))
    editor.updateJournalEntry(location: "Ocean Beach", rating: 2)
    editor.saveButtonWasTapped()
    let cancelled = list.segueListToDetail(at: IndexPath(row: 1, section: 0))
    cancelled.updateJournalEntry(location: "Nowhere", rating: 1)
    cancelled.cancelButtonWasTapped()
    let cancelledNew = list.segueListToDetailAdd()
    cancelledNew.updateJournalEntry(location: "Nowhere", rating: 1)
    cancelledNew.cancelButtonWasTapped()
    let new = list.segueListToDetailAdd()
    new.updateJournalEntry(location: "Malibu", rating: 3)
    new.saveButtonWasTapped()
    DispatchQueue.main.async { list.exportCSVFile() }
}

list.exportDidFinish = { file in
    list.rows.forEach { print($0) }
    print("Exported:")
    print((try? String(contentsOf: file, encoding: .utf8)) ?? "nothing", terminator: "")
    // Linux: defaults are written when a program asks for it.
    UserDefaults.standard.synchronize()
    exit(0)
}
dispatchMain()
