import Foundation
import Journal

/// Refusals about sessions and drafts that several commands share.
extension Refusal {
    static let noEntries = Refusal(
        .notFound, "The journal has no sessions, so there is no 'last'. Add one with 'surfjournal add'.")

    static let needsPlace = Refusal(
        .usage, "A session needs a place. Name it in the sentence or with --location.")

    static let cannotClearPlace = Refusal(
        .usage, "A session needs a place. Give it another one instead of clearing it.")

    static let scratchpadsOpen = Refusal(.usage, "You are editing a session. Use 'save' or 'cancel' first.")

    /// - Parameter suggestion: A place with a similar name.
    static func noSpot(_ name: String, _ suggestion: String?) -> Refusal {
        let next =
            suggestion.map { "Did you mean '\(TerminalSafe.text($0))'?" }
            ?? "'surfjournal list --location' finds a place by part of its name."
        return Refusal(.notFound, "There are no sessions at '\(name)'. \(next)")
    }

    static func severalDrafts(_ numbers: [Int], of id: Int64?) -> Refusal {
        let place = id.map { "Session \($0) has" } ?? "There are"
        return Refusal(.usage, "\(place) \(Sentences.drafts(numbers)). Name one of them.")
    }

    static func noDraft(of id: Int64?) -> Refusal {
        Refusal(
            .notFound,
            id.map { "Session \($0) has no draft. See 'surfjournal drafts'." }
                ?? "There are no drafts. 'surfjournal edit ID --draft' starts one.")
    }

    /// A change that conflicts with the stored entry and is kept as a draft.
    static func conflict(_ report: ConflictReport, draft: Int) -> Refusal {
        Refusal(.conflict, Sentences.conflict(report, "d\(draft)"), .draft(draft))
            .showing(ConflictValues(report: report))
    }
}

/// Errors of drafts.
extension Refusal {
    init(_ error: DraftError) {
        switch error {
        case .noDraft(let number): self.init(.notFound, "There is no draft d\(number). See 'surfjournal drafts'.")
        case .taken(let number): self.init(.busy, "Draft d\(number) is open in another terminal.")
        case .unreadable(let number):
            self.init(
                .badData, "Draft d\(number) cannot be read. It is kept until 'surfjournal cancel d\(number)'.")
        case .otherJournal(let number):
            self.init(.badData, "Draft d\(number) belongs to another journal. Name that one with --store.")
        case .damaged(let url):
            self.init(
                .badData,
                "The drafts in \(url.path) are damaged. Put a copy of that file in its place, or move it away to go on without."
            )
        case .busy(let url):
            self.init(.busy, "Another program is changing drafts in \(url.path). Try again when it is done.")
        case .uncertain(let url):
            self.init(
                .failure,
                "The disk failed while drafts in \(url.path) were changed. 'surfjournal drafts' shows which are there.",
                .silent)
        case .diskFull(let url): self.init(.failure, "The disk of \(url.path) is full. Make room and try again.")
        case .notPermitted(let url):
            self.init(
                .failure, "\(url.path) cannot be used. Check the permissions of that file and its folder.")
        case .failed(let url, let detail):
            self.init(
                .failure,
                "\(url.path) cannot be used (\(Sentences.trimmed(detail))). Check its folder and its disk, and try again."
            )
        }
    }
}
