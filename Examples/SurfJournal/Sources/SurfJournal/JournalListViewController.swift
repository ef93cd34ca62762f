import Foundation
import Persistence

/// The list. The table is what `rows` prints.
class JournalListViewController {

    // MARK: Properties
    var coreDataStack: CoreDataStack!
    lazy var fetchedResultsController: FetchedResultsController<JournalEntry> = journalListFetchedResultsController()
    var exportDidFinish: (URL) -> Void = { _ in }

    var rows: [String] {
        let count = fetchedResultsController.sections?[0].numberOfObjects ?? 0
        return (0..<count).map { row in
            let surfJournalEntry = fetchedResultsController.object(at: IndexPath(row: row, section: 0))
            return "\(surfJournalEntry.stringForDate()) \(surfJournalEntry.location ?? "") "
                + String(repeating: "*", count: surfJournalEntry.rating?.intValue ?? 0)
        }
    }
}

// MARK: Segues
extension JournalListViewController {

    func segueListToDetail(at indexPath: IndexPath) -> JournalEntryViewController {
        let detailViewController = JournalEntryViewController()
        let surfJournalEntry = fetchedResultsController.object(at: indexPath)

        // 1
        let childContext = ManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        childContext.parent = coreDataStack.mainContext

        // 2
        let childEntry = childContext.object(with: surfJournalEntry.objectID) as? JournalEntry

        // 3
        detailViewController.journalEntry = childEntry
        detailViewController.context = childContext
        detailViewController.delegate = self
        return detailViewController
    }

    func segueListToDetailAdd() -> JournalEntryViewController {
        let detailViewController = JournalEntryViewController()
        let childContext = ManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        childContext.parent = coreDataStack.mainContext

        let newJournalEntry = JournalEntry(context: childContext)
        detailViewController.journalEntry = newJournalEntry
        detailViewController.context = childContext
        detailViewController.delegate = self
        return detailViewController
    }
}

// MARK: FetchedResultsController
extension JournalListViewController {

    func journalListFetchedResultsController() -> FetchedResultsController<JournalEntry> {
        let fetchedResultController = FetchedResultsController(
            fetchRequest: surfJournalFetchRequest(),
            managedObjectContext: coreDataStack.mainContext,
            sectionNameKeyPath: nil,
            cacheName: nil)
        fetchedResultController.delegate = self

        do {
            try fetchedResultController.performFetch()
        } catch let error as NSError {
            fatalError("Error: \(error.localizedDescription)")
        }

        return fetchedResultController
    }

    func surfJournalFetchRequest() -> FetchRequest<JournalEntry> {
        let fetchRequest: FetchRequest<JournalEntry> = JournalEntry.fetchRequest()
        fetchRequest.fetchBatchSize = 20

        // Linux: Foundation has its own SortDescriptor, and there is no #keyPath.
        let sortDescriptor = FetchSortDescriptor(key: "date", ascending: false)
        fetchRequest.sortDescriptors = [sortDescriptor]

        return fetchRequest
    }
}

// MARK: FetchedResultsControllerDelegate
extension JournalListViewController: FetchedResultsControllerDelegate {

    func controllerDidChangeContent(_ controller: FetchedResultsController<FetchRequestResult>) {
        print("The list has changed.")
    }
}

// MARK: JournalEntryDelegate
extension JournalListViewController: JournalEntryDelegate {

    func didFinish(viewController: JournalEntryViewController, didSave: Bool) {

        // 1
        guard didSave, let context = viewController.context, context.hasChanges else {
            return
        }

        // 2
        context.perform {
            do {
                try context.save()
            } catch let error as NSError {
                fatalError("Error: \(error.localizedDescription)")
            }

            // 3
            self.coreDataStack.saveContext()
        }
    }
}

// MARK: Export
extension JournalListViewController {

    func exportCSVFile() {

        // 1
        coreDataStack.storeContainer.performBackgroundTask { context in
            var results: [JournalEntry] = []
            do {
                results = try context.fetch(self.surfJournalFetchRequest())
            } catch let error as NSError {
                print("ERROR: \(error.localizedDescription)")
            }

            // 2
            let exportFilePath = NSTemporaryDirectory() + "export.csv"
            let exportFileURL = URL(fileURLWithPath: exportFilePath)
            _ = FileManager.default.createFile(atPath: exportFilePath, contents: Data(), attributes: nil)

            // 3
            let fileHandle: FileHandle?
            do {
                fileHandle = try FileHandle(forWritingTo: exportFileURL)
            } catch let error as NSError {
                print("ERROR: \(error.localizedDescription)")
                fileHandle = nil
            }

            if let fileHandle = fileHandle {
                // 4
                for journalEntry in results {
                    fileHandle.seekToEndOfFile()
                    guard let csvData = journalEntry.csv().data(using: .utf8, allowLossyConversion: false) else {
                        continue
                    }

                    fileHandle.write(csvData)
                }

                // 5
                fileHandle.closeFile()

                // 6
                DispatchQueue.main.async {
                    self.exportDidFinish(exportFileURL)
                }
            }
        }  // 7 Closing brace for performBackgroundTask
    }
}
