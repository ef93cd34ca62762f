import Foundation
import Journal
import JournalExchange

/// The report of an error: its exit code and its line.
struct ErrorReport: Equatable {
    var code: ExitCode
    /// The message, or nil to print none.
    var line: String?
    /// Whether the line is printed as a note, without the program's name before it.
    var isPlain = false
}

extension ErrorReport {
    /// The message for an error that does not end the work.
    static func line(of error: any Error) -> String {
        Sentences.withoutNothingChanged(Sentences.report(error).line ?? "")
    }
}

extension Sentences {
    /// The report of an error: what failed, where, the next command, and the state it left.
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
        case .brokenPipe, .alreadyReported: return ErrorReport(code: code, line: nil)
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

    /// The message without the state that the error left.
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

    /// The message without the note that nothing changed. It is for errors that do not end everything: earlier lines of
    /// a script may have changed something, or the command continues.
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

    /// The state that a failure left. If it is unknown whether a change was saved, no claim is made about that.
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
        case .alreadyReported(let code): code
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
        case .taken, .busy: .busy
        case .unreadable, .otherJournal, .damaged: .badData
        default: .failure
        }
    }
}
