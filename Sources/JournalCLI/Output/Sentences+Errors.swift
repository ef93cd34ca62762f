import Foundation
import Journal

/// An error as the program tells it: its exit code, lines before it, and the one line that it is.
struct ErrorReport: Equatable {
    var code: ExitCode
    /// Nil says nothing.
    var line: String?
    /// Whether the fact is told as a note of its own, without the program's name before it.
    var isPlain = false
}

extension ErrorReport {
    /// What is said of an error that keeps nothing from being done.
    static func line(of error: any Error) -> String {
        Sentences.withoutNothingChanged(Sentences.report(error).line ?? "")
    }
}

extension Sentences {
    /// An error in one line: what, where, the next command, and what survived.
    static func report(_ error: any Error) -> ErrorReport {
        switch error {
        case let failure as Failure:
            var report = report(failure.cause)
            report.line = report.line.map { joined(body(failure.cause) ?? $0, survived(failure)) }
            return report
        case let complaint as Complaint: return self.report(complaint)
        case let error as JournalError:
            return ErrorReport(code: code(error), line: joined(sentence(error), survived(error)))
        case let error as ScriptMistake: return report(Complaint.scriptLine(error))
        case let error as DraftError:
            return ErrorReport(code: code(error), line: joined(sentence(error), survived(error)))
        case let error as ExportError: return report(error)
        case let error as OutputError:
            return ErrorReport(code: .failure, line: joined(sentence(error), .nothingChanged))
        default:
            return ErrorReport(code: .failure, line: joined("Unexpected error.", .nothingChanged))
        }
    }

    private static func report(_ complaint: Complaint) -> ErrorReport {
        let code = code(complaint)
        switch complaint {
        case .brokenPipe, .told: return ErrorReport(code: code, line: nil)
        case .noCommand, .interrupted: return ErrorReport(code: code, line: sentence(complaint), isPlain: true)
        case .importing(_, let error):
            return ErrorReport(code: self.code(error), line: joined(sentence(complaint), .nothingImported))
        case .cannotWrite: return ErrorReport(code: code, line: joined(sentence(complaint), .silent))
        case .form, .script: return ErrorReport(code: code, line: joined(sentence(complaint), .silent))
        case .conflict(_, let draft?):
            return ErrorReport(code: code, line: joined(sentence(complaint), .draft(draft)))
        default: return ErrorReport(code: code, line: joined(sentence(complaint), .nothingChanged))
        }
    }

    private static func report(_ error: ExportError) -> ErrorReport {
        switch error {
        case .journal(let error): report(error)
        case .output(.closedPipe): report(.brokenPipe)
        case .output(let error): report(error)
        case .cancelled: report(.interrupted(signal: SIGINT, target: nil))
        }
    }

    /// The sentence without what survived.
    private static func body(_ error: any Error) -> String? {
        switch error {
        case let complaint as Complaint: sentence(complaint)
        case let error as JournalError: sentence(error)
        case let error as DraftError: sentence(error)
        case let error as ScriptMistake: sentence(Complaint.scriptLine(error))
        case let error as OutputError: sentence(error)
        default: nil
        }
    }

    static func joined(_ sentence: String, _ survived: Survived) -> String {
        guard let end = self.survived(survived) else { return sentence }
        return sentence + " " + end
    }

    /// The line of an error that does not end everything: in a script, where lines before it may have changed something, and
    /// where a command goes on.
    static func withoutNothingChanged(_ line: String) -> String {
        guard let words = survived(.nothingChanged), line.hasSuffix(" " + words) else { return line }
        return String(line.dropLast(words.count + 1))
    }

    private static func survived(_ error: JournalError) -> Survived {
        if case .uncertain = error { .silent } else { .nothingChanged }
    }

    private static func survived(_ error: DraftError) -> Survived {
        if case .uncertain = error { .silent } else { .nothingChanged }
    }

    /// What survived, without a word on what was saved where nobody knows.
    private static func survived(_ failure: Failure) -> Survived {
        guard case JournalError.uncertain = failure.cause else { return failure.survived }
        switch failure.survived {
        case .draft(let number): return .onlyDraft(number)
        case .draftLost: return .noDraft
        default: return .silent
        }
    }

    private static func survived(_ survived: Survived) -> String? {
        switch survived {
        case .nothingChanged: "Nothing was changed."
        case .nothingSaved: "Nothing was saved."
        case .nothingDeleted: "Nothing was deleted."
        case .nothingImported: "Nothing was imported."
        case .draft(let number): "Nothing was saved. Your draft d\(number) is kept."
        case .onlyDraft(let number): "Your draft d\(number) is kept."
        case .noDraft: "No draft could be kept."
        case .draftLost: "Nothing was saved, not even as a draft."
        case .saved: "The session is saved."
        case .made(let path): "Your journal was created at \(path). Nothing else was changed."
        case .silent: nil
        }
    }

    // MARK: Exit codes

    private static func code(_ complaint: Complaint) -> ExitCode {
        switch complaint {
        case .noEntries, .nothingMatches, .noDraft, .noJob, .noSpot, .noStep, .foreignStep, .undoneStep: .notFound
        case .declined, .questionLeft, .formDropped, .cannotWrite, .editor, .cannotMakeForm, .buoyUnreadable,
            .configurationUnwritable,
            .configurationUnreadable, .configurationTooLarge, .noConfiguration,
            .tooFewFiles, .noThread:
            .failure
        case .script(.notUTF8, _), .script(.lineTooLong, _), .buoy: .badData
        case .script(.unreadable(let number), _): number == ENOENT ? .notFound : .failure
        case .conflict, .undoConflict, .obstacle, .revision: .conflict
        case .brokenPipe: .signal(SIGPIPE)
        case .interrupted(let signal, _): .signal(signal)
        case .told(let code): code
        default: .usage
        }
    }

    private static func code(_ error: JournalError) -> ExitCode {
        switch error {
        case .noStore, .noBackup, .noEntry, .nothingToUndo, .nothingToRedo: .notFound
        case .notADatabase, .notAJournal, .notABackup, .corrupt, .unsound, .foreignLog, .foreignRollback, .damagedLog,
            .noNumbers:
            .badData
        case .busy: .busy
        case .conflict: .conflict
        case .isJournalItself, .missingField, .invalid, .predicate, .predicateBinding, .patternLimit: .usage
        case .isFolder, .diskFull, .readOnly, .notPermitted, .cannotOpen, .exists, .strayFile, .noHome, .diskFailed,
            .failed, .severalNames, .replaced,
            .notOwn, .keepsNoChecksums, .keepsNoHistory, .tooManyZones, .uncertain:
            .failure
        }
    }

    private static func code(_ error: ImportError) -> ExitCode {
        switch error {
        case .noColumn, .missingField, .orderUnknown: .usage
        case .noColumns, .workbook, .broken, .tooLarge, .repeatedField, .badRows: .badData
        default: .failure
        }
    }

    private static func code(_ error: DraftError) -> ExitCode {
        switch error {
        case .noDraft: .notFound
        case .taken: .busy
        case .unreadable, .otherJournal, .damaged: .badData
        default: .failure
        }
    }
}
