import Foundation
import Persistence

protocol JournalEntryDelegate {
    func didFinish(viewController: JournalEntryViewController, didSave: Bool)
}

/// The editor of an entry. The text fields are the parameters of `updateJournalEntry`.
class JournalEntryViewController {

    // MARK: Properties
    var journalEntry: JournalEntry?
    var context: ManagedObjectContext!
    var delegate: JournalEntryDelegate?

    func updateJournalEntry(location: String, rating: Int32) {
        guard let entry = journalEntry else { return }

        if entry.date == nil { entry.date = Date(timeIntervalSinceReferenceDate: 600_000_000) }
        entry.location = location
        entry.rating = NSNumber(value: rating)
    }

    func cancelButtonWasTapped() {
        delegate?.didFinish(viewController: self, didSave: false)
    }

    func saveButtonWasTapped() {
        delegate?.didFinish(viewController: self, didSave: true)
    }
}
