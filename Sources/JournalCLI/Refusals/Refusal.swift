import Foundation
import Journal
import JournalTransfer
import JournalSync
import TidesAndLight

/// Why a command refuses or fails: its exit code, its sentence, and what survived.
///
/// Each refusal is made in one place. What only one command refuses is at the end of that command's file, what
/// several refuse in this folder. Errors of other modules carry facts; an initializer turns each into a refusal.
struct Refusal: Error, Equatable {
    let code: ExitCode
    /// The sentence without what survived, or nil to print nothing.
    let sentence: String?
    private(set) var survived: Survived
    /// Whether the sentence is printed as a note, without the program's name before it.
    private(set) var isNote = false
    /// The values of a conflict, printed before the sentence.
    private(set) var conflict: ConflictValues?
    /// The arguments that do what was meant, for a person to confirm: global options, the command, one operand. Nil if
    /// nothing is that clear.
    var corrected: [String]?

    init(_ code: ExitCode, _ sentence: String?, _ survived: Survived = .nothingChanged) {
        (self.code, self.sentence, self.survived) = (code, sentence, survived)
    }

    static func usage(_ sentence: String, _ survived: Survived = .nothingChanged) -> Refusal {
        Refusal(.usage, sentence, survived)
    }

    static func failure(_ sentence: String, _ survived: Survived = .nothingChanged) -> Refusal {
        Refusal(.failure, sentence, survived)
    }

    static func notFound(_ sentence: String) -> Refusal { Refusal(.notFound, sentence) }

    static func badData(_ sentence: String, _ survived: Survived = .nothingChanged) -> Refusal {
        Refusal(.badData, sentence, survived)
    }

    static func busy(_ sentence: String) -> Refusal { Refusal(.busy, sentence) }

    /// A refusal printed as a note.
    static func note(_ code: ExitCode, _ sentence: String) -> Refusal {
        var refusal = Refusal(code, sentence, .silent)
        refusal.isNote = true
        return refusal
    }

    /// The refusal with the values of a conflict.
    func showing(_ conflict: ConflictValues) -> Refusal {
        var refusal = self
        refusal.conflict = conflict
        return refusal
    }

    /// The refusal with another state that was left, and without the values of a conflict.
    func leaving(_ survived: Survived) -> Refusal {
        var refusal = self
        refusal.survived = self.survived.isUncertain ? survived.ifUncertain : survived
        refusal.conflict = nil
        return refusal
    }

    /// The sentence and what survived, or nil to print nothing.
    var line: String? {
        sentence.map { sentence in survived.sentence.map { sentence + " " + $0 } ?? sentence }
    }

    /// The line of a refusal that does not end everything. It does not claim that nothing was changed: earlier lines of
    /// a script may have changed something, or the command continues.
    var lineAmongOthers: String? { survived == .nothingChanged ? sentence : line }
}

/// What an error left, reported after its sentence.
enum Survived: Equatable, Sendable {
    case nothingChanged
    case nothingImported
    /// The change is kept as this draft.
    case draft(Int)
    /// The change could not be kept either.
    case draftLost
    /// The entry was saved. A later step failed.
    case saved
    /// The journal was created at this path. Nothing else was done.
    case made(String)
    /// It is unknown whether the change was saved, as the sentence says.
    case uncertain
    /// As `uncertain`, and the change is kept as this draft.
    case uncertainDraft(Int)
    /// As `uncertain`, and the change could not be kept.
    case uncertainDraftLost
    /// An exchange ended early. Each of its steps was done or not, and this number of changes waits to be sent.
    case nothingLost(waiting: Int)
    /// The sentence says it, or nobody needs to know.
    case silent

    var sentence: String? {
        switch self {
        case .nothingChanged: "Nothing was changed."
        case .nothingImported: "Nothing was imported."
        case .draft(let number): "Draft d\(number) was not saved and is kept."
        case .draftLost: "Nothing was saved, not even as a draft."
        case .saved: "The session is saved."
        case .made(let path): "Your journal was created at \(path). Nothing else was changed."
        case .uncertainDraft(let number): "Your draft d\(number) is kept."
        case .uncertainDraftLost: "No draft could be kept."
        case .nothingLost(let waiting): Messages.nothingLost(waiting: waiting)
        case .uncertain, .silent: nil
        }
    }

    fileprivate var isUncertain: Bool {
        switch self {
        case .uncertain, .uncertainDraft, .uncertainDraftLost: true
        default: false
        }
    }

    /// Whether it says where the change of an edit is now.
    var saysWhatIsKept: Bool {
        switch self {
        case .saved, .draft, .draftLost, .uncertainDraft, .uncertainDraftLost: true
        default: false
        }
    }

    /// What to report if it is unknown whether the change was saved.
    fileprivate var ifUncertain: Survived {
        switch self {
        case .draft(let number): .uncertainDraft(number)
        case .draftLost: .uncertainDraftLost
        case .uncertainDraft, .uncertainDraftLost: self
        default: .uncertain
        }
    }
}

// MARK: Any error

extension Refusal {
    /// The refusal of any error that a command throws.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as JournalError: self.init(error)
        case let error as DraftError: self.init(error)
        case let error as OutputError: self.init(error)
        case let error as ExportError: self.init(error)
        case let error as SyncError: self.init(error)
        case let error as GitError: self.init(error)
        case let error as ScriptMistake: self.init(error)
        case let error as ConfigurationError: self.init(error)
        case let error as TideTableError: self.init(error)
        default: self = .failure("Unexpected error.")
        }
    }
}

// MARK: Ends of the program

extension Refusal {
    /// A question was answered with no.
    static let declined = Refusal.failure("Not confirmed.")

    /// The reader of standard output has closed it.
    static let brokenPipe = Refusal(.signal(SIGPIPE), nil)

    /// A command whose failures were reported already. The code is that of the first one.
    static func alreadyReported(_ code: ExitCode) -> Refusal { Refusal(code, nil) }

    /// - Parameter target: What a cancelled command left unchanged.
    static func interrupted(signal: Int32, target: String? = nil) -> Refusal {
        .note(.signal(signal), target.map { "Cancelled. \($0) was not changed." } ?? "Interrupted.")
    }
}
