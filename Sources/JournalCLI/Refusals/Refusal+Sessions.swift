import Foundation
import Journal

/// Refusals about sessions that several commands share.
extension Refusal {
    static let noEntries = Refusal.notFound(
        "The journal has no sessions, so there is no 'last'. Add one with 'surfjournal add'.")

    static let needsPlace = Refusal.usage("A session needs a place. Name it in the sentence or with --location.")

    static let cannotClearPlace = Refusal.usage("A session needs a place. Give it another one instead of clearing it.")

    static let scratchpadsOpen = Refusal.usage("You are editing a session. Use 'save' or 'cancel' first.")
}
