import Journal

/// Refusals about drafts, and errors of saves that leave one.
extension Refusal {
    static func severalDrafts(_ numbers: [Int], of id: Int64?) -> Refusal {
        let place = id.map { "Session \($0) has" } ?? "There are"
        return Refusal.usage("\(place) \(Messages.drafts(numbers)). Name one of them.")
    }

    static func noDraft(of id: Int64?) -> Refusal {
        Refusal(
            .notFound,
            id.map { "Session \($0) has no draft. See 'surfjournal drafts'." }
                ?? "There are no drafts. 'surfjournal edit ID --draft' starts one.")
    }

    /// A change that conflicts with the stored entry and is kept as a draft.
    static func conflict(_ report: ConflictReport, draft: Int) -> Refusal {
        Refusal(.conflict, Messages.conflict(report, "d\(draft)"), .draft(draft))
            .showing(ConflictValues(report: report))
    }

    /// The error of a save whose draft still exists.
    init(_ error: any Error, keeping draft: Int) {
        if case JournalError.conflict(let report) = error {
            self = .conflict(report, draft: draft)
        } else {
            let refusal = Refusal(error)
            self = refusal.survived == .saved ? refusal : refusal.leaving(.draft(draft))
        }
    }

    /// The error of a save whose changes are now kept as a new draft.
    init(_ error: any Error, keeping edit: EntryEdit, in journal: Journal) {
        if let draft = try? journal.drafts.begin(edit).draft {
            self.init(error, keeping: draft.number)
        } else {
            self = Refusal(error).leaving(.draftLost)
        }
    }
}

/// Errors of drafts.
extension Refusal {
    init(_ error: DraftError) {
        switch error {
        case .noDraft(let number): self = .notFound("There is no draft d\(number). See 'surfjournal drafts'.")
        case .taken(let number): self = .busy("Draft d\(number) is open in another terminal.")
        case .unreadable(let number):
            self = .badData("Draft d\(number) cannot be read. It is kept until 'surfjournal cancel d\(number)'.")
        case .otherJournal(let number):
            self = .badData("Draft d\(number) belongs to another journal. Name that one with --store.")
        case .folder(let url, let fault): self = .privateFolder(url.path, fault)
        case .damaged(let url):
            self = .badData(
                "The drafts in \(url.path) are damaged. Put a copy of that file in its place, or move it away to go on without."
            )
        case .busy(let url):
            self = .busy("Another program is changing drafts in \(url.path). Try again when it is done.")
        case .uncertain(let url):
            self = .failure(
                "The disk failed while drafts in \(url.path) were changed. 'surfjournal drafts' shows which are there.",
                .silent)
        case .diskFull(let url): self = .failure("The disk of \(url.path) is full. Make room and try again.")
        case .notPermitted(let url):
            self = .failure("\(url.path) cannot be used. Check the permissions of that file and its folder.")
        case .failed(let url, let detail):
            self = .failure(
                "\(url.path) cannot be used (\(Messages.trimmed(detail))). Check its folder and its disk, and try again."
            )
        }
    }
}
