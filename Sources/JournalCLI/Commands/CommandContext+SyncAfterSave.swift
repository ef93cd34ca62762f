import Journal
import JournalSync
import Synchronization

/// Whether this process saved sessions since the last look.
final class SaveNotice: Sendable {
    static let ofProcess = SaveNotice()
    private let hasSaved = Mutex(false)

    func note() { hasSaved.withLock { $0 = true } }

    func take() -> Bool {
        hasSaved.withLock { saved in
            defer { saved = false }
            return saved
        }
    }
}

extension CommandContext {
    /// Starts an exchange in the background if the command changed sessions and the person's settings say so. Nobody
    /// waits for it. If one is running already, it ends at once.
    func syncAfterSave() {
        guard SaveNotice.ofProcess.take(), settings.syncAfter == .save, let place = try? place.get(),
            (try? SyncFolder(of: place.url).remote()) != nil
        else { return }
        BackgroundRun.detach(["sync", "--no-input", "--quiet", "--store", place.url.path])
    }
}
